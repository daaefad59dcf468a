"""The table as text, and what missions lack."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from covert_bots import make
from covert_bots.covert.words.needs import Means, means_of, missing
from covert_command.covert.screen.board import LEAST_WIDTH, board
from covert_engine.covert import CompiledSet, State, View
from covert_engine.covert.cards.card_set import Character, Code, Mission, Options
from covert_engine.covert.rules.actions import Kind, unpack

Walk = Callable[[int, int], Iterator[State]]
NAMES = ("Ruth", "Otto", "Ines", "Karl")
SAMPLE = 60  # decisions from one position that is drawn to the next


@pytest.fixture(scope="module")
def sample(walk: Walk, views: list[View], cards: CompiledSet) -> list[View]:
    """Return views of all kinds of decisions, of random games, and of a game in which missions are
    completed: all lines of the board that a game can lead to are run."""
    chance = Random(1)
    sights = list(views)
    for seed in range(6):
        for state in islice(walk(2 + seed % 3, seed), chance.randrange(SAMPLE), None, SAMPLE):
            sights += [state.view(seat) for seat in range(state.players)]
    bot, state = make("greedy:worlds=1"), State.deal(cards, 2, 1)
    while state.actor is not None:
        state.play(bot.choose(state.view(state.actor), 1))
        if state.over or chance.randrange(SAMPLE) == 0:
            sights += [state.view(seat) for seat in range(state.players)]
    return sights


@pytest.mark.parametrize(("width", "step"), [(LEAST_WIDTH, 1), (100, 4)])
def test_every_line_fits(sample: list[View], width: int, step: int) -> None:
    for view in sample[::step]:
        names = NAMES[: len(view.fields()["players"])]
        for line in board(view, names, width):
            assert len(line) <= width
            assert line == line.rstrip()
            assert line.isascii()


def test_equal_views_show_equal_tables(views: list[View]) -> None:
    for view in views:
        names = NAMES[: len(view.fields()["players"])]
        assert board(view.sample(1).view(view.seat), names) == board(view, names)


def test_the_table_shows_what_lies_on_it(views: list[View]) -> None:
    for view in views:
        fields = view.fields()
        names = NAMES[: len(fields["players"])]
        text = "\n".join(board(view, names))
        for number in fields["agency_face_up"]:
            assert not number or re.search(rf"face up: A{number}\b", text)
        for number in fields["missions_face_up"]:
            assert not number or f"M{number} '" in text
        for place in fields["players"][view.seat]["missions"]:
            assert f"M{place['card']} '" in text
        for name in names:
            assert name in text


def test_names_alike_get_marks_of_their_own(views: list[View]) -> None:
    view = max(views, key=lambda view: len(view.fields()["players"]))
    text = "\n".join(board(view, ("Ruth", "Rosa", "Ruth", "Rolf")))
    for mark in "NESW":
        assert re.search(rf"^  {mark}  R", text, re.MULTILINE)


@pytest.mark.parametrize(("distinct", "lacks"), [(True, True), (False, False)])
def test_whether_one_agent_meets_two_symbols_is_an_option(
    cards: CompiledSet, distinct: bool, lacks: bool
) -> None:
    region = cards.source.regions[0]
    mission = Mission(points=5, cities=region.cities[:1], regions=(region.name,))
    means = Means((), (), (), agents=region.cities[:1], distinct_agents=distinct)
    assert missing(mission, means, cards.source) == [region.name] * lacks
    two = Means((), (), (), agents=region.cities[:2], distinct_agents=distinct)
    assert missing(mission, two, cards.source) == []


def test_a_mission_lacks_nothing_just_when_it_can_be_completed(
    cards: CompiledSet, walk: Walk
) -> None:
    states = (state for seed in range(12) for state in walk(2 + seed % 3, seed))
    lacks = list(check_lacks(states, cards))
    assert lacks.count(False) > 20
    assert lacks.count(True) > 20


def test_nor_what_the_character_may_pay_with_any_agency_card(cards: CompiledSet) -> None:
    forger = Character("Forger", "any_equipment", amount=2)
    forgers = tuple(replace(forger, name=f"Forger {number}") for number in range(8))
    some = CompiledSet(replace(cards.source, characters=forgers))
    lacks = list(check_lacks(random_states(some, 10), some))
    assert lacks.count(False) > 20
    assert lacks.count(True) > 20


def random_states(cards: CompiledSet, games: int) -> Iterator[State]:
    bot = make("random")
    for seed in range(games):
        state = State.deal(cards, 2 + seed % 3, seed)
        while state.actor is not None:
            yield state
            state.play(bot.choose(state.view(state.actor), seed))


def check_lacks(states: Iterable[State], cards: CompiledSet) -> Iterator[bool]:
    """Check the list of what each mission lacks against the legal completions; yield True if it
    lacks something."""
    for state in states:
        if state.decision != "last_mission" and state.decision != "resolve":
            continue
        assert state.actor is not None
        fields = state.view(state.actor).fields()
        circle = fields["circles"][0]["spaces"]
        if state.decision == "resolve" and (
            fields["turn"]["acted"] or state.actor + 1 not in circle
        ):
            continue
        means = means_of(fields, state.actor, cards.source)
        legal = [unpack(action) for action in state.legal_actions()]
        possible = {action.first for action in legal if action.kind == Kind.COMPLETE}
        for place in fields["players"][state.actor]["missions"]:
            mission = place["card"] - 1
            lacks = missing(cards.source.missions[mission], means, cards.source)
            assert (mission in possible) == (not lacks), lacks
            yield bool(lacks)


def test_a_claim_under_way_stands_in_the_heading(cards: CompiledSet) -> None:
    """The heading has the number of the code, and the tiles it has been read on so far."""
    state = State.deal(CompiledSet(cards.source, Options(codes_bend=True)), 2, 1)
    chance = Random(1)
    while state.decision != "tile":
        claims = [action for action in state.legal_actions() if unpack(action).kind == Kind.CLAIM]
        state.play(chance.choice(claims or state.legal_actions()))
    view = state.view(0)
    claim: Any = view.fields()["claim"]
    code = cards.source.codes[claim["code"] - 1]
    heading = " ".join(board(view, NAMES[:2])[:3])
    assert "to read the next number of a code" in heading
    assert f"C{claim['code']} ({code.equipment}), {' '.join(map(str, code.numbers))}" in heading
    assert f"read on tile {claim['tiles'][0]}" in heading


@pytest.mark.parametrize(
    "tiles", [(2, 2, 1, 1, 1, 1), (2,) * 6, (3, 3, 2, 2, 2, 2), (8, 8, 0, 0, 0, 0)]
)
def test_the_two_rows_of_tiles_stand_one_above_the_other(
    cards: CompiledSet, tiles: tuple[int, ...]
) -> None:
    changed = replace(cards.source, tiles=tiles, codes=(Code((1, 2), "radio"),) * 40)
    state, row = State.deal(CompiledSet(changed, Options()), 2, 1), sum(tiles) // 2
    before = "\n".join(board(state.view(0), NAMES[:2]))
    assert re.search(rf" show (  \.){{{row}}}$", before, re.MULTILINE)
    while state.phase == "setup":
        state.play(state.legal_actions()[0])
    numbers = [str(number) for number in state.view(0).fields()["tiles"]]
    shown = "\n".join(board(state.view(0), NAMES[:2]))
    for first, some in ((1, numbers[:row]), (row + 1, numbers[row:])):
        places = "".join(f"{place:>3}" for place in range(first, first + row))
        numbers_shown = "".join(f"{number:>3}" for number in some)
        line = rf" Tiles{places}\n.* show {numbers_shown}$"
        assert re.search(line, shown, re.MULTILINE)
