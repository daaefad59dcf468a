"""An answer beside its moves: measured reasons, and the cards that opponents may hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from statistics import mean
from typing import Any, NamedTuple

import pytest

from covert_bots import make
from covert_bots.covert.bots import SEARCH
from covert_bots.covert.hint import hint_of
from covert_bots.covert.wire import answer_from_message, suggestion_to_message
from covert_bots.covert.words.differences import Measured, PlayedOn, in_words, played_on
from covert_bots.covert.words.narration import code_words, mission_words, phrase
from covert_bots.players.bot import Wanted
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert import State, View, compile, house_set
from covert_engine.covert.facts import Fact, FactKind, facts_of
from covert_engine.covert.rules.actions import Kind, unpack
from covert_engine.search import Difference, Limit, compare, flat
from covertbots.v1.covert_pb2 import CovertHint

Walk = Callable[[int, int], Iterator[State]]
ALL = Wanted(comparison=True, hands=True)
BOT = make("ismcts:iterations=60")
MEASURED = replace(SEARCH, estimates=True)
SHARES = (
    CovertHint.FACT_WIN_PROBABILITY,
    CovertHint.FACT_MISSION_COMPLETED,
    CovertHint.FACT_CODE_COMPLETED,
)


class Answer(NamedTuple):
    view: View
    moves: list[int]  # the first two
    hint: CovertHint


@pytest.fixture(scope="module")
def answers(walk: Walk) -> list[Answer]:
    """Return the answers at some decisions of three games."""
    given = []
    for seed in range(3):
        for state in islice(walk(2 + seed, seed), 5 + seed, None, 37):
            view = state.view(state.actor or 0)
            answer = BOT.suggest(view, seed=4, wanted=ALL)
            moves = [move.action for move in answer.moves[:2]]
            given.append(Answer(view, moves, hint_of(answer, view) or CovertHint()))
    return given


def by_fact(view: View, figures: tuple[Difference, ...]) -> dict[Fact, Difference]:
    return dict(zip(facts_of(view), figures[1 + 2 * view.players :], strict=True))


def test_every_number_of_the_reasons_is_a_figure_of_the_message(answers: list[Answer]) -> None:
    told = 0
    for view, moves, hint in answers:
        cards = view.cards.source
        text = hint.reasons.text
        for words in (
            *(phrase(move, cards, view.fields()).advice for move in moves),
            *(mission_words(card, cards) for card in range(len(cards.missions))),
            *(code_words(card, cards) for card in range(len(cards.codes))),
        ):
            text = text.replace(words, "")
        figures = {str(hint.reasons.worlds)}
        for difference in hint.reasons.differences:
            form = ".0%" if difference.fact in SHARES else ".1f"
            form = ".3f" if difference.fact == CovertHint.FACT_VALUE else form
            figures |= {f"{difference.recommended:{form}}", f"{difference.other:{form}}"}
        numbers = re.findall(r"\d[\d.]*\d%?|\d%?", text)
        assert set(numbers) <= figures
        told += len(numbers)
    assert told > 60


def test_only_differences_beyond_their_noise_are_reasons(answers: list[Answer]) -> None:
    beyond = 0
    for _, _, hint in answers:
        costs, others = hint.reasons.differences[:3], hint.reasons.differences[3:]
        names = [CovertHint.Fact.Name(cost.fact) for cost in costs]
        assert names in ([], ["FACT_VALUE", "FACT_WIN_PROBABILITY", "FACT_EXPECTED_SCORE"])
        for difference in others:
            assert abs(difference.recommended - difference.other) > 3 * difference.standard_error
            beyond += 1
        equal = [
            cost
            for cost in costs[:1]
            if abs(cost.recommended - cost.other) <= 3 * cost.standard_error
        ]
        assert ("does about as well as" in hint.reasons.text) == bool(equal)
    assert beyond > 20


def of_two_moves(value: float, chance: float, score: float, *, recommended: bool = True) -> str:
    """Return the verdict on two moves that differ by so much from a half, and from 50 points."""
    view = State.deal(compile(house_set()), 2, 0).view(0)
    figures = tuple(
        Measured(fact, 0, 0, Difference(middle + more, middle, 0.001))
        for fact, middle, more in (
            ("value", 0.5, value),
            ("win_probability", 0.5, chance),
            ("expected_score", 50.0, score),
        )
    )
    other = view.legal_actions()[1]
    text = in_words(view, PlayedOn(9, 1, figures), other, recommended=recommended)
    start, *_, rest = text.partition("to the end of the round, it does ")
    assert start == "Played on in the same 9 worlds, "
    return rest.split(". Nothing")[0]


@pytest.mark.parametrize(
    ("value", "recommended", "said"),
    [
        (0.0, True, "about as well as the next best, "),
        (0.0, False, "about as well as the best, "),
        (0.1, True, "better than the next best, "),
        (-0.1, False, "worse than the best, "),
    ],
)
def test_there_is_one_verdict(value: float, recommended: bool, said: str) -> None:
    text = of_two_moves(value, value, 0, recommended=recommended)
    assert text.startswith(said)
    assert (" instead of " in text) == bool(value)
    assert "though" not in text


def test_a_verdict_against_the_search_says_so() -> None:
    assert ", though the search prefers it: " in of_two_moves(-0.1, -0.1, 0)
    other_way = of_two_moves(0.1, 0.1, 0, recommended=False)
    assert ", though the search prefers the other: " in other_way


@pytest.mark.parametrize(
    ("chance", "score", "said"),
    [
        (
            0.1,
            2,
            ": a chance to win against equals of 60% instead of 50% and an expected score of 52.0 "
            "instead of 50.0",
        ),
        (
            -0.1,
            2,
            ": a chance to win against equals of 40% instead of 50%, but an expected score of 52.0 "
            "instead of 50.0",
        ),
        (0, -2, ": an expected score of 48.0 instead of 50.0"),
        (0.1, 0, ": a chance to win against equals of 60% instead of 50%"),
        (0, 0, ": a value of 0.600 instead of 0.500"),
    ],
)
def test_figures_of_opposite_direction_are_joined_with_but(
    chance: float, score: float, said: str
) -> None:
    assert said in of_two_moves(0.1, chance, score)


def test_an_answer_has_its_comparison(walk: Walk) -> None:
    """What a client reads is what was measured, to the last digit."""
    view = next(state.view(state.actor or 0) for state in walk(2, 1) if state.decision == "place")
    answer = BOT.suggest(view, seed=4, wanted=ALL)
    assert answer.comparison is not None
    read = answer_from_message(suggestion_to_message(answer, view), view.cards)
    assert read.played_on == played_on(view, answer.comparison)
    assert read.played_on is not None
    assert read.played_on.turned.turned == read.played_on
    assert [move.action for move in read.suggestion.moves] == [move.action for move in answer.moves]


def test_a_mission_that_is_being_completed_is_completed(walk: Walk) -> None:
    """The rules are the reference: a mission completed takes no more dice."""
    seen = 0
    for seed in range(6):
        for state in walk(2 + seed % 3, seed):
            legal = state.legal_actions()
            first = [action for action in legal if unpack(action).kind == Kind.COMPLETE]
            others = [action for action in legal if unpack(action).kind != Kind.COMPLETE]
            if not first or not others:
                continue
            view = state.view(state.actor or 0)
            comparison = compare(view, first[0], others[0], 16, 1, MEASURED)
            card = unpack(first[0]).first + 1
            of_card = {
                fact.kind: figures
                for fact, figures in by_fact(view, comparison.figures).items()
                if fact.card == card and fact.kind is not FactKind.CODE_COMPLETED
            }
            assert of_card[FactKind.MISSION_COMPLETED].first == 1
            assert of_card[FactKind.MISSION_DICE].first == 0
            seen += 1
    assert seen > 3


def test_at_the_end_of_the_game_points_are_the_final_score(walk: Walk) -> None:
    state = next(islice(walk(3, 1), 120, None))
    view = state.view(state.actor or 0)
    first, second, *_ = view.legal_actions()
    comparison = compare(view, first, second, 8, 1, replace(MEASURED, horizon=0))
    scores = comparison.figures[1 : 1 + view.players]
    facts = by_fact(view, comparison.figures)
    assert [facts[Fact(FactKind.POINTS, seat)] for seat in range(3)] == list(scores)
    chances = comparison.figures[1 + view.players : 1 + 2 * view.players]
    assert sum(chance.first for chance in chances) == pytest.approx(1)
    costs = [cost.figures for cost in played_on(view, comparison).differences[:3]]
    assert costs == [comparison.figures[0], chances[view.seat], scores[view.seat]]


def test_which_move_comes_first_makes_no_difference(views: list[View]) -> None:
    view = next(view for view in views if view.decision == "place")
    first, second, *_ = view.legal_actions()
    forward = compare(view, first, second, 32, 5, MEASURED)
    other = compare(view, second, first, 32, 5, MEASURED)
    assert forward.worlds == other.worlds == 32
    for here, there in zip(forward.figures, other.figures, strict=True):
        assert (here.first, here.second) == (there.second, there.first)
        assert here.standard_error == pytest.approx(there.standard_error, abs=1e-9)


def test_the_errors_of_differences_are_those_of_other_worlds(views: list[View]) -> None:
    """Comparisons in other worlds differ by as much as the errors say."""
    within = []
    for view in (view for view in views if view.decision in ("place", "resolve")):
        first, *_, second = view.legal_actions(canonical=True)
        if first == second:
            continue
        every = [compare(view, first, second, 100, seed, MEASURED).figures for seed in range(20)]
        for same in zip(*every, strict=True):
            differences = [figure.first - figure.second for figure in same]
            if min(figure.standard_error for figure in same) > 0.01:
                off = [abs(difference - mean(differences)) for difference in differences]
                within += [
                    far <= 1.96 * figure.standard_error
                    for far, figure in zip(off, same, strict=True)
                ]
    assert len(within) > 500
    assert 0.93 < mean(within) < 0.97


def test_moves_are_compared_once_when_the_search_has_ended(views: list[View]) -> None:
    reported: list[Suggestion] = []
    view = next(view for view in views if len(view.legal_actions()) > 2)
    final = make("ismcts:seconds=0.4").suggest(view, on_progress=reported.append, wanted=ALL)
    assert final.comparison is not None
    assert reported
    assert all(answer.comparison is None for answer in reported)


def test_what_more_is_asked_for_changes_nothing_else(views: list[View]) -> None:
    for view in views[::5]:
        for spec in ("ismcts:iterations=40,lanes=2", "flat:iterations=40", "greedy"):
            bot = make(spec)
            plain, more = bot.suggest(view, seed=1), bot.suggest(view, seed=1, wanted=ALL)
            assert more._replace(comparison=None, hands=()) == plain
            message = suggestion_to_message(plain, view)
            assert not message.HasField("covert")
            more_message = suggestion_to_message(more, view)
            more_message.ClearField("covert")
            assert more_message == message


def test_shares_of_worlds_are_of_all_cards_that_the_seat_does_not_know(
    answers: list[Answer],
) -> None:
    for view, _, hint in answers:
        fields: Any = view.fields()
        opponents = [seat for seat in range(view.players) if seat != view.seat]
        assert [hand.seat for hand in hint.hands] in ([], opponents)
        own = {"missions": view.hand["missions"], "codes": view.hand["codes"]}
        for hand in hint.hands:
            for kind, shares in (("missions", hand.missions), ("codes", hand.codes)):
                places = fields["players"][hand.seat][kind]
                unknown = sum(not place["card"] for place in places)
                assert sum(share.share for share in shares) == pytest.approx(unknown)
                assert all(0 < share.share <= 1 for share in shares)
                assert not {share.card for share in shares} & set(own[kind])
                order = [(-share.share, share.card) for share in shares]
                assert order == sorted(order)


@pytest.mark.parametrize(
    "spec", ["ismcts:iterations=90", "ismcts:iterations=90,lanes=3", "flat:iterations=90", "greedy"]
)
def test_shares_are_counted_in_the_worlds_of_the_search(views: list[View], spec: str) -> None:
    view = next(view for view in views if view.decision == "place" and view.players == 3)
    answer = make(spec).suggest(view, seed=2, wanted=ALL)
    own = view.hand["missions"]
    counts = answer.hands[2 * view.seat]
    assert {card for card, count in enumerate(counts, 1) if count} == set(own)
    assert {count for count in counts if count} == {answer.worlds}
    other = answer.hands[2 * (0 if view.seat else 1)]
    assert len({count for count in other if count}) > 1


def test_codes_whose_equipment_is_known_are_of_that_equipment(answers: list[Answer]) -> None:
    checked = 0
    for view, _, hint in answers:
        fields: Any = view.fields()
        for hand in hint.hands:
            places = fields["players"][hand.seat]["codes"]
            kinds = {place.get("equipment") for place in places if not place["card"]}
            if kinds and all(kinds):
                shown = {view.cards.source.codes[code.card - 1].equipment for code in hand.codes}
                assert shown == kinds
                checked += 1
    assert checked > 3


def test_a_comparison_is_made_in_fresh_worlds(views: list[View]) -> None:
    """In the worlds of its own search the best move is the one that was lucky there."""
    view = next(view for view in views if view.decision == "place")
    first, second, *_ = view.legal_actions()
    alone = flat(view, Limit(64), 3, MEASURED, only=(first, second))
    comparison = compare(view, first, second, 32, 3, MEASURED)
    for entry, figure in zip(alone.actions, comparison.figures[0][:2], strict=True):
        assert entry.visits == 32
        assert entry.value != pytest.approx(figure, abs=1e-6)
