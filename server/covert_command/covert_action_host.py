"""Covert Action hosted through the RPCs of a server: a client and a stream for every seat.

Nobody may learn who is to decide in a window or at a deadline (rules 4.4). So every seat that is in
is shown the position when a window opens or a deadline comes, whether it is to decide or not, and
nothing more until it closes: the choices are collected and played together.
"""

from __future__ import annotations

from covert_command.hosting import BotSeats, HostedGame
from covertbots.v1 import referee_pb2
from covertbots.v1.covert_action_pb2 import CovertActionView

__all__ = ["take_turn"]


def take_turn(game: HostedGame, seats: BotSeats) -> referee_pb2.AdvanceResponse:
    """Lets all that are to decide do so on what they know now; returns what happened."""
    position = game.views[0].covert_action
    if position.phase == CovertActionView.PHASE_TALK:
        addressed = game.deciders  # who speaks is public
    else:
        addressed = [seat for seat, player in enumerate(position.players) if player.is_in]
    for seat in addressed:
        seats.show(seat, game.views[seat])
    return game.play(*(seats.answer(seat) for seat in game.deciders))
