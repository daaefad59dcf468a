"""Chapter 2 of the rules of Covert Action: the deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
import scipy  # its parts are imported when they are first used

from covert_action.model.chance import SeededChance
from covert_action.protocol import Game, New
from covert_action.random_play import played_out
from covert_action.scenes import E1, E2, ROLE_OF, scene

TABLE = """
2   4  S C M      2  2 2
2   5  S C M      1  3 2
2   6  S C M B    2  3 3
2   7  S C M B    1  4 3
2   8  S C M B B  2  4 4
2   9  S C M B B  1  5 4
3   9  S C M B    3  3 3 3
3  10  S C M B    2  4 3 3
3  11  S C M B    1  4 4 3
3  12  S C M B B  3  4 4 4
3  13  S C M B B  2  5 4 4
3  14  S C M B B  1  5 5 4
""".strip().splitlines()
ROWS = [[part.strip() for part in row.split("  ") if part.strip()] for row in TABLE]
UNLIKELY = 1e-4  # of chi-square; the seeds are fixed


def by_team(game: Game) -> dict[str, list[str]]:
    """Return the roles in use, seats' and centre's, in sight at the end of a round."""
    seen, end = game.seen(0), game.ends[-1]
    roles: dict[str, list[str]] = {}
    for seat, role in zip(seen["seats"], end["roles"], strict=True):
        roles.setdefault(seat["team"], []).append(role)
    for card in end["centre"]:
        roles[card["team"]].append(card["role"])
    return roles


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-teams-{row[1]}-players")
@pytest.mark.parametrize("saboteurs", [False, True])
def test_r2_1_the_cards_in_use(new: New, row: list[str], saboteurs: bool) -> None:
    teams, players, letters, aside, sizes = row
    if saboteurs and "B" not in letters:
        return
    settings = {"players": int(players), "teams": int(teams), "saboteurs": saboteurs}
    game = played_out(new(settings, SeededChance(3)))
    seen = game.seen(0)
    expected = [ROLE_OF[letter] for letter in letters.split()]
    if saboteurs:
        expected[expected.index("bodyguard")] = "saboteur"
    roles = by_team(game)
    assert len(roles) == int(teams)
    assert all(sorted(own) == sorted(expected) for own in roles.values())
    assert len(seen["centre"]) == int(aside)
    seats = Counter(seat["team"] for seat in seen["seats"])
    assert sorted(seats.values(), reverse=True) == [int(size) for size in sizes.split()]


def test_r2_2_two_teams_are_red_and_blue(new: New) -> None:
    def teams(**settings: int) -> set[str]:
        return {seat["team"] for seat in new(settings, SeededChance(0)).seen(0)["seats"]}

    assert teams(players=9) == {"red", "blue"}
    assert teams(players=9, teams=3) == {"red", "blue", "green"}


def test_r2_3_the_plan_deck_is_shuffled_once(new: New) -> None:
    """Each round draws on where the last one ended."""
    deck = "PPPPLLLLAAAAPPPPLLLLAAAA"  # nobody can win by these
    game, drawn = scene(new, E1, deck=deck, beats=1, talk=False), 0
    while drawn < 12:
        before = [game.held(seat) for seat in game.seats]
        game.play(next(action for action in game.legal if action != "hold"))
        game.window()
        for seat in game.drew:
            assert game.held(seat) == plus(before[seat - 1], deck[drawn])
            drawn += 1
    assert len(game.game.ends) > 2


def plus(hand: str, plan_type: str) -> str:
    return "".join(sorted(hand + plan_type, key="PLAN".index))


# 2.4: what is left to chance


def even(found: Iterable[object], of: Iterable[object]) -> bool:
    """Return True if all of these occur equally often."""
    count = Counter(found)
    cells = list(of)
    assert set(count) <= set(cells)
    return bool(scipy.stats.chisquare([count[cell] for cell in cells]).pvalue > UNLIKELY)


def deals(new: New, count: int, **settings: Any) -> list[Game]:
    return [new(settings, SeededChance(seed)) for seed in range(count)]


CARDS = [(team, role) for team in ("red", "blue") for role in ("sniper", "cleaner", "mole")]


def dealt(game: Game) -> list[tuple[str, str]]:
    """Return each seat's card."""
    seats = game.seen(0)["seats"]
    return [(one["team"], game.seen(seat)["own_role"]) for seat, one in enumerate(seats)]


def test_r2_4_one_card_set_aside_is_any_card(new: New) -> None:
    aside = [set(CARDS) - set(dealt(game)) for game in deals(new, 900, players=5)]
    assert even((card for (card,) in aside), CARDS)


def test_r2_4_the_opener_is_any_seat(new: New) -> None:
    openers = [game.seen(0)["opener"] for game in deals(new, 1400, players=7)]
    assert even(openers, range(7))


# 2.5, 2.6


def test_r2_5_a_card_lies_open_if_its_seat_is_out(new: New) -> None:
    game = scene(new, E2, alternate=True)
    assert all(seat["role"] is None and seat["in"] for seat in game.public["seats"])
    game.shoot(5, 7)
    roles = [seat["role"] for seat in game.public["seats"]]
    assert roles == [None, None, None, "sniper", "cleaner", "mole", "sniper", None, None]


def test_r2_5_a_seat_that_is_out_says_and_chooses_nothing(new: New) -> None:
    game = scene(new, E2, alternate=True).shoot(5, 7)
    asked: list[tuple[str, int]] = []
    at = game.public["t"]
    while game.public["t"] == at:
        asked.append((game.kind, game.seat or 0))
        assert not {f"shoot {seat}" for seat in (4, 5, 6, 7)} & set(game.legal)
        game.play("pass" if game.kind == "say" else "hold")
    spoke = [seat for kind, seat in asked if kind == "say"]
    chose = [seat for kind, seat in asked if kind == "trigger"]
    assert sorted(spoke) == [1, 2, 3, 8, 9]
    assert chose == [1, 2, 9]


def test_r2_6_the_cleaner_does_if_the_sniper_is_in_the_centre(new: New) -> None:
    assert scene(new, "Red: C M B | S, Blue: S C M | B").shoot(1, 4).end["outcome"] == "success"


@pytest.mark.parametrize(("inherits", "outcome"), [(True, "success"), (False, "fail")])
def test_r2_6_the_cleaner_whose_sniper_is_out(new: New, inherits: bool, outcome: str) -> None:
    """6, a Saboteur, puts the Red Sniper out; then 2, the Red Cleaner, shoots the Blue Sniper."""
    written = "Red: S C M | X, Blue: S M X | C"
    game = scene(new, written, saboteurs=True, cleaner_inherits=inherits).shoot(6, 1)
    assert game.out == [1, 6]
    assert game.shoot(2, 4).end["outcome"] == outcome


def test_r2_6_it_is_judged_before_anybody_is_put_out(new: New) -> None:
    """A Sniper who was put out first would not act as Sniper, and this would be no coup."""
    game = scene(new, "Red: X S C | M, Blue: S C M | X", saboteurs=True).shoot(1, 2)
    assert game.end["outcome"] == "coup"
