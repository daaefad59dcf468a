"""The choices a person is given, and the menu that shows them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from random import Random

import pytest

from covert_bots import make
from covert_command.covert.screen.choices import Choice
from covert_command.covert.screen.choices import choices_of as found_choices
from covert_command.covert.screen.map import map_lines, map_lines_brief
from covert_command.covert.screen.menu import Item, menu
from covert_command.covert.screen.menu import items_of as found_items
from covert_engine.covert import CompiledSet, State, View, house_set
from covert_engine.covert.cards.card_set import Options
from covert_engine.covert.rules.actions import Kind, unpack

WIDTH = 80
MOST_LINES = 20  # of a menu, so that heading and prompt stand on the same screen of 24
NAMES = ("Ruth", "Otto", "Ines", "Karl")


@cache
def choices_of(view: View) -> list[Choice]:
    """Return the choices of a view, cached for all tests."""
    return found_choices(view)


@cache
def items_of(view: View) -> list[tuple[Choice, Item]]:
    return found_items(view)


@pytest.fixture(scope="module")
def decisions() -> list[tuple[State, View]]:
    """Return positions of games that a simple bot plays, with a random move now and then."""
    met = []
    for players, seed in ((2, 0), (3, 2), (4, 3)):
        chance = Random(seed)
        bot, state = make("greedy:worlds=1"), State.deal(CompiledSet(house_set()), players, seed)
        while state.actor is not None:
            view = state.view(state.actor)
            met.append((state.copy(), view))
            wild = chance.random() < 0.1
            state.play(chance.choice(view.legal_actions()) if wild else bot.choose(view, 1))
    return met


def test_a_move_that_shares_its_label_with_none_is_a_whole_sentence() -> None:
    flight = Item(
        "Fly to Moscow with A43 passport", "agent 2", whole="Fly agent 2 to Moscow with A43"
    )
    end = Item("End", "the turn", short="it")
    assert menu({1: flight, 2: end}, WIDTH) == [
        "  1) Fly agent 2 to Moscow with A43   2) End the turn"
    ]
    tight = menu({1: flight, 2: end}, WIDTH, tight=1)
    assert tight == ["  1) Fly agent 2 to Moscow with A43   2) End it"]


def test_every_legal_action_begins_a_choice(decisions: list[tuple[State, View]]) -> None:
    for _, view in decisions:
        begun = {choice.actions[0] for choice in choices_of(view)}
        assert begun == set(view.legal_actions())


def test_a_choice_can_be_played_to_its_end(decisions: list[tuple[State, View]]) -> None:
    """It can be played in the real game, not only in the sampled world in which it was listed."""
    longest = 0
    for state, view in decisions:
        for choice in choices_of(view):
            if len(choice.actions) == 1:
                continue
            played = state.copy()
            for action in choice.actions:
                assert played.actor == view.seat
                assert action in played.legal_actions()
                played.play(action)
            longest = max(longest, len(choice.actions))
    assert longest >= 3  # whole payments


def test_a_payment_is_one_choice(decisions: list[tuple[State, View]]) -> None:
    """After it nothing is left to pay."""
    whole = 0
    for state, view in decisions:
        if view.decision != "payment":
            continue
        for choice in choices_of(view):
            played = state.copy()
            for action in choice.actions:
                played.play(action)
            whole += played.actor != view.seat or played.decision != "payment"
    assert whole > 50


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (Kind.COMPLETE, Kind.PAY),
        (Kind.CLAIM, Kind.DRAW_CODE),
        (Kind.SWAP, Kind.DRAW_CODE),
        (Kind.STEP, Kind.REWARD),
        (Kind.MOVE, Kind.STEP),
        (Kind.FLY, Kind.AGENT),
    ],
)
def test_what_an_action_brings_with_it_is_chosen_with_it(
    first: Kind, last: Kind, decisions: list[tuple[State, View]]
) -> None:
    whole = {
        choice
        for _, view in decisions
        for choice in choices_of(view)
        if unpack(choice.actions[0]).kind == first and unpack(choice.actions[-1]).kind == last
    }
    assert len(whole) > 5


def test_what_lets_agents_move_can_be_chosen_without_one(
    decisions: list[tuple[State, View]],
) -> None:
    for _, view in decisions:
        alone = {choice.actions for choice in choices_of(view) if len(choice.actions) == 1}
        for action in view.legal_actions():
            assert unpack(action).kind != Kind.MOVE or (action,) in alone


def test_no_two_choices_read_alike(decisions: list[tuple[State, View]]) -> None:
    for _, view in decisions:
        sentences = [item.sentence for _, item in items_of(view)]
        assert len(set(sentences)) == len(sentences), sentences


@pytest.mark.parametrize("tight", [0, 1, 2])
def test_the_menu_numbers_every_choice_once_and_fits(
    tight: int, decisions: list[tuple[State, View]]
) -> None:
    for _, view in decisions:
        items = {number: item for number, (_, item) in enumerate(items_of(view), 1)}
        lines = menu(items, WIDTH, tight=tight)
        assert len(lines) <= MOST_LINES or not tight
        assert max(map(len, lines)) <= WIDTH
        numbers: list[int] = []
        for line in lines:
            row = re.match(r"  a \d on (.*)", line)
            shown = re.findall(r"\d+", row[1]) if row else re.findall(r"\s{2}(\d+)\) ", line)
            numbers += map(int, shown)
        assert numbers == list(range(1, len(items) + 1))


def test_a_choice_names_what_it_does() -> None:
    """A decision of each kind that is drawn in a way of its own."""
    state = State.deal(CompiledSet(house_set()), 2, 7)
    sentences = [item.sentence for _, item in items_of(state.view(0))]
    assert sentences[0].startswith("Return the mission '")
    while state.decision != "place":
        state.play(state.legal_actions()[0])
    assert state.actor is not None
    view = state.view(state.actor)
    die = view.fields()["players"][view.seat]["dice"][0]
    sentences = [item.sentence for _, item in items_of(view)]
    assert f"Place a {die} on the Special Operations folder" in sentences
    assert "Take turn order token #1" in sentences


def test_codes_that_bend_are_begun_not_whole() -> None:
    """A bent claim is a chain of decisions, each shown with its tile."""
    cards = CompiledSet(house_set(), Options(codes_bend=True))
    chance, state, claims = Random(3), State.deal(cards, 2, 3), 0
    while state.actor is not None and claims < 3:
        view = state.view(state.actor)
        for choice, item in items_of(view):
            if unpack(choice.actions[0]).kind == Kind.CLAIM:
                claims += 1
                left = [unpack(action).kind for action in choice.actions[1:]]
                assert left in ([], [Kind.DRAW_CODE])  # the latter if the tiles are forced
                assert re.match(r"Break C\d+ \([\d ]+\) from tile \d+ on", item.sentence)
        state.play(chance.choice(view.legal_actions()))
    assert claims >= 3


@pytest.mark.parametrize("draw", [map_lines, map_lines_brief])
def test_the_map_names_every_city_and_fits(
    draw: Callable[[View, Sequence[str], int], list[str]], decisions: list[tuple[State, View]]
) -> None:
    for _, view in decisions[:: len(decisions) // 20]:
        lines = draw(view, NAMES[: len(view.fields()["players"])], WIDTH)
        assert max(map(len, lines)) <= WIDTH
        for city in house_set().cities:
            assert any(re.search(rf"\b{city}\b", line) for line in lines)


def test_the_brief_map_fits_a_small_terminal(decisions: list[tuple[State, View]]) -> None:
    for _, view in decisions[:: len(decisions) // 20]:
        assert len(map_lines_brief(view, NAMES[: len(view.fields()["players"])], WIDTH)) <= 23
