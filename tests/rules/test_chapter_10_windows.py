"""Public and hidden parts of windows and of hidden choices (rules 10.9)."""

from __future__ import annotations

from typing import Any

import pytest
from views.games import house

from covert_engine.covert import State, View
from covert_engine.covert.rules.actions import Kind
from rules.moments import GAMES, Moment, find, game, seats

WINDOWS = ("espionage", "first")
WINDOW_A, WINDOW_B = ("first_a", "first"), ("first_b", "first")


def watched(moment: Moment) -> list[list[View]]:
    """Return what each seat comes to see by an action."""
    views, _ = moment.before.copy().play_watched(moment.action)
    return views


def window(view: View) -> tuple[str, str]:
    return view.phase, view.decision


# A window's opening and closing.


@pytest.mark.parametrize("said", ["agent", "use sneak-attack A", "use move-x3 A", "use search A"])
def test_r10_9_a_windows_opening_and_closing_show_even_if_nobody_can_answer(said: str) -> None:
    """Nobody is asked; yet all see what is used lie in the pool, and then go to the discards."""
    for moment in find(said, unanswered, count=4):
        for views in watched(moment):
            opened = next(view for view in views if view.decision == "espionage")
            assert opened.actor is None
            (card,) = opened.fields()["espionage"]["pool"]
            closed = views[views.index(opened) + 1].fields()
            assert "espionage" not in closed
            assert card in closed["agency_deck"]["discards"]


def unanswered(moment: Moment) -> bool:
    """Return True if an Espionage window opened at which nobody was asked, and closed."""
    asked = any(
        view.decision == "espionage" and view.actor is not None
        for views in watched(moment)
        for view in views
    )
    shuffles = (moment.saw(0)["agency_deck"]["shuffles"], moment.sees(0)["agency_deck"]["shuffles"])
    return not asked and len(set(shuffles)) == 1


def test_r10_9_windows_a_and_b_show_in_every_round() -> None:
    """Every seat sees them, whether or not anybody holds First."""
    for which in GAMES[:4]:
        state = game(*which).states[0].copy()
        opened: list[set[tuple[int, tuple[str, str]]]] = [set() for _ in seats(state)]
        for action in game(*which).actions:
            views, _ = state.play_watched(action)
            for seat, news in enumerate(views):
                opened[seat] |= {(view.round, window(view)) for view in news}
        for seat in seats(state):
            for number in range(1, state.round):
                assert (number, WINDOW_A) in opened[seat]
                assert (number, WINDOW_B) in opened[seat]


# Being asked and refusing.


def refused(moment: Moment) -> bool:
    """Return True if a seat refused, and the next one is asked."""
    return moment.before.decision == moment.after.decision and moment.after.actor != moment.seat


@pytest.mark.parametrize("kind", WINDOWS)
def test_r10_9_being_asked_and_refusing_leave_no_trace(kind: str) -> None:
    """While seats are asked one after the other, the others keep the view of the opening, which
    names nobody; a seat that has refused sees what one sees that was never asked."""
    for moment in find("refuse", lambda moment: moment.before.decision == kind and refused(moment)):
        for seat in seats(moment.before):
            before, after = moment.before.view(seat), moment.after.view(seat)
            assert before.actor == (seat if seat == moment.seat else None)
            assert after.actor == (seat if seat == moment.after.actor else None)
            if seat not in (moment.seat, moment.after.actor):
                assert before == after
                assert watched(moment)[seat] == []
        own = moment.sees(moment.seat)
        assert own == {
            name: item for name, item in moment.saw(moment.seat).items() if name != "to_decide"
        }


def test_r10_9_after_its_refusal_a_seat_sees_the_same_if_another_is_asked_or_not() -> None:
    """First the window as it was before; then, if nobody else is asked, what follows."""
    last = 0
    for moment in find("refuse", lambda moment: moment.before.decision in WINDOWS, count=20):
        first, *then = watched(moment)[moment.seat]
        asked = moment.before.view(moment.seat).fields()
        assert first.fields() == {name: item for name, item in asked.items() if name != "to_decide"}
        last += bool(then)
    assert 0 < last < 20


def test_r10_9_having_or_lacking_something_to_play_leaves_no_trace() -> None:
    """Worlds in which a seat is asked and others in which it is not look the same to the opener."""
    for moment in find("agent", lambda moment: moment.before.players == 3, count=4):
        asked, streams = set(), set()
        for key in range(60):
            world = moment.before.view(moment.seat).sample(key)
            stream = world.play_watched(moment.action)[0][moment.seat]
            refusing = []
            while world.decision == "espionage" and world.actor != moment.seat:
                refusing.append(world.actor)
                stream += world.play_watched(Kind.REFUSE)[0][moment.seat]
            asked.add(tuple(refusing))
            streams.add(tuple(map(bytes, stream)))
        assert len(asked) > 1
        assert len(streams) == 1


# A hidden choice.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r10_9_the_mission_returned_shows_as_a_number_of_cards(players: int) -> None:
    """Whichever of the three goes back, the others see the same; its seat sees it at once (2.5)."""
    state = State.deal(house(), players, 4)
    while state.decision == "return_mission" and state.actor != players - 1:
        seat = state.actor
        assert seat is not None
        size = len(state.view(seat).fields()["mission_deck"]["places"])
        after = [state.copy() for _ in state.legal_actions()]
        news = [
            later.play_watched(act)[0]
            for later, act in zip(after, state.legal_actions(), strict=True)
        ]
        for other in seats(state):
            assert {len(views[other]) for views in news} == {1}
            seen = {bytes(views[other][0]) for views in news}
            assert len(seen) == (3 if other == seat else 1)
            fields: Any = news[0][other][0].fields()
            assert len(fields["mission_deck"]["places"]) == size + 1
            assert len(fields["players"][seat]["missions"]) == 2
        state = after[0]


def test_r10_9_a_searchs_choices_end_in_one_event_that_shows_numbers_of_cards() -> None:
    """The searcher sees at once what it keeps; the others nothing until the Search is over."""
    for moment in find("keep", lambda moment: moment.after.decision == "bottom"):
        views = watched(moment)
        assert len(views[moment.seat]) == 1
        assert all(views[seat] == [] for seat in moment.others)
        for seat in moment.others:
            assert moment.after.view(seat).decision == "keep"
        end = Moment(moment.game, moment.number + 1)
        hand = "agency_cards" if end.text.startswith("bottom A") else "missions"
        for seat in moment.others:
            over: Any = watched(end)[seat][0].fields()
            assert "search" not in over
            held = len(end.saw(seat)["players"][moment.seat][hand])
            assert len(over["players"][moment.seat][hand]) == held + 1
