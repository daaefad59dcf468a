"""Laws of random games with settings drawn from all there are."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from covert_action.model.chance import SeededChance
from covert_action.protocol import Game, New
from covert_action.random_play import all_settings, anything, played_out, some_settings

SAMPLE = some_settings(36, 11)
TWO_TEAMS = [settings for settings in some_settings(200, 12) if settings["teams"] == 2]
PLAIN = [settings for settings in TWO_TEAMS if not settings["saboteurs"]][:24]
PLAN_CARDS = 40
LAST_ROUND = 60


def in_short(settings: dict[str, Any]) -> str:
    """Return the settings in short: numbers and words as they are, 1 for on and 0 for off."""
    values = settings.values()
    return "-".join(str(int(value) if isinstance(value, bool) else value) for value in values)


sampled = pytest.mark.parametrize("settings", SAMPLE, ids=in_short)


def game_of(new: New, settings: dict[str, Any], seed: int = 21) -> Game:
    return new(settings, SeededChance(seed))


def test_the_sample_has_every_number_of_players_and_every_value() -> None:
    for name in SAMPLE[0]:
        assert {settings[name] for settings in SAMPLE} == {
            settings[name] for settings in all_settings()
        }


def test_all_settings_are_so_many() -> None:
    """Two teams: 4 and 5 players, and 6 to 9 with Saboteurs or without; three: twice as many ways
    for each of six. Each with two values of three settings, and six of beats."""
    two, three = 2 + 4 * 2, 6 * 2 * 2
    assert len(list(all_settings())) == (two + three) * 2**3 * 6


# (i) No rule reads a statement.


@sampled
def test_statements_change_nothing(new: New, settings: dict[str, Any]) -> None:
    """A game, and the same with `pass` for every statement, with other chances to speak alike."""
    chance = random.Random(1)
    game, silent = (game_of(new, settings | {"talk": True}) for _ in range(2))
    decisions = 0
    while not game.finished and decisions < 400:
        assert (game.seat, game.kind, sorted(game.legal)) == (
            silent.seat,
            silent.kind,
            sorted(silent.legal),
        )
        action = anything(game, chance)
        game.play(action)
        silent.play("pass" if action in silent.legal and is_statement(action) else action)
        decisions += 1
    assert game.ends == silent.ends
    assert game.winners() == silent.winners()
    for seat in range(settings["players"]):
        one, other = dict(game.seen(seat)), dict(silent.seen(seat))
        del one["statements"], other["statements"]
        assert one == other


def is_statement(action: str) -> bool:
    return action.split()[0] in ("pass", "am", "is", "urge")


# (ii) A round of two teams without Saboteurs has two sides.


@pytest.mark.parametrize("settings", PLAIN, ids=in_short)
def test_every_shot_pays_one_of_two_sides(new: New, settings: dict[str, Any]) -> None:
    """The Red Agents and the Blue Mole or the Blue Agents and the Red Mole."""
    teams: list[str] = []
    decks: list[int] = []

    def look(game: Game) -> None:
        seen = game.seen(0)
        if len(game.ends) > len(decks):
            check(game.ends[-1], teams, decks[-1] if decks else PLAN_CARDS)
            decks.append(seen["deck"])
        teams[:] = [seat["team"] for seat in seen["seats"]]

    played_out(game_of(new, settings), 2, look)
    assert decks


def check(end: Any, teams: Sequence[str], deck: int) -> None:
    """Check that all of a side drew, as far as the deck lasted, or nobody, if the round was
    void."""
    sides: dict[bool, set[int]] = {True: set(), False: set()}
    for seat, (team, role) in enumerate(zip(teams, end["roles"], strict=True)):
        sides[(team == "red") == (role != "mole")].add(seat)
    if end["outcome"] == "void":
        assert end["drew"] == []
    elif len(end["drew"]) == deck:
        assert set(end["drew"]) <= sides[True] or set(end["drew"]) <= sides[False]
    else:
        assert set(end["drew"]) in (sides[True], sides[False])
    assert end["outcome"] in ("success", "fail", "void")


# (iii) and what else is always true of a game.


@sampled
def test_the_plan_cards_are_always_40(new: New, settings: dict[str, Any]) -> None:
    def look(game: Game) -> None:
        seen = game.seen(0)
        held = [seat["plan_cards"] for seat in seen["seats"]]
        assert sum(held) + seen["deck"] == PLAN_CARDS
        for seat in (0, settings["players"] - 1):
            assert sum(game.seen(seat)["own_plan_types"].values()) == held[seat]

    played_out(game_of(new, settings), 3, look, most=300)


@sampled
def test_a_game_ends_and_somebody_wins(new: New, settings: dict[str, Any]) -> None:
    game = played_out(game_of(new, settings), 4)
    numbers = [end["round"] for end in game.ends]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) <= LAST_ROUND
    assert game.winners()
    assert sum(game.payoffs()) == 1
    seen = game.seen(0)
    types = [sum(map(bool, seat["plan_types"].values())) for seat in seen["seats"]]
    assert max(types) == 4 or seen["deck"] == 0 or len(numbers) == LAST_ROUND


@sampled
def test_legal_actions_follow_from_the_view_of_the_seat(new: New, settings: dict[str, Any]) -> None:
    """A seat to decide sees that it is; nobody else does, but in a window."""

    def look(game: Game) -> None:
        if game.seat is None:
            return
        seen = game.seen(game.seat)
        assert set(game.legal) == set(legal_in(seen))
        assert len(game.legal) == len(set(game.legal)) > 1
        asking = {"say": "talk", "trigger": "window", "order": "deadline"}
        assert (seen["phase"], seen["to_decide"]) == (asking[game.kind], True)
        if game.kind != "trigger":
            deciding = [game.seen(seat)["to_decide"] for seat in range(settings["players"])]
            assert deciding.count(True) == 1

    played_out(game_of(new, settings), 5, look, most=200)


def legal_in(view: Any) -> list[str]:
    """Return what is legal for the seat of a view, worked out again from the view alone (3.4, 3.5,
    3.7)."""
    settings, me = view["settings"], view["seat"]
    others = [seat + 1 for seat, one in enumerate(view["seats"]) if one["in"] and seat != me]
    if view["phase"] != "talk":
        shots = [f"shoot {seat}" for seat in others]
        return shots if view["phase"] == "deadline" else ["hold", *shots]
    cards = sum(1 for one in view["seats"] + view["centre"] if one["team"] == "red")
    saboteur = ["saboteur"] if settings["saboteurs"] else []
    bodyguard = ["bodyguard"] if cards - len(saboteur) > 3 else []
    roles = ["sniper", "cleaner", "mole", *bodyguard, *saboteur]
    statements = ["pass", *(f"am {role}" for role in roles)]
    for seat in others:
        statements += [f"is {seat} {role}" for role in ("sniper", "mole", *saboteur)]
    return statements + [f"urge {seat}" for seat in others]


@sampled
def test_the_same_game_is_played_again(new: New, settings: dict[str, Any]) -> None:
    """Chance answers by the key of an event and not by the order of the questions."""
    first, again = (played_out(game_of(new, settings), 6, most=150) for _ in range(2))
    seats = range(settings["players"])
    assert [first.seen(seat) for seat in seats] == [again.seen(seat) for seat in seats]


def test_what_is_dealt_does_not_depend_on_how_it_was_played(new: New) -> None:
    """Rounds of one seed have the same cards, whatever was shot in those before."""
    quick = played_out(new({"players": 6, "beats": 1, "talk": False}, SeededChance(1)), 1)
    slow = played_out(new({"players": 6, "beats": 6, "talk": True}, SeededChance(1)), 2)
    rounds = min(len(quick.ends), len(slow.ends))
    assert rounds > 2
    for one, other in zip(quick.ends[:rounds], slow.ends[:rounds], strict=True):
        assert (one["roles"], one["centre"]) == (other["roles"], other["centre"])
