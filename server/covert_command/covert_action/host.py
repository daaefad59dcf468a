"""Covert Action hosted through the RPCs of a server: a client and a stream for every seat.

Nobody may learn who is to decide in a window or at a deadline (rules 4.4). So every seat that is in
is shown the position when a window opens or a deadline comes, whether it is to decide or not, and
nothing more until it closes: the choices are collected and played together.
"""

from __future__ import annotations

from collections.abc import Mapping

from covert_command.games.host import BotSeats, HostedGame
from covertbots.v1 import referee_pb2
from covertbots.v1.covert_action_pb2 import CovertActionView


def take_turn(game: HostedGame, seats: BotSeats) -> referee_pb2.AdvanceResponse:
    """Lets all that are to decide do so on what they know now; returns what happened."""
    show_position(game, seats)
    return play_choices(game, seats)


def show_position(game: HostedGame, seats: BotSeats) -> None:
    """Shows the position to the bots of all seats that may be to decide, which begin to think."""
    position = game.views[0].covert_action
    if position.phase == CovertActionView.PHASE_TALK:
        addressed = game.deciders  # who speaks is public
    else:
        addressed = [seat for seat, player in enumerate(position.players) if player.is_in]
    for seat in addressed:
        seats.show(seat, game.views[seat])


def play_choices(
    game: HostedGame, seats: BotSeats, chosen: Mapping[int, str] | None = None
) -> referee_pb2.AdvanceResponse:
    """Waits for the choices of all that are to decide and plays them; `chosen` has those of seats
    without a bot."""
    made = chosen or {}
    return game.play(
        *(made[seat] if seat in made else seats.answer(seat) for seat in game.deciders)
    )
