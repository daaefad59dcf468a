"""Chapter 1 of the rules of Covert Action: what it is, and its settings."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from covert_action.model.chance import SeededChance
from covert_action.protocol import New
from covert_action.random_play import played_out
from covert_action.scenes import E1, scene

CHANCE = SeededChance(0)


def refusal(new: New, **settings: Any) -> str:
    with pytest.raises(ValueError, match="expected") as refused:
        new(settings, CHANCE)
    return str(refused.value)


def names(refused: str, setting: str, value: object) -> bool:
    """Return True if a refusal names the setting and its value before what was expected."""
    wrong = refused.partition("expected")[0]
    return wrong.startswith(setting) and repr(value) in wrong


def settings_of(new: New, **settings: Any) -> dict[str, Any]:
    """Return all settings of a game that was given these."""
    return dict(new(settings, CHANCE).seen(0)["settings"])


# 1.1 to 1.4


def test_r1_1_the_first_with_all_four_types_wins(new: New) -> None:
    game = scene(new, E1, hands=["", "PLA"], deck="PNLA").shoot(1, 4)
    assert game.held(2) == "PLAN"
    assert game.winners == [2]


@pytest.mark.parametrize("players", range(4, 15))
def test_r1_2_four_to_fourteen_players(new: New, players: int) -> None:
    assert len(new({"players": players}, CHANCE).seen(0)["seats"]) == players


@pytest.mark.parametrize("players", [3, 15, 0, -4, "6", 6.0, True, None])
def test_r1_2_no_other_number(new: New, players: object) -> None:
    assert names(refusal(new, players=players), "players", players)


@pytest.mark.parametrize("saboteurs", [False, True])
def test_r1_3_fourteen_players_use_all_spy_cards_but_three(new: New, saboteurs: bool) -> None:
    """A team's own five: without Saboteurs two Bodyguards, with them one."""
    end = played_out(new({"players": 14, "saboteurs": saboteurs}, CHANCE)).ends[-1]
    roles = Counter([*end["roles"], *(card["role"] for card in end["centre"])])
    bodyguards = {"bodyguard": 3, "saboteur": 3} if saboteurs else {"bodyguard": 6}
    assert roles == {"sniper": 3, "cleaner": 3, "mole": 3} | bodyguards


def test_r1_4_all_roles_but_the_mole_are_agents(new: New) -> None:
    """Red fails, and all Blue seats draw but the Mole."""
    written = "Red: S C M | X, Blue: C M X | S"
    assert sorted(scene(new, written, saboteurs=True).shoot(2, 4).drew) == [3, 4, 6]
    written = "Red: S C M | B, Blue: S M B | C"
    assert sorted(scene(new, written).shoot(2, 4).drew) == [3, 4, 6]


# 1.5


def test_r1_5_what_is_usual(new: New) -> None:
    assert settings_of(new, players=6) == {
        "players": 6,
        "teams": 2,
        "saboteurs": False,
        "alternate": False,
        "cleaner_inherits": True,
        "talk": True,
        "beats": 4,
        "deadline": "order",
    }


@pytest.mark.parametrize("players", range(4, 15))
def test_r1_5_two_teams_are_usual_where_they_are_allowed(new: New, players: int) -> None:
    assert settings_of(new, players=players)["teams"] == (2 if players <= 9 else 3)


@pytest.mark.parametrize(
    ("setting", "good", "bad"),
    [
        ("teams", [2], [1, 4, "2", True, 2.0]),
        ("saboteurs", [True, False], [1, "on", None]),
        ("alternate", [False], [0, "off", None]),
        ("cleaner_inherits", [True, False], [1, "on", None]),
        ("talk", [True, False], [0, "off", None]),
        ("beats", [1, 2, 3, 4, 5, 6], [0, 7, -1, "4", True, 2.5]),
        ("deadline", ["order", "void"], ["", "Order", 0, None]),
    ],
)
def test_r1_5_the_values_of_a_setting(
    new: New, setting: str, good: list[object], bad: list[object]
) -> None:
    for value in good:
        assert settings_of(new, players=6, **{setting: value})[setting] == value
    for value in bad:
        assert names(refusal(new, players=6, **{setting: value}), setting, value)


def test_r1_5_there_is_no_other_setting(new: New) -> None:
    assert "'tempo'" in refusal(new, players=6, tempo=3)
    missing = refusal(new, teams=2)
    assert missing.startswith("players")
    assert "missing" in missing
