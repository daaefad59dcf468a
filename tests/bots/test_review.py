"""Reviews: the value of a seat's decisions by the searches of an adviser."""

from __future__ import annotations

from concurrent.futures import CancelledError
from dataclasses import replace
from functools import cache
from threading import Event
from typing import Any

import pytest

from covert_bots.covert import review as reviews
from covert_bots.covert.catalogue import make
from covert_bots.covert.hinted_turn import in_any_order
from covert_bots.covert.luck import Luck, luck_of
from covert_bots.covert.review import Difference, Review, ReviewError, review
from covert_engine.covert import CompiledSet, HandMade, Kind, Record, State, house_set, unpack
from covert_engine.search import Limit

CARDS = CompiledSet(house_set())
ADVISER = "ismcts:iterations=60"
SAMPLES = 4
LONG = 100  # actions of a game that are reviewed


@cache
def game(spec: str, players: int, seed: int, most: int) -> Record:
    """Return the beginning of a game of a bot against itself."""
    state = State.deal(CARDS, players, seed)
    bot, actions = make(spec), list[int]()
    while state.actor is not None and len(actions) < most:
        actions.append(bot.choose(state.view(state.actor), seed))
        state.play(actions[-1])
    return Record(CARDS.source.digest, players, seed, CARDS.options, tuple(actions))


@cache
def reviewed(record: Record, seat: int, seed: int = 0, threads: int = 2) -> Review:
    return review(record, CARDS, seat, make(ADVISER), seed=seed, samples=SAMPLES, threads=threads)


@cache
def blunder() -> tuple[Record, int, int]:
    """Return a game of the adviser in which seat 0 takes back the die that would have completed its
    mission; how many decisions came before, and the completion."""
    state = State.deal(CARDS, 2, 4)
    bot, actions = make("ismcts:iterations=200"), []
    planted = None
    while state.actor is not None and (planted is None or len(actions) < planted[0] + 10):
        actions.append(bot.choose(state.view(state.actor), 4))
        if state.actor == 0 and unpack(actions[-1]).kind == Kind.COMPLETE and planted is None:
            planted = len(actions) - 1, actions[-1]
            actions[-1] = next(
                action for action in state.legal_actions() if unpack(action).kind == Kind.FORFEIT
            )
        state.play(actions[-1])
    assert planted is not None
    return Record(CARDS.source.digest, 2, 4, CARDS.options, tuple(actions)), *planted


def test_a_planted_blunder_is_the_worst_mistake() -> None:
    record, after, completion = blunder()
    report = reviewed(record, 0)
    worst = report.mistakes[0]
    assert (worst.after, worst.better) == (after, completion)
    assert worst.played == record.actions[after]
    assert worst.gain > 1
    assert worst.gain > 3 * worst.error
    assert worst.win > 0
    assert worst.played_turn.startswith("Take a die back from Complete Mission without its action")
    assert worst.better_turn.startswith("Complete '")
    assert [difference.gain for difference in report.differences] == sorted(
        (difference.gain for difference in report.differences), reverse=True
    )
    assert report.cost == pytest.approx(sum(mistake.gain for mistake in report.mistakes))
    assert report.cost >= worst.gain


def test_the_blunder_of_one_seat_is_not_charged_to_the_other() -> None:
    record, after, _ = blunder()
    assert after not in {difference.after for difference in reviewed(record, 1).differences}


def test_the_adviser_finds_nothing_in_what_it_would_play() -> None:
    """With the seed of its own game it repeats its decisions; with another it rarely differs. Only
    in the middle of a movement a review tries agents that the search of the game leaves out."""
    record = game(ADVISER, 2, 6, LONG)
    state, moving = State.deal(CARDS, 2, 6), set()
    for after, action in enumerate(record.actions):
        if state.decision == "step":
            moving.add(after)
        state.play(action)
    assert {each.after for each in reviewed(record, 0, seed=6).differences} < moving
    again = reviewed(record, 0, seed=7)
    worse = reviewed(game("random", 2, 6, LONG), 0)
    assert again.differences
    assert again.cost / again.decisions < 0.3 * worse.cost / worse.decisions


def test_the_number_of_threads_changes_nothing() -> None:
    record = game("greedy", 3, 2, LONG)
    alone, two = (reviewed(record, 2, threads=threads) for threads in (1, 2))
    assert alone.differences
    assert alone == two
    other = {difference.after: difference for difference in reviewed(record, 2, seed=1).differences}
    same = [
        difference
        for difference in alone.differences
        if difference.after in other and difference.better == other[difference.after].better
    ]
    assert any(difference.gain != other[difference.after].gain for difference in same)


