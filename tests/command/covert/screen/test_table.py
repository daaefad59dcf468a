"""Screens of 24 rows at each decision of a game, and the reading of typed words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import StringIO
from random import Random
from typing import Any

import pytest
from command.shell import REPOSITORY
from rich.console import Console

from covert_bots import make
from covert_bots.covert.words.turn_story import turn_of
from covert_command.covert.input import (
    LineError,
    MoveReader,
    beginning_of,
    meant,
    moves_meant,
    parts_of,
    why_not,
)
from covert_command.covert.screen.board import board, forms_of
from covert_command.covert.screen.choices import Choice
from covert_command.covert.screen.menu import Item, items_of
from covert_command.covert.screen.move_numbers import MoveNumbers
from covert_command.covert.screen.table import show_decision
from covert_command.covert.standing_orders import StandingOrders
from covert_engine.covert import (
    CompiledSet,
    State,
    View,
    format_action,
    house_set,
    parse_action,
)
from covert_engine.covert.cards.card_file import parse_card_set
from covert_engine.covert.rules.actions import Ability, Kind, Source, unpack

ROWS, COLUMNS = 24, 80
NEWS = [
    ["   East  uses -1 with A7 (radio), changes the die to 1, places a 1 on Agency", "   Cards"],
    ["   East  takes turn order token #1"],
]


@pytest.fixture(scope="module")
def views() -> list[View]:
    """Return all decisions of three games, of two to four seats."""
    seen = []
    for players, seed in ((2, 0), (2, 1), (4, 3)):
        bot, state = make("greedy:worlds=1"), State.deal(CompiledSet(house_set()), players, seed)
        while state.actor is not None:
            seen.append(state.view(state.actor))
            state.play(bot.choose(seen[-1], 1))
    return seen[::5]


@cache
def items(view: View) -> dict[int, Item]:
    """Return the entries of a decision's menu."""
    return {number: item for number, (_, item) in enumerate(items_of(view), 1)}


@cache
def screen(view: View) -> list[str]:
    """Return the lines that are shown, the prompt among them."""
    console = Console(
        width=COLUMNS, height=ROWS, file=StringIO(), force_terminal=True, color_system=None
    )
    show_decision(console, view, items(view), ["A tip."], NEWS)
    assert isinstance(console.file, StringIO)
    return [*console.file.getvalue().strip("\n").split("\n"), "North>"]


def test_no_decision_is_higher_than_the_terminal(views: list[View]) -> None:
    for view in views:
        lines = screen(view)
        assert len(lines) <= ROWS, "\n".join(lines)
        assert max(map(len, lines)) <= COLUMNS, "\n".join(lines)


def test_a_screen_shows_what_its_moves_are_about(views: list[View]) -> None:
    shown = dict.fromkeys(("break", "place", "resolve", "step"), 0)
    decisions = 0
    for view in views:
        text = "\n".join(screen(view))
        kinds = {unpack(action).kind for action in view.legal_actions()}
        if view.decision in shown:
            has_missions = "Your missions" in text
            assert has_missions or "hand" in text, text  # it is named, in the longest menus
            shown[view.decision] += has_missions
            decisions += 1
        if view.decision == "break":
            assert "Tiles" in text, text
            assert "Codes" in text, text
        if view.decision in ("place", "die", "reroll"):
            assert "Action circles" in text or "On circles" in text, text
        if Kind.TAKE_MISSION in kinds:
            assert "Missions face up" in text, text
        if Kind.STEP in kinds:
            assert "Agents, +cubes" in text or "Your agents" in text, text
    assert min(shown.values()) > 10
    assert sum(shown.values()) > 0.98 * decisions


def test_long_names_of_regions_and_equipment_have_room() -> None:
    text = (REPOSITORY / "tests" / "data" / "second.toml").read_text(encoding="utf-8")
    for short, long in {
        "north": "Western Europe",
        "wireless": "a wireless for short waves",
        "rope": "a rope for the long way down",
    }.items():
        text = text.replace(f'"{short}"', f'"{long}"')
    cards, shown = CompiledSet(parse_card_set(text)), 0
    for seed in range(20):
        state = State.deal(cards, 2, seed)
        while state.phase != "placing":
            state.play(state.legal_actions()[0])
        lines = board(state.view(0), ("North", "East"), COLUMNS)
        assert max(map(len, lines)) <= COLUMNS, "\n".join(lines)
        assert any(line.startswith("  Western Europe  Seoul") for line in lines)
        (decks,) = (line for line in lines if "Decks " in line)
        shown += decks.endswith(",")  # the other one stands below
    assert shown > 0


PARTS = {  # the beginning of each part on the screen, and its name where it is not shown
    "own_missions": ("Your missions", "your missions"),
    "tiles": ("Tiles", "tiles"),
    "missions": ("Missions face up", "face-up missions"),
    "face_up": ("Face up", "face-up cards"),
    "order": ("Turn order", "turn order"),
    "dice": ("Your dice", "your placed dice"),
    "agents": ("Agents, +cubes", "agents, cubes"),
}


