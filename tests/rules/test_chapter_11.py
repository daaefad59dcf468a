"""Chapter 11 of the rules: it always ends."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice

from covert_engine.covert import CompiledSet, State, compile, format_action, house_set
from covert_engine.covert.cards.card_set import WHENS, Character
from rules.odd_sets import flood_set, odd_set, servable
from rules.tables import Scene, TextGame, agency

GAMES = 60
LAST_ROUND = 60
MOST_DECISIONS = 50_000  # of a game; a few thousand are usual
MOST_PLAYS = 100
VIEWS_EVERY = 5
KIEV = agency(city="Kiev")
SPY = agency(ability="espionage")
FIRST = agency(ability="first")
PLUS_ONE = [agency(ability="plus_one", nth=n) for n in range(1, 7)]
FREE_PLAYS = ("use", "fly", "reroll")


# 11.1 Nothing deadlocks


def a_game(number: int) -> Iterator[TextGame]:
    """Play a game by chance; yield it before each of its decisions and at its end.

    Half of the sets are odd, and in half of these codes bend.
    """
    chance = random.Random(number)
    card_set = odd_set(house_set(), number, number % 4 == 3) if number % 2 else house_set()
    game = TextGame(State.deal(compile(servable(card_set)), 2 + number % 3, number))
    for _ in range(MOST_DECISIONS):
        yield game
        if game.state.over:
            break
        game.state.play(chance.choice(game.state.legal_actions()))


@cache
def outcome(number: int) -> tuple[int, str, int]:
    """Return the fewest legal actions at a decision, and the phase and the round it all ends in."""
    fewest = 99
    for game in a_game(number):
        if not game.state.over:
            fewest = min(fewest, len(game.state.legal_actions()))
    return fewest, game.phase, game.state.round


def test_r11_1_nobody_is_ever_without_a_legal_action() -> None:
    assert min(outcome(number)[0] for number in range(GAMES)) >= 2


def test_r11_1_every_game_ends() -> None:
    for number in range(GAMES):
        _, phase, rounds = outcome(number)
        assert phase == "over"
        assert rounds <= LAST_ROUND


# What is always legal, each an action or the start of one.
EXITS = {
    "place": ("pass", "stop", "place"),
    "break": ("stop",),
    "step": ("stop",),
    "resolve": ("forfeit", "end"),
    "last_mission": ("end",),
    "espionage": ("refuse",),
    "first": ("refuse",),
}


def test_r11_1_every_turn_and_every_window_has_its_way_out() -> None:
    met = set()
    for number in range(GAMES // 6):
        for game in a_game(number):
            if game.decision in EXITS:
                met.add(game.decision)
                assert any(action.startswith(EXITS[game.decision]) for action in game.legal)
    assert met == EXITS.keys()


def test_r11_1_a_path_that_is_begun_is_completed() -> None:
    """While a bent claim is named there is a tile to name, and then the turn goes on."""
    met = 0
    for number in range(3, GAMES, 4):
        naming = False
        for game in a_game(number):
            if naming:
                assert game.decision in ("tile", "break", "draw_code") or game.phase != "breaking"
            naming = game.decision == "tile"
            met += naming
    assert met


# 11.2 How deep it nests


def test_r11_2_a_limit_in_a_reward_in_a_flight_in_a_turn_in_a_first_window() -> None:
    """Everything that can be open at once, and each goes on where it was when the inner closes."""
    table = Scene(order=[1, 0], had_break_turn=[1], cubes={"Kiev": [2, 3, 4]})
    table.circles["movement"], table.circles["agency"] = {1: 0, 2: 1}, {1: 0, 2: 1}
    table.seats[0].cubes = [2, 3, 4]
    table.seats[0].hand = [FIRST, KIEV, *PLUS_ONE[:5]]
    table.seats[0].done = [f"C{number}" for number in range(1, 41)]
    table.seats[1].hand = [SPY, *PLUS_ONE[5:]]
    table.agency_deck = [agency(ability="minus_one", nth=n) for n in (1, 2, 3)]
    game = table.breaking().play("stop", f"use first {FIRST}", "refuse")
    assert (game.phase, game.decision) == ("first_b", "resolve")  # an extra turn
    game.play(f"fly {KIEV}", "agent 1")
    assert (game.to_decide, game.decision) == (1, "espionage")  # before the effect
    game.play(f"spy {SPY} {KIEV}")
    assert (game.to_decide, game.decision) == (0, "reward")  # of the first pair
    game.play("reward deck", "reward deck", "reward deck")
    assert (game.to_decide, game.decision) == (0, "discard")
    game.play(f"discard {PLUS_ONE[0]}")
    assert (game.phase, game.decision) == ("first_b", "resolve")  # the extra turn goes on
    game.play("forfeit movement", "end")
    assert (game.phase, game.to_decide) == ("resolving", 1)


def test_r11_2_an_espionage_window_is_open_only_before_an_effect() -> None:
    windows = 0
    for number in range(1, GAMES, 2):
        for game in islice(a_game(number), 0, None, VIEWS_EVERY):
            if game.decision in ("espionage", "discard"):
                fields = game.fields()
                windows += "espionage" in fields
                if "espionage" in fields:
                    assert "use" in fields
                    assert not fields.keys() & {"movement", "pairs", "reroll", "search"}
    assert windows > 100


# 11.3 A hundred plays a turn


def plays(game: TextGame, eyes: int = 0) -> int:
    count: int = game.fields(eyes)["turn"]["plays"]
    return count


def may_play(game: TextGame) -> bool:
    return any(action.startswith(FREE_PLAYS) for action in game.legal)


def test_r11_3_abilities_flights_and_characters_count() -> None:
    walker = Character("Walker", "steps", when=WHENS, period="turn", times=1)
    table = Scene(characters=[walker], circles={"movement": {1: 0, 2: 0}})
    table.seats[0].hand, table.seats[0].tokens = [KIEV], ["move_three"]
    game = table.resolving().play("use move-x3 token", "stop")
    assert plays(game) == 1
    game.play(f"fly {KIEV}", "agent 1")
    assert plays(game) == 2
    game.play("use move-x3 character", "stop")
    assert plays(game) == 3


def at(count: int) -> Scene:
    """Return a table where seat 0 has made so many plays this turn."""
    table = Scene(circles={"movement": {1: 0, 2: 0}}, plays=count)
    table.seats[0].hand, table.seats[0].tokens = [KIEV, SPY], ["move_three", "move_three"]
    return table


def test_r11_3_the_hundredth_play_is_the_last() -> None:
    game = at(MOST_PLAYS - 1).resolving()
    assert may_play(game)
    game.play("use move-x3 token", "stop")
    assert plays(game) == MOST_PLAYS
    assert not may_play(game)


def test_r11_3_then_only_the_normal_turn() -> None:
    assert at(MOST_PLAYS).resolving().legal == ["move 1", "move 2", "forfeit movement"]


def test_r11_3_espionage_is_possible_after_the_hundredth_play() -> None:
    game = at(MOST_PLAYS - 1).resolving().play(f"fly {KIEV}", "agent 1")
    assert game.legal == ["refuse", f"spy {SPY} {KIEV}"]


@cache
def flood() -> CompiledSet:
    """Return cards that are all Searches; every Search of the Agency deck finds another."""
    return compile(servable(flood_set(house_set())))


def test_r11_3_searches_without_end_stop_at_the_hundredth() -> None:
    game, counts = TextGame(State.deal(flood(), 2, 1)), []
    while game.state.round < 2:
        actions = game.state.legal_actions()
        texts = [format_action(action, game.state.cards) for action in actions]
        searches = [text for text in texts if text.startswith("use search A")]
        agency_searches = [text for text in searches if text.endswith("agency")]
        game.play((agency_searches or searches or texts)[0])
        counts.append(plays(game))
    assert max(counts) == MOST_PLAYS