@pytest.mark.parametrize(
    ("gain", "error", "mistake"),
    [(0.6, 0.1, True), (0.6, 0.3, False), (0.4, 0.0, False), (-1.0, 0.1, False), (9, 5, False)],
)
def test_a_mistake_is_sure_and_matters(gain: float, error: float, mistake: bool) -> None:
    difference = Difference(0, 1, "placing", 1, 2, gain, error, 0.0, "", "")
    assert difference.mistake == mistake


def test_the_decisions_are_those_that_there_is_a_choice_in() -> None:
    record = game("random", 4, 3, LONG)
    for seat in (0, 3):
        state = State.deal(CARDS, 4, 3)
        own = 0
        for action in record.actions:
            if state.actor == seat:
                own += len(in_any_order(state.view(seat)).legal_actions(canonical=True)) > 1
            state.play(action)
        report = reviewed(record, seat)
        assert report.decisions == own
        assert len(report.differences) <= own - report.unjudged
        assert all(difference.played != difference.better for difference in report.differences)


def test_what_no_search_tries_is_not_judged() -> None:
    """Such as two dice for a card that one die would take."""
    state = State.deal(CARDS, 2, 1)
    bot, actions, left_out = make("greedy"), [], 0
    while not left_out:
        assert state.actor is not None
        view = in_any_order(state.view(state.actor))
        legal, tried = view.legal_actions(), view.legal_actions(canonical=True)
        others = [action for action in legal if action not in tried]
        if state.actor == 1 and others and len(tried) > 1:
            actions.append(others[0])
            left_out = len(actions)
        else:
            actions.append(bot.choose(state.view(state.actor), 1))
        state.play(actions[-1])
    record = Record(CARDS.source.digest, 2, 1, CARDS.options, tuple(actions))
    whole = reviewed(record, 1)
    before = reviewed(replace(record, actions=record.actions[:-1]), 1)
    assert (before.unjudged, whole.unjudged) == (0, 1)
    assert whole.decisions == before.decisions + 1
    assert whole.differences == before.differences


def test_a_game_that_goes_on_has_no_winner() -> None:
    record = game(ADVISER, 2, 6, LONG)
    report = reviewed(record, 0, seed=6)
    assert (report.over, report.winners) == (False, ())
    state = record.replay(CARDS)
    scores, _ = HandMade().estimate(state)
    assert report.scores == tuple(state.scores())
    assert report.margin == pytest.approx(scores[0] - scores[1])


def test_a_limit_holds_for_each_search() -> None:
    record = game("greedy", 2, 2, 40)
    few, own, same = (
        review(record, CARDS, 0, make(spec), limit, samples=SAMPLES)
        for spec, limit in (
            (ADVISER, Limit(iterations=20)),
            (ADVISER, None),
            ("ismcts:iterations=20", None),
        )
    )
    assert few == same != own


def test_an_adviser_need_not_search_but_must_expect_scores() -> None:
    record = game("random", 2, 2, 60)
    for spec in ("greedy", "flat:iterations=100"):
        assert review(record, CARDS, 0, make(spec), samples=SAMPLES).mistakes
    for spec in ("random", "ismcts:evaluator=uniform"):
        with pytest.raises(ReviewError, match=f"adviser: {spec} expects no scores; expected one"):
            review(record, CARDS, 0, make(spec), samples=SAMPLES)


def test_a_seat_that_is_not_there_is_an_error() -> None:
    record = game("random", 2, 2, 60)
    for seat in (-1, 2):
        with pytest.raises(ReviewError, match=f"seat: {seat}, in a game for 2; expected 0 to 1"):
            review(record, CARDS, seat, make(ADVISER))


def test_progress_reaches_the_end() -> None:
    heard: list[tuple[int, int]] = []
    record = game("greedy", 2, 2, 40)
    report = review(
        record,
        CARDS,
        0,
        make(ADVISER),
        samples=SAMPLES,
        progress=lambda done, of: heard.append((done, of)),
    )
    assert [done for done, _ in heard] == list(range(report.decisions - report.unjudged + 2))
    assert {of for _, of in heard} == {heard[-1][0]}


def test_an_interrupt_ends_the_luck_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """The luck of a whole game, which takes some seconds, is not waited for."""
    begun = Event()
    cancelled = []

    def watched(*given: Any) -> Luck:
        begun.set()
        try:
            return luck_of(*given)
        except CancelledError:
            cancelled.append(given)
            raise

    def interrupted(done: int, of: int) -> None:
        begun.wait()
        raise KeyboardInterrupt

    monkeypatch.setattr(reviews, "luck_of", watched)
    with pytest.raises(KeyboardInterrupt):
        review(game("greedy", 2, 2, 400), CARDS, 0, make(ADVISER), progress=interrupted)
    assert len(cancelled) == 1