def test_what_is_not_shown_is_named_and_nothing_else(views: list[View]) -> None:
    named = vague = 0
    for view in views:
        lines = screen(view)
        text = "\n".join(lines)
        left_out = re.search(r"^Not shown: (?:.*[^)]\n)?.*\)\n", text, re.MULTILINE)
        words = " ".join(left_out[0].split()) if left_out else ""
        is_vague = "Not shown: parts of the table" in text
        vague += is_vague
        if is_vague or "Players" in lines:
            continue
        forms = forms_of(view, ("North", "East", "South", "West")[: len(view.fields()["players"])])
        for part, (start, name) in PARTS.items():
            if part in forms:
                is_shown = (
                    re.search(rf"^{re.escape(start)}|  {start} ", text, re.MULTILINE) is not None
                )
                assert (f"{name}," not in f"{words},".replace(" (", ", (")) == is_shown, (
                    name,
                    text,
                )
        assert ("Your agents" in text) <= ("others' agents, cubes" in words), text
        has_others = re.search("^(East|North)   ", text, re.MULTILINE) is not None
        assert ("characters" in words, "players" in words) == (has_others, not has_others), text
        named += left_out is not None
    assert named > 50
    assert vague < 0.02 * len(views)


def test_the_score_and_everybodys_dice_are_on_each_screen(views: list[View]) -> None:
    shown = 0
    for view in views:
        fields: Any = view.fields()
        (line,) = re.findall(
            r"^(?:Round .* \| )?(Score  .*)", "\n".join(screen(view)), re.MULTILINE
        )
        scores = re.findall(r"[A-Z][a-z]* (\d+)", line.split("   To place")[0])
        state = view.sample(1)
        assert scores == [str(score) for score in state.scores()]
        if view.fields()["phase"] == "placing":
            faces = re.findall(r"[A-Z][a-z]* ([-\d ]+?)(?=  |$)", line.split("To place  ")[1])
            wanted = ["".join(map(str, player["dice"])) or "-" for player in fields["players"]]
            assert [dice.replace(" ", "") for dice in faces] == wanted
            shown += 1
    assert shown > 50


def test_a_move_keeps_its_number_through_a_phase() -> None:
    bot, state = make("greedy:worlds=1"), State.deal(CompiledSet(house_set()), 2, 0)
    numbers: dict[int, MoveNumbers] = {0: MoveNumbers(), 1: MoveNumbers()}
    given: dict[Any, dict[str, int]] = {}
    again = 0
    while state.actor is not None and state.round < 5:
        view = state.view(state.actor)
        moves = numbers[view.seat].on(view, items_of(view))
        assert len({*moves}) == len(items_of(view))
        kept = given.setdefault((view.seat, state.round, state.phase, view.decision), {})
        for number, (_, item) in moves.items():
            again += item.sentence in kept
            assert kept.setdefault(item.sentence, number) == number
        assert len({*kept.values()}) == len(kept)
        state.play(bot.choose(view, 1))
    assert again > 200


def test_each_move_can_be_typed_as_the_screen_words_it(views: list[View]) -> None:
    for view in views:
        moves = dict(enumerate(items_of(view), 1))
        legal = [format_action(action, view.cards) for action in view.legal_actions()]
        reader = MoveReader(view, moves, legal, [])
        for choice, item in moves.values():
            (typed,) = parts_of(item.sentence, moves)
            assert reader.actions(typed) == choice.actions, item.sentence


def test_no_sneak_attack_is_offered_without_a_die_for_it() -> None:
    hidden = offered = 0
    for view in views_of_random_games():
        legal = [unpack(action) for action in view.legal_actions()]
        if any(play[:2] == (Kind.USE, Ability.SNEAK_ATTACK) for play in legal):
            fields: Any = view.fields()
            shown = any("Sneak Attack" in item.sentence for _, item in items_of(view))
            assert shown == (len(fields["players"][view.seat]["dice"]) > fields["turn"]["owed"])
            hidden, offered = hidden + (not shown), offered + shown
    assert hidden
    assert offered


def test_no_heading_ends_in_a_bar(views: list[View]) -> None:
    wrapped = 0
    for view in views:
        lines = screen(view)
        assert not any(line.endswith(" |") for line in lines), "\n".join(lines)
        wrapped += any(line.startswith("asked in turn order") for line in lines)
    assert wrapped


def test_a_sentence_of_a_choice_is_one(views: list[View]) -> None:
    """A hint shows it without a label before it."""
    sentences = {item.sentence for view in views for item in items(view).values()}
    assert any(re.fullmatch(r"Choose a \d to reroll", sentence) for sentence in sentences)
    swaps = [
        sentence
        for sentence in sentences
        if sentence.startswith("Swap tiles") and "nothing" in sentence
    ]
    assert swaps
    assert all(
        re.fullmatch(r"Swap tiles \d+ and \d+, and break nothing yet", sentence)
        for sentence in swaps
    )


