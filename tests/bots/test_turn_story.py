"""The recommended turn in words, and why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import count, islice
from typing import Any

from covert_bots import make
from covert_bots.covert.words.turn_story import expectation, fields_after, turn_in_words
from covert_engine.covert import State, View
from covert_engine.covert.cards import compile, house_set
from covert_engine.covert.rules.actions import Kind, pack, unpack

Walk = Callable[[int, int], Iterator[State]]
REFUSE = pack(Kind.REFUSE)
TOKEN = 255  # of an action SPY: the token
NAMES = ("Ruth", "Otto", "Ines", "Karl")


def test_every_story_is_a_sentence(views: list[View]) -> None:
    bot = make("ismcts:iterations=100")
    for view in views:
        words = bot.suggest(view, seed=3).turn_in_words
        assert re.fullmatch(r"[A-Z].*\.", words), words
        assert "  " not in words


def test_a_line_goes_on_past_what_others_choose_unseen_and_does_not_name_it() -> None:
    """The search deals them other missions to put back (2.5) in every world."""
    view = State.deal(compile(house_set()), 3, 2026).view(0)
    bot = make("ismcts:iterations=1000")
    line = bot.suggest(view, seed=1).principal_variation
    kinds = [unpack(action).kind for action in line]
    assert kinds[0] == Kind.RETURN_MISSION not in kinds[1:]
    assert Kind.PLACE in kinds
    assert "; " in expectation(view, line, NAMES)


def _in_sight(fields: Any, seat: int) -> set[int]:
    """Return the Agency Cards that a seat can see before its turn: in its hand, face up, used."""
    own = {place["card"] for place in fields["players"][seat]["agency_cards"]}
    searched = {place["card"] for place in fields.get("search", {}).get("cards", [])}
    used = {
        *fields.get("espionage", {}).get("pool", []),
        *fields.get("use", {}).get("agency_cards", []),
    }
    return own | searched | used | set(fields["agency_face_up"])


def test_a_story_names_no_card_that_its_seat_cannot_see(walk: Walk) -> None:
    bot = make("ismcts:iterations=30")
    named = 0
    for seed in range(3):
        for state in islice(walk(2 + seed % 3, seed), seed % 6, None, 9):
            assert state.actor is not None
            view = state.view(state.actor)
            words = bot.suggest(view, seed=3).turn_in_words
            cards = {int(number) for number in re.findall(r"\bA(\d+) ", words)}
            assert cards <= _in_sight(view.fields(), view.seat), words
            named += len(cards)
    assert named > 20


def test_a_whole_turn_is_reported_up_to_its_end(walk: Walk) -> None:
    """A turn that takes several decisions is one story, and only the first decision starts it."""
    bot = make("ismcts:iterations=200")
    stories = [
        bot.suggest(state.view(state.actor or 0), seed=3).turn_in_words
        for state in walk(2, 1)
        if state.decision == "resolve"
    ]
    assert any(re.match(r"Move with .* dic?e: agent \d to \w+", story) for story in stories)
    assert any(" paying " in story for story in stories)
    assert not any(story.endswith("open.") and "END" in story for story in stories)


def test_a_turn_ends_though_the_same_seat_has_the_next_one(walk: Walk) -> None:
    """Alone in placing, a seat takes turn after turn; a story tells the first."""
    alone = 0
    for state in walk(2, 3):
        assert state.actor is not None
        view = state.view(state.actor)
        fields: Any = view.fields()
        first = _placing(state)
        if first is None or len(fields["order"]) != 1 or fields["turn"]["owed"] != 1:
            continue
        after = state.copy()
        after.play(first)
        second = _placing(after)
        if second is not None and after.actor == state.actor:
            assert turn_in_words(view, (first, second)).count("lace a") == 1
            alone += 1
    assert alone


def test_a_turn_is_over_when_others_are_on_turn(walk: Walk) -> None:
    """With two codes in hand nothing follows the end of a Break Codes turn."""
    stop = pack(Kind.STOP)
    stopped = 0
    for state in walk(3, 2):
        if state.decision == "break":
            assert state.actor is not None
            view = state.view(state.actor)
            if len(view.fields()["players"][view.seat]["codes"]) == 2:
                after = state.copy()
                after.play(stop)
                line = (stop, after.legal_actions()[0])
                assert turn_in_words(view, line) == "Stop breaking codes."
                stopped += 1
    assert stopped


def test_what_follows_an_unseen_card_is_open(walk: Walk) -> None:
    draw = pack(Kind.TAKE_MISSION, 3)
    drawn = 0
    for seed in range(4):
        for state in walk(2, seed):
            if draw in state.legal_actions():
                assert state.actor is not None
                after = state.copy()
                after.play(draw)
                turn = after.view(state.actor).fields()["turn"]
                if after.actor == state.actor and after.decision == "resolve" and turn["acted"]:
                    line = (draw, after.legal_actions()[0])
                    words = turn_in_words(state.view(state.actor), line)
                    assert words == (
                        "Draw a mission from the deck; the rest is decided once you have drawn."
                    )
                    drawn += 1
    assert drawn


def _placing(state: State) -> int | None:
    """Return some legal action that places a die, if there is one."""
    legal = state.legal_actions()
    return next((action for action in legal if unpack(action).kind == Kind.PLACE), None)


def test_what_is_expected_begins_after_the_turn(views: list[View]) -> None:
    """The turn itself has been said in full; an expected line that ends with it is not told."""
    bot = make("ismcts:iterations=200")
    told = 0
    for view in views:
        answer = bot.suggest(view, seed=3)
        words = expectation(view, answer.principal_variation, NAMES)
        if words:
            told += 1
            first = words.removeprefix("Expected next: ").partition(";")[0]
            assert first.startswith((*NAMES, "you "))
            assert not words.lower().startswith(
                f"expected then: you {answer.turn_in_words.partition(',')[0].lower()}"
            )
    assert told > len(views) / 2


def test_no_die_is_placed_that_has_not_been_rolled() -> None:
    """A mission is returned before anybody rolls (2.5), though the search looks further."""
    view = State.deal(compile(house_set()), 2, 11).view(0)
    answer = make("ismcts:iterations=2000").suggest(view, seed=0)
    assert Kind.PLACE in [unpack(action).kind for action in answer.principal_variation]
    assert re.fullmatch(r"Put '[^']+' under the mission deck\.", answer.turn_in_words)


def test_a_turn_goes_on_after_espionage_that_its_own_seat_declines(walk: Walk) -> None:
    """The effects of a turn are those of all of its actions, though a window opens in between."""
    state, use, step = next(_uses_with_a_window(walk))
    seat = state.actor or 0
    view = state.view(seat)
    state.play(use)
    while state.decision == "espionage":
        state.play(REFUSE)
    state.play(step)
    views: list[Any] = [view.fields(), fields_after(view, (use, step)), state.view(seat).fields()]
    before, told, after = (fields["players"][seat]["agents"] for fields in views)
    assert told == after != before


def _uses_with_a_window(walk: Walk) -> Iterator[tuple[State, int, int]]:
    """Yield a state, an ability for movement that its own seat may answer by Espionage, a step."""
    for seed in count():
        for state in walk(2, seed):
            for use in state.legal_actions():
                after, asked = state.copy(), False
                if unpack(use).kind != Kind.USE:
                    continue
                after.play(use)
                while after.decision == "espionage":
                    asked |= after.actor == state.actor
                    after.play(REFUSE)
                if asked and after.decision == "step" and after.actor == state.actor:
                    yield state.copy(), use, after.legal_actions()[0]


def test_espionage_of_another_turn_is_not_drawn(walk: Walk) -> None:
    """A line may go on with a card that another seat is expected to play later."""
    told = 0
    for state in walk(2, 1):
        view = state.view(state.actor or 0)
        unseen = set(range(1, 61)) - _in_sight(view.fields(), view.seat)
        spy = pack(Kind.SPY, TOKEN, min(unseen) - 1)
        for move in state.legal_actions():
            if unpack(move).kind == Kind.MOVE and told < 5:
                words = turn_in_words(view, [move, spy])
                assert words.endswith("; the rest of the turn is still open."), words
                told += 1
    assert told == 5
