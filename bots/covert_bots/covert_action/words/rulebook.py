"""What roles and settings mean, for people."""

from __future__ import annotations

from covert_engine.covert_action.rules.names import RoleName

__all__ = ["ROLE_WORDS", "SETTING_WORDS"]

ROLE_WORDS: dict[RoleName, str] = {
    "sniper": "Wins the round for its team by shooting its own team's Mole, or a seat of another "
    "team that acts as Sniper.",
    "cleaner": "Acts as Sniper if its team's Sniper lies in the centre, or, with cleaner_inherits, "
    "is out; otherwise as a Bodyguard.",
    "mole": "Is paid when its own team's shot fails or another team succeeds. Cannot shoot.",
    "bodyguard": "Is paid with its team. A shot of its own fails.",
    "saboteur": "Wins the round alone by shooting whoever acts as Sniper in its own team; any "
    "other shot is a misfire. Whoever acts as Sniper in its team wins alone by shooting it.",
}

SETTING_WORDS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "teams": (("2", "3"), "", "Teams: 2 with 4 to 9 players, 3 with 9 to 14."),
    "saboteurs": (
        ("on", "off"),
        "off",
        "A Saboteur takes the place of a Bodyguard in every team; with 6 players or more.",
    ),
    "alternate": (
        ("on", "off"),
        "off",
        "The first fail of a round puts the shooter's team and its target out, and the round goes "
        "on; with three teams.",
    ),
    "cleaner_inherits": (
        ("on", "off"),
        "on",
        "A Cleaner acts as Sniper also once its team's Sniper is out, not only if the Sniper lies "
        "in the centre.",
    ),
    "talk": (("on", "off"), "on", "Every seat makes a statement before each window."),
    "beats": (tuple(map(str, range(1, 7))), "4", "Windows before the deadline comes."),
    "deadline": (
        ("order", "void"),
        "order",
        "At the deadline a seat that acts as Sniper is ordered to shoot, or the round is void.",
    ),
}
"""By name: the values, the usual one if it does not depend on the players, and what it means."""
