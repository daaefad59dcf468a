"""Chapter 2 of the rules of Covert Action: the deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import permutations, product
from typing import Any

import pytest
from scipy.stats import chisquare

from covert_action.model.cards import Card, cards_in_use
from covert_action.model.chance import SeededChance
from covert_action.model.settings import read_settings
from covert_action.protocol import Game, New
from covert_action.random_play import played_out, some_settings
from covert_action.scenes import E1, E2, ROLE_OF, Arranged, TextGame, scene

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


@pytest.mark.parametrize("settings", some_settings(24, 0), ids=str)
def test_r2_1_no_two_cards_of_a_team_are_set_aside(new: New, settings: dict[str, Any]) -> None:
    for seed in range(5):
        centre = new(settings, SeededChance(seed)).seen(0)["centre"]
        assert len({card["team"] for card in centre}) == len(centre)


def test_r2_2_two_teams_are_red_and_blue(new: New) -> None:
    def teams(**settings: int) -> set[str]:
        return {seat["team"] for seat in new(settings, SeededChance(0)).seen(0)["seats"]}

    assert teams(players=9) == {"red", "blue"}
    assert teams(players=9, teams=3) == {"red", "blue", "green"}


@pytest.mark.parametrize(("players", "bodyguards"), [(6, 0), (9, 1)])
def test_r2_2_a_saboteur_replaces_a_bodyguard(new: New, players: int, bodyguards: int) -> None:
    game = played_out(new({"players": players, "saboteurs": True}, SeededChance(0)))
    for roles in by_team(game).values():
        assert (roles.count("saboteur"), roles.count("bodyguard")) == (1, bodyguards)


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


def test_r2_3_faces_in_the_centre_are_seen_by_nobody(new: New) -> None:
    for seen in scene(new, E1).all_seen():
        assert seen["centre"] == [{"team": "red", "role": None}, {"team": "blue", "role": None}]


def test_r2_3_roles_are_dealt_anew_in_every_round(new: New) -> None:
    ends = played_out(new({"players": 8}, SeededChance(1))).ends
    deals = {(*end["roles"], *(card["role"] for card in end["centre"])) for end in ends}
    assert len(deals) == len(ends) > 3


# 2.4: what is left to chance


def even(found: Iterable[object], of: Iterable[object]) -> bool:
    """Return True if all of these occur equally often."""
    count = Counter(found)
    cells = list(of)
    assert set(count) <= set(cells)
    return bool(chisquare([count[cell] for cell in cells]).pvalue > UNLIKELY)


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


def test_r2_4_one_of_each_team_is_any_card_of_each(new: New) -> None:
    aside = [frozenset(CARDS) - set(dealt(game)) for game in deals(new, 900, players=4)]
    assert even(aside, map(frozenset, product(CARDS[:3], CARDS[3:])))


def test_r2_4_two_of_three_teams_spare_one_team(new: New) -> None:
    roles = ("sniper", "cleaner", "mole", "bodyguard")
    cards = {team: [(team, role) for role in roles] for team in ("red", "blue", "green")}
    in_use = frozenset(card for own in cards.values() for card in own)
    pairs = [("red", "blue"), ("red", "green"), ("blue", "green")]
    cells = [frozenset(both) for a, b in pairs for both in product(cards[a], cards[b])]
    aside = [in_use - set(dealt(game)) for game in deals(new, 1500, players=10)]
    assert even(aside, cells)


def test_r2_4_all_ways_to_deal_are_alike(new: New) -> None:
    """The cards of the first two seats, of five."""
    first = [tuple(dealt(game)[:2]) for game in deals(new, 1500, players=5)]
    assert even(first, permutations(CARDS, 2))


def test_r2_4_the_opener_is_any_seat(new: New) -> None:
    openers = [game.seen(0)["opener"] for game in deals(new, 1400, players=7)]
    assert even(openers, range(7))


def test_r2_4_all_orders_of_the_plan_deck_are_alike(new: New) -> None:
    """The first two cards are of one type with probability 9/39. Each type is first equally
    often."""
    same, tops = 0, []
    for seed in range(780):
        game = scene(new, E1, seed=seed, beats=1, talk=False).shoot(4, 1)
        tops.append(game.held(4))
        same += game.held(4) == game.held(5)
    assert even(tops, "PLAN")
    assert chisquare([same, 780 - same], [180, 600]).pvalue > UNLIKELY


THREE = "Red: S C X | M, Green: S C X | M, Blue: S C X | M"


def test_r2_4_each_seat_that_shoots_fires_as_often(new: New) -> None:
    games = (scene(new, THREE, saboteurs=True, seed=seed, talk=False) for seed in range(600))
    fired = [game.window(s3=2, s6=5, s9=8).public["shots"][0]["shooter"] + 1 for game in games]
    assert even(fired, [3, 6, 9])


def test_r2_4_who_fires_at_one_t_says_nothing_of_another(new: New) -> None:
    """3 and 6 shoot; then the one of them that is left, and 9."""
    order = []
    for seed in range(600):
        game = scene(new, THREE, saboteurs=True, seed=seed, talk=False).window(s3=2, s6=5)
        left = {"s3": 2} if 6 in game.out else {"s6": 5}
        game.window(**left, s9=8)
        order.append(tuple(shot["shooter"] + 1 for shot in game.public["shots"]))
    assert even(order, [(3, 6), (3, 9), (6, 3), (6, 9)])


def test_r2_4_who_fires_in_one_round_says_nothing_of_another(new: New) -> None:
    """1 and 2 shoot in two rounds, where neither is a Mole."""
    order = []
    for seed in range(600):
        game = TextGame(new({"players": 4, "talk": False}, SeededChance(seed)), 4)
        while len(game.game.ends) < 2 and not moles(game) & {1, 2}:
            game.window(s1=3, s2=4)
        if len(game.game.ends) == 2:
            order.append([end["shots"][0]["shooter"] for end in game.game.ends])
    assert even(map(tuple, order), product((0, 1), repeat=2))


def moles(game: TextGame) -> set[int]:
    return {seat for seat in game.seats if game.seen(seat)["own_role"] == "mole"}


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


def test_r2_5_a_seat_that_is_out_gets_nothing(new: New) -> None:
    """7, a Blue Agent, does not draw when 1 fails."""
    assert sorted(scene(new, E2, alternate=True).shoot(5, 7).shoot(1, 8).drew) == [3, 9]


def test_r2_5_all_are_in_again_at_the_next_deal(new: New) -> None:
    game = scene(new, E2, alternate=True).shoot(5, 7).shoot(1, 8)
    assert game.public["round"] == 2
    assert game.out == []


def test_r2_6_the_sniper_acts_as_sniper(new: New) -> None:
    assert scene(new, "Red: S C M | B, Blue: S C M | B").shoot(1, 4).end["outcome"] == "success"


def test_r2_6_the_cleaner_does_if_the_sniper_is_in_the_centre(new: New) -> None:
    assert scene(new, "Red: C M B | S, Blue: S C M | B").shoot(1, 4).end["outcome"] == "success"


def test_r2_6_the_cleaner_does_not_beside_his_sniper(new: New) -> None:
    assert scene(new, "Red: S C M | B, Blue: S C M | B").shoot(2, 4).end["outcome"] == "fail"


@pytest.mark.parametrize(("inherits", "outcome"), [(True, "success"), (False, "fail")])
def test_r2_6_the_cleaner_whose_sniper_is_out(new: New, inherits: bool, outcome: str) -> None:
    """6, a Saboteur, puts the Red Sniper out; then 2, the Red Cleaner, shoots the Blue Sniper."""
    written = "Red: S C M | X, Blue: S M X | C"
    game = scene(new, written, saboteurs=True, cleaner_inherits=inherits).shoot(6, 1)
    assert game.out == [1, 6]
    assert game.shoot(2, 4).end["outcome"] == outcome


def test_r2_6_a_bodyguard_never_does(new: New) -> None:
    assert scene(new, "Red: B C M | S, Blue: S C M | B").shoot(1, 4).end["outcome"] == "fail"


def test_r2_6_it_is_judged_before_anybody_is_put_out(new: New) -> None:
    """A Sniper who was put out first would not act as Sniper, and this would be no coup."""
    game = scene(new, "Red: X S C | M, Blue: S C M | X", saboteurs=True).shoot(1, 2)
    assert game.end["outcome"] == "coup"


@pytest.mark.parametrize("settings", some_settings(12, 1), ids=str)
def test_r2_6_at_the_deal_one_seat_of_each_team_does(new: New, settings: dict[str, Any]) -> None:
    """It is the one that is ordered if it has the highest lot."""
    given = settings | {"deadline": "order", "beats": 1, "talk": False}
    seats, centre = by_seed(given)
    act = []
    for seat in range(1, len(seats) + 1):
        game = TextGame(
            new(given, Arranged(seats, centre, quickest={1: seat})), len(seats)
        ).window()
        if game.seat == seat:
            act.append(seats[seat - 1].team)
    assert sorted(act) == sorted({card.team for card in seats})


def by_seed(given: dict[str, Any]) -> tuple[list[Card], list[Card]]:
    """Return any deal."""
    in_use, chance = list(cards_in_use(read_settings(given))), SeededChance(0)
    centre = list(chance.set_aside(1, in_use, len(in_use) - given["players"]))
    for card in centre:
        in_use.remove(card)
    return list(chance.deal(1, in_use)), centre