def test_entries_of_the_news_are_whole(views: list[View]) -> None:
    for view in views:
        lines = screen(view)
        assert ("   Cards" in lines) == (NEWS[0][0] in lines)


def views_of_random_games() -> Iterator[View]:
    for seed in range(12):
        chance, state = Random(seed), State.deal(CompiledSet(house_set()), 2, seed)
        while state.actor is not None and state.round < 12:
            yield state.view(state.actor)
            state.play(chance.choice(state.legal_actions()))


def test_auto_end_gives_up_nothing_that_does_not_come_again() -> None:
    """Cards and tokens wait; a character's ability does as long as a turn is left in the round."""
    orders, offered, asked = StandingOrders(), 0, 0
    for view in views_of_random_games():
        plays = [unpack(action) for action in view.legal_actions()]
        ends = [play for play in plays if play.kind in (Kind.END, Kind.PASS)]
        if view.decision not in ("place", "resolve") or not ends:
            continue
        player = view.fields()["players"][view.seat]
        circles = [seat for circle in view.fields()["circles"] for seat in circle["spaces"]]
        own = any(
            play.kind == Kind.USE
            and (play.first >= len(Ability) or play.second == Source.BY_CHARACTER)
            for play in plays
        )
        if view.decision == "place" and player["dice"]:
            continue
        order = orders.offer(view)
        if own and view.seat + 1 not in circles:
            assert order is None
            asked += 1
        else:
            assert order is not None
            assert order.name == "end"
            offered += 1
    assert offered > 20
    assert asked


def test_a_hint_is_played_as_far_as_it_is_shown(views: list[View]) -> None:
    """The bot's decisions are those shown, without the forced steps and with the end of a turn."""
    bot, longest = make("ismcts:iterations=30"), 0
    for view in views[::5]:
        line = bot.suggest(view, seed=1).principal_variation
        turn = turn_of(view, line)
        assert turn.decided[0] == line[0]
        silent = {Kind.STOP, Kind.END, Kind.REFUSE}
        spoken = [action for action in turn.decided[1:] if unpack(action).kind not in silent]
        shown = iter(turn.shown[1:])  # what is forced stands between
        assert all(action in shown for action in spoken)
        longest = max(longest, len(turn.decided))
    assert longest > 2


ITEMS = (
    Item("Place a 5 on", "Mission Cards", "a 5 on", "Mission Cards"),
    Item("Place a 3 on", "Complete Mission", "a 3 on", "Complete Mission"),
    Item("Return the mission", "'Dead Drop'"),
    Item("Take", "turn order token #1"),
)


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ("place 5 mission cards", 0),
        ("3 complete", 1),
        ("return 3", 2),
        ("take token", 3),
        ("place", None),
        ("place mission", None),
        ("return 4", None),
    ],
)
def test_words_of_the_screen_name_a_move(typed: str, place: int | None) -> None:
    numbered = {number: (Choice((), ()), item) for number, item in enumerate(ITEMS, 1)}
    meant_so = moves_meant(typed, numbered)
    assert (meant_so[0] - 1 if len(meant_so) == 1 else None) == place


def test_words_that_name_several_moves_play_what_these_begin_with() -> None:
    flights = ((7, 8), (7, 9))
    assert beginning_of(flights) == (7,)
    assert beginning_of(flights[:1]) == (7, 8)
    assert beginning_of(((7, 8), (6, 8))) == ()
    assert beginning_of(()) == ()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("athens", "no move now goes to Athens"),
        ("flyy to athens", "no move now goes to Athens"),
        ("tkae turn order token", "did you mean 25) Take turn order token #1?"),
        ("movment 2", "did you mean 10) Place a 2 on Movement?"),
        ("movment 3", "you have no 3 to place"),
        ("tabel", "did you mean `table`?"),
    ],
)
def test_slips_are_looked_for_among_the_moves_first(typed: str, said: str) -> None:
    state = State.deal(CompiledSet(house_set()), 2, 7)
    while state.decision != "place":
        state.play(state.legal_actions()[0])
    view = state.view(state.actor or 0)
    moves = dict(enumerate(items_of(view), 1))
    with pytest.raises(LineError) as wrong:
        MoveReader(view, moves, [], ["table", "map"]).actions(typed)
    assert said in str(wrong.value), str(wrong.value)


def test_a_word_much_like_one_is_named() -> None:
    assert meant("sotp", ["help", "hint"]) == "stop"
    assert meant("hnit", ["help", "hint"]) == "hint"
    assert meant("xyzzy", ["help", "hint"]) == ""


def test_a_die_that_cannot_be_placed_is_refused_with_the_reason(views: list[View]) -> None:
    reasons = set()
    for view in views:
        legal = set(view.legal_actions())
        for face in range(1, 7):
            action = parse_action(f"place {face} agency", view.cards)
            reason = why_not(action, view)
            if view.decision != "place":
                assert reason == ""
            elif action in legal:
                assert reason == "", reason
            elif reason:
                reasons.add(" ".join(word for word in reason.split() if not word.isdigit())[:12])
    assert len(reasons) >= 3, reasons
