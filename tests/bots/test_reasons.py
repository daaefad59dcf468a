"""The reasons for a move: its effects by the rules, and how it does against another."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from truth.checker import sentences, untrue
from truth.explanations import NAMES, Decision, Sweep, explained
from truth.moves import unplayed
from truth.position import Position
from views.games import decisions, house, second

from covert_bots import make
from covert_bots.covert.words.effects import effects
from covert_bots.covert.words.narration import mission_words
from covert_bots.covert.words.reasons import LEFT_OUT, NO_BETTER, Answer, Way, why, why_other
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert import CompiledSet, Record, State, View, house_set, parse_action
from covert_engine.covert.rules.actions import Kind, Target, pack, unpack
from covert_engine.search import ActionResult

Walk = Callable[[int, int], Iterator[State]]


FLIGHT = (
    Path(__file__).parents[1] / "data" / "flight.record"
)  # agent 1 is alone in Paris, and can fly on


def answer_of(view: View, moves: list[ActionResult]) -> Answer:
    return Answer(Suggestion(moves, (moves[0].action,), "", 18, 18, 18, "iterations", 0), None)


def unasked(_: object) -> Answer:
    raise AssertionError("nothing need be searched")


@pytest.mark.parametrize(
    ("cards", "players", "seed"),
    [(house(), 2, 1), (second(), 3, 2), (house(), 4, 3), (second(), 2, 4)],
)
def test_no_sentence_is_false(cards: CompiledSet, players: int, seed: int) -> None:
    """The long run is `tests/proofs/true_words.py`."""
    adviser, bots = make("ismcts:iterations=40"), [make("greedy"), make("random")]
    rng, sweep = random.Random(seed), Sweep()
    state = State.deal(cards, players, seed)
    for number in range(300):
        if state.actor is None:
            break
        if number % 30 == seed:
            explained(Decision(state.copy(), adviser, seed), rng, 3, sweep)
        state.play(bots[number // 40 % 2].choose(state.view(state.actor), number))
    assert not sweep.faults
    assert sweep.counts.total() > 30


def flights() -> dict[int, tuple[Position, list[str]]]:
    """Return the flight of each agent to London with A1, with its effects in words."""
    cards = house_set()
    state = Record.parse(FLIGHT.read_text(encoding="utf-8"), cards).replay(cards)
    view = state.view(state.actor or 0)
    moves = {
        agent: [parse_action("fly A1", view.cards), pack(Kind.AGENT, agent)] for agent in (0, 1)
    }
    return {
        agent: (Position(state, actions, NAMES), effects(view, actions, NAMES))
        for agent, actions in moves.items()
    }


def test_a_flight_takes_the_agent_away() -> None:
    (only, without), (_, with_agent) = flights().values()
    assert without == [
        "'The Seine at Midnight' then lacks passport, any Agency Card and Paris (now passport)."
    ]
    assert with_agent == [
        "'The Seine at Midnight' then lacks passport and any Agency Card (now passport)."
    ]
    assert not list(untrue(only, sentences(without[0], only.cards)))
    assert list(untrue(only, sentences(with_agent[0], only.cards)))


@pytest.mark.parametrize(
    "false",
    [
        "'The Seine at Midnight' then lacks passport (now passport).",
        "'The Seine at Midnight' then lacks passport and Paris (now passport).",
        "'The Seine at Midnight' then lacks passport, any Agency Card and Paris.",
        "'Two Doors in Prague' then lacks nothing (now passport, Prague and Vienna).",
        "You then have 8 points (now 0).",
        "Your agents stay in Paris, Istanbul and Warsaw.",
        "Paris is far away.",
    ],
)
def test_the_checker_sees_what_is_false(false: str) -> None:
    position, _ = flights()[0]
    assert list(untrue(position, sentences(false, position.cards)))


def test_the_checker_sees_a_move_that_was_not_played() -> None:
    position, _ = flights()[0]
    assert not list(unplayed(position, "fly agent 1 to London with A1 (radio)"))
    for false in (
        "fly agent 2 to London with A1 (radio)",
        "fly agent 1 to London with A1 (passport)",
        "fly agent 1 to London with A8 (escape-kit)",
        "take turn order token #1",
        "hurry to London",
    ):
        assert list(unplayed(position, false)), false


def test_a_search_that_knows_no_better_move_says_so(views: list[View]) -> None:
    view = next(view for view in views if view.decision == "place")
    first, second, *_ = view.legal_actions()
    alone = answer_of(view, [ActionResult(first)])
    assert NO_BETTER in why(view, alone, NAMES)
    untried = answer_of(view, [ActionResult(first, visits=9), ActionResult(second)])
    assert "The search has tried no other move." in why(view, untried, NAMES)
    way = Way((second,), (second,))
    left_out = why_other(view, alone, way, NAMES, lambda _: alone)
    assert LEFT_OUT in left_out
    begun = why_other(view, untried, Way((first, second), (first, second)), NAMES, unasked)
    assert "It begins like the best move." in begun


def test_reasons_name_no_card_that_the_seat_cannot_see(walk: Walk) -> None:
    bot = make("ismcts:iterations=30")
    for seed in range(3):
        for state in islice(walk(2 + seed, seed), seed, None, 30):
            view = state.view(state.actor or 0)
            fields: Any = view.fields()
            missions = {place["card"] for place in fields["players"][view.seat]["missions"]}
            missions |= set(fields["missions_face_up"])
            missions |= {place["card"] for place in fields.get("search", {}).get("cards", ())}
            if "use" in fields:
                missions.add(fields["use"]["mission"])
            missions |= {
                mission for player in fields["players"] for mission in player["completed_missions"]
            }
            reasons = why(view, Answer(bot.suggest(view, seed=3), None), NAMES)
            told = " ".join(reason for reason in reasons if not reason.startswith("Expected next"))
            for number in range(1, len(state.cards.source.missions) + 1):
                if mission_words(number - 1, state.cards.source) in told:
                    assert number in missions, told


def test_a_mission_taken_and_discarded_at_once_is_only_taken_away(walk: Walk) -> None:
    for seed in range(8):
        for state in walk(2, seed):
            if state.decision != "resolve":
                continue
            for action in state.legal_actions():
                kind, place, _, _ = unpack(action)
                if kind != Kind.TAKE_MISSION or place > 2:
                    continue
                view = state.view(state.actor or 0)
                number = view.fields()["missions_face_up"][place]
                after = state.copy()
                after.play(action)
                discard = pack(Kind.DISCARD_MISSION, number - 1)
                if discard in after.legal_actions():
                    said = effects(view, (action, discard), NAMES)
                    title = mission_words(number - 1, state.cards.source)
                    assert f"You do not keep {title}, and nobody else can take it." in said
                    assert not any(f"{title} then lacks" in sentence for sentence in said)
                    return
    raise AssertionError("no hand of missions was full")


def test_an_agency_card_taken_and_discarded_at_once_was_never_played() -> None:
    hands = list(_full_hands())
    assert hands
    for view, take, discard, taken in hands:
        said = effects(view, (take, discard), NAMES)
        gone = unpack(discard).first + 1
        told = any(each.startswith(f"You can no longer play A{gone} ") for each in said)
        assert told == (gone != taken)


def _full_hands() -> Iterator[tuple[View, int, int, int]]:
    """Yield a view, the taking of a face-up card that fills the hand, a discard, and the card."""
    for state in decisions(house(), 2, 1, "hoarding"):
        if state.decision != "resolve":
            continue
        view = state.view(state.actor or 0)
        face_up = view.fields()["agency_face_up"]
        for take in state.legal_actions():
            kind, place, *_ = unpack(take)
            if kind != Kind.TAKE_AGENCY or place >= len(face_up):
                continue
            after = state.copy()
            after.play(take)
            if after.decision == "discard":
                for discard in after.legal_actions():
                    yield view, take, discard, face_up[place]
                return


def test_every_move_has_an_effect_in_words(views: list[View]) -> None:
    for view in views:
        for action in view.legal_actions():
            said = effects(view, (action,), NAMES)
            assert said
            assert all(re.fullmatch(r"\S.*\.", sentence) for sentence in said), said


def test_a_die_on_each_target_has_a_use_in_words(walk: Walk) -> None:
    told: dict[Target, set[str]] = {target: set() for target in Target}
    for state in islice(walk(2, 1), 120):
        view = state.view(state.actor or 0)
        for action in state.legal_actions() if state.decision == "place" else ():
            kind, _, target, _ = unpack(action)
            if kind == Kind.PLACE:
                told[Target(target)] |= {effects(view, (action,), NAMES)[0].split()[0]}
    assert all(told.values())
    assert "None" in told[Target.COMPLETE_CIRCLE]
    assert "Face" in told[Target.MISSION_CIRCLE]
