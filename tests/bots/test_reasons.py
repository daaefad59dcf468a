"""The reasons for a move: its effect by the rules, and the measurements of the search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest

from covert_bots import make
from covert_bots.covert.words.narration import listed, mission_words
from covert_bots.covert.words.needs import means_of, missing, with_counts
from covert_bots.players.suggestion import Suggestion
from covert_command.covert.screen.effects import effects
from covert_command.covert.screen.menu import items_of
from covert_command.covert.screen.reasons import NotLookedAtError, why
from covert_engine.covert import State, View
from covert_engine.covert.rules.actions import Kind, Target, pack, unpack
from covert_engine.search import ActionResult

Walk = Callable[[int, int], Iterator[State]]
NAMES = ("Ruth", "Otto", "Ines", "Karl")
CIRCLES = ("Complete Mission", "Mission Cards", "Agency Cards", "Movement")


def figures(move: ActionResult, seat: int) -> set[str]:
    """Return the numbers of a move in an answer, as a hint shows them."""
    return {
        f"{move.expected_score[seat]:.1f}",
        f"{move.win_probability[seat]:.0%}",
        str(move.visits),
    }


def told_figures(paragraphs: list[str]) -> list[set[str]]:
    """Return the numbers of each measured sentence."""
    sentences = re.findall(r"Measured[^:]*: ([^.]*(?:\.\d[^.]*)*)\.", " ".join(paragraphs))
    return [set(re.findall(r"\d[\d.]*%?", sentence)) for sentence in sentences]


def test_every_number_measured_is_one_of_the_answer(views: list[View]) -> None:
    bot = make("ismcts:iterations=100")
    compared = 0
    for view in views[::2]:
        answer = bot.suggest(view, seed=3)
        moves = answer.moves
        if not moves[0].visits:
            continue
        best = figures(moves[0], view.seat)
        told = told_figures(why(view, answer, NAMES))
        assert told[0] == best
        for move in moves[1:]:
            figures_of_move = figures(move, view.seat) if move.visits else set()
            reasons = why(view, answer, NAMES, (move.action,))
            asked = told_figures(reasons)[0] if move.visits else set()
            assert figures_of_move <= asked <= best | figures_of_move
            assert ("The search has not tried it." in reasons) == (not move.visits)
            compared += bool(move.visits)
        assert all(numbers <= best | figures(moves[1], view.seat) for numbers in told[1:])
    assert compared > 20


def test_what_cannot_be_told_apart_is_said_to_be(views: list[View]) -> None:
    view = next(view for view in views if view.decision == "place")
    first, second = view.legal_actions()[:2]

    def answer(error: float) -> Suggestion:
        moves = [
            ActionResult(action, visits=9, value=value, standard_error=error)
            for action, value in ((first, 0.6), (second, 0.5))
        ]
        return Suggestion(moves, (first,), "", 18, 18, 18, "iterations", 0)

    close, clear = (" ".join(why(view, answer(error), NAMES)) for error in (0.1, 0.01))
    assert "cannot tell which of the two is better" in close
    assert "cannot tell" not in clear


def test_a_move_that_was_not_looked_at_has_no_reasons(views: list[View]) -> None:
    view = next(view for view in views if view.decision == "place")
    first, second, *_ = view.legal_actions()
    answer = Suggestion([ActionResult(first)], (first,), "", 0, 0, 0, "no_search", 0)
    assert why(view, answer, NAMES)[-1] == "There is no other move."
    with pytest.raises(NotLookedAtError):
        why(view, answer, NAMES, (second,))


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
            answer = bot.suggest(view, seed=3)
            reasons = why(view, answer, NAMES)
            told = " ".join(reason for reason in reasons if not reason.startswith("Expected next"))
            for number in range(1, len(state.cards.source.missions) + 1):
                if mission_words(number - 1, state.cards.source) in told:
                    assert number in missions, told


def test_what_a_mission_then_lacks_is_so(walk: Walk) -> None:
    """The reference is the game itself, wherever no unseen card comes into the hand."""
    checked = 0
    for seed in range(3):
        for state in islice(walk(2 + seed, seed), 0, None, 40):
            seat = state.actor or 0
            view = state.view(seat)
            cards = state.cards.source
            for action in view.legal_actions():
                after = state.copy()
                after.play(action)
                fields: Any = after.view(seat).fields()
                known = {place["card"] for place in view.fields()["players"][seat]["agency_cards"]}
                known |= set(view.fields()["agency_face_up"])
                own = fields["players"][seat]
                if not {place["card"] for place in own["agency_cards"]} <= known:
                    continue
                if after.decision == "espionage":  # what was begun goes on after the window
                    continue
                said = " ".join(effects(view, (action,), NAMES))
                for place in own["missions"]:
                    name = mission_words(place["card"] - 1, cards)
                    match = re.search(re.escape(name) + r" then lacks ([^.(]+?)(?: \(|\.)", said)
                    if match:
                        mission = cards.missions[place["card"] - 1]
                        lacking = missing(mission, means_of(fields, seat, cards), cards)
                        assert match[1] == (listed(with_counts(lacking)) if lacking else "nothing")
                        checked += 1
    assert checked > 100


def test_dice_that_fit_beside_a_die_are_those_that_can_be_placed(walk: Walk) -> None:
    """The reference is what the next player may place."""
    compared = {"no longer": 0, "now": 0}
    for seed in range(3):
        for state in islice(walk(2 + seed % 3, seed), 0, None, 2):
            seat = state.actor or 0
            for action in state.legal_actions() if state.decision == "place" else ():
                kind, _, circle, _ = unpack(action)
                after = state.copy()
                if kind != Kind.PLACE or circle >= len(CIRCLES):
                    continue
                after.play(action)
                if after.decision != "place" or after.actor == seat:
                    continue
                said = effects(state.view(seat), (action,), NAMES)
                legal = after.legal_actions()
                name = NAMES[after.actor or 0]
                fitting = [
                    sentence
                    for sentence in said
                    if f"{name}'s " in sentence and sentence.endswith(" there.")
                ]
                for sentence in fitting:
                    since = "now" if " now fit" in sentence else "no longer"
                    (dice,) = re.findall(rf"{name}'s ((?:\d|, | and (?=\d))+)", sentence)
                    for face in map(int, re.findall(r"\d", dice)):
                        assert (pack(Kind.PLACE, face, circle) in legal) == (since == "now")
                        compared[since] += 1
    assert min(compared.values()) > 50


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


def test_what_a_die_on_a_circle_can_serve_is_told(walk: Walk) -> None:
    told = set()
    for state in islice(walk(2, 1), 120):
        if state.decision != "place":
            continue
        view = state.view(state.actor or 0)
        for action in state.legal_actions():
            kind, _, target, _ = unpack(action)
            if kind == Kind.PLACE and effects(view, (action,), NAMES):
                told |= {(Target(target).name, effects(view, (action,), NAMES)[0].split()[0])}
    assert {name for name, _ in told} >= {target.name for target in Target}
    assert ("COMPLETE_CIRCLE", "None") in told
    assert ("MOVEMENT_CIRCLE", "Places") in told


def test_each_choice_on_the_screen_can_be_asked_about(views: list[View]) -> None:
    bot = make("ismcts:iterations=50")
    answered = 0
    for view in views:
        answer = bot.suggest(view, seed=1)
        choices = items_of(view)
        ways = {choice.actions[0]: choice.all_actions for choice, _ in reversed(choices)}
        for choice, _ in choices[:: max(1, len(choices) // 4)]:
            try:
                reasons = why(view, answer, NAMES, choice.all_actions, ways)
            except NotLookedAtError:
                continue
            assert all(re.fullmatch(r"\S.*\.", reason) for reason in reasons), reasons
            answered += 1
    assert answered > 60
