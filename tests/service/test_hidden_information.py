"""Hidden information changes nothing in the answers of a seat's bot, through the whole service.

Every bot of the catalogue is asked, statistics included, in positions of every phase and decision,
and in both of two games that differ in what other seats hide (`views.twins`).
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from service.answers import unmeasured
from service.quick_bots import quick_specs
from views.games import collection, house
from views.twins import WINDOWS, Twins, some_twins

from covert_bots.covert.wire import view_to_message
from covert_engine.covert import State, View
from covertbots.client import Client
from covertbots.v1 import opponent_pb2, view_pb2

SPECS = quick_specs()
EVENTS = 40  # of each game


def answer_bytes(response: opponent_pb2.SuggestMoveResponse) -> bytes:
    """Return all of an answer but what was measured."""
    return response.suggestion.SerializeToString(deterministic=True)


def views_of_every_sort() -> dict[tuple[object, ...], View]:
    """Return a view of the seat to decide for each phase and decision, of 2 to 4 players."""
    kept: dict[tuple[object, ...], View] = {}
    views = collection()
    for view in Random(1).sample(views, len(views)):
        if view.cards is house() and view.actor == view.seat:
            kept.setdefault((view.phase, view.decision), view)
    return kept


def truths(view: View) -> list[State]:
    """Return states that differ in what the seat of the view cannot see."""
    return [view.sample(key) for key in range(2)]


def test_all_bots_of_the_service_are_asked(client: Client) -> None:
    asked = {spec.partition(":")[0] for spec in SPECS}
    assert asked == {bot.name for bot in client.list_bots().bots}


@pytest.mark.parametrize("spec", SPECS)
def test_two_truths_that_look_the_same_get_the_same_bytes(client: Client, spec: str) -> None:
    views = views_of_every_sort()
    assert len(views) > 20
    assert {view.players for view in views.values()} == {2, 3, 4}
    for view in views.values():
        states = truths(view)
        assert len({bytes(state) for state in states}) == len(states)
        shown = [view_to_message(state.view(view.seat)) for state in states]
        assert (
            len({answer_bytes(client.suggest_move(message, spec, seed=1)) for message in shown})
            == 1
        )


# Two games that differ in a hidden card, and in the refusals that follow from it.


def pairs() -> Iterator[Twins]:
    for players in (2, 3, 4):
        for ability in WINDOWS:
            yield max(some_twins(players, ability, 6), key=lambda pair: len(pair.first.seen[0]))


def shown(pair: Twins, seat: int) -> list[list[view_pb2.View]]:
    """Return what an observer is sent in each game, also while it is not to decide."""
    return [[view_to_message(view) for view in game.seen[seat][:EVENTS]] for game in pair.games]


@pytest.mark.parametrize("spec", SPECS)
def test_a_seat_played_by_a_bot_gets_the_same_answers_in_both_games(
    client: Client, spec: str
) -> None:
    """PlaySeat sees the whole stream, and answers where its seat is to decide."""
    answers = 0
    for pair in pairs():
        for seat in pair.observers:
            first, second = (played(client, spec, views, seat) for views in shown(pair, seat))
            assert first == second
            answers += len(first)
    assert answers > 100


def played(client: Client, spec: str, views: list[view_pb2.View], seat: int) -> list[bytes]:
    """Return the bot's answers, each with the number of the change it answers."""
    answers = []
    with client.play_seat(spec, seed=1) as playing:
        for view in views:
            if view.covert.HasField("to_decide") and view.covert.to_decide == seat:
                answers.append(unmeasured(playing.decide(view)))
            else:
                playing.show(view)
    return answers
