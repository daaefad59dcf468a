"""What roles and settings mean, for people."""

from __future__ import annotations

from covert_engine.covert_action.rules.names import RoleName

ROLE_WORDS: dict[RoleName, str] = {
    "sniper": "Wins the round for its team by shooting its own team's Mole, or a seat of another "
    "team that acts as Sniper.",
    "cleaner": "Acts as Sniper if its team's Sniper lies in the centre, or, with cleaner_inherits, "
    "is out; otherwise as a Bodyguard.",
    "mole": "Draws a Plan card when its own team's shot fails or another team succeeds. "
    "Cannot shoot.",
    "bodyguard": "Draws when the Agents of its team draw. Its own shots fail.",
    "saboteur": "Wins the round alone by shooting whoever acts as Sniper in its own team; any "
    "other shot is a misfire, or a fail once a team is out. Whoever acts as Sniper in its team "
    "wins alone by shooting it.",
}

SETTING_WORDS: dict[str, tuple[tuple[str, ...], str, str]] = {
    "teams": (("2", "3"), "", "2 with 4 to 9 players, 3 with 9 to 14."),
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
        "A Cleaner also acts as Sniper once its team's Sniper is out, not only while the Sniper "
        "lies in the centre.",
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

TERM_WORDS: dict[str, str] = {
    "round": "Roles are dealt anew, and everybody talks until a shot ends the round. The "
    "shot decides who draws Plan cards; a seat that holds all four types, P, L, A and N, "
    "wins the game (1.1, 3.11).",
    "beat": "Every seat that is in speaks once; then comes a trigger window (3.2).",
    "window": "Every seat that is in, except a Mole, chooses in secret to hold or to shoot a "
    "seat. Of those who shoot, one chosen at random fires (3.5, 3.6).",
    "deadline": SETTING_WORDS["deadline"][2] + " It comes after the last beat (3.7).",
    "in": "A seat is in until a misfire or a team out puts it out; a seat that is out says, "
    "chooses and gets nothing until the next deal (2.5).",
    "acts": "The seat with the Sniper acts as Sniper; the seat with the Cleaner does while "
    "the Sniper lies in the centre or, with cleaner_inherits, is out (2.6).",
    "success": "A seat that acts as Sniper has shot its own team's Mole, or a seat of "
    "another team that acts as Sniper: the Agents of its team and the Moles of all other "
    "teams draw (3.8d).",
    "fail": "Any other shot: the Mole of the shooter's team and the Agents of all others draw "
    "(3.8e).",
    "coup": "A Saboteur has shot the seat that acts as Sniper in its own team, and draws "
    "alone (3.8a).",
    "misfire": "A Saboteur has shot anybody else, and no team is out: both are out, and the round "
    "goes on (3.8b).",
    "purge": "A seat that acts as Sniper has shot its own team's Saboteur, and draws alone (3.8c).",
    "team out": "With alternate, the first fail of a round: the shooter's team and the target are "
    "out, and the round goes on (3.10).",
    "agents": "All roles but the Mole (1.4).",
    "plan": "A Plan card has one of four types, P, L, A and N. A seat that holds all four wins the "
    "game (1.1, 3.11).",
    "team": "The seats of one colour: Red, Blue or Green. All see which team a seat is of (1.3).",
    "centre": "Spy cards that lie face down in the middle and belong to no seat (2.3).",
    "pass": "To say nothing when it is your turn to speak (3.3).",
    "void": "The round ends and nobody draws (3.12).",
}
"""Terms of the game, with the numbers of docs/rules-covert-action.md."""


_ALSO = {
    "plan card": "plan",
    "plan cards": "plan",
    "deck": "plan",
    "trigger window": "window",
    "hold": "window",
    "shoot": "window",
    "shot": "window",
    "target": "window",
    "ordered": "deadline",
    "out": "in",
    "acts as sniper": "acts",
}


def topics() -> list[str]:
    """The words that `explained` knows."""
    return [*ROLE_WORDS, *TERM_WORDS, *(name for name in SETTING_WORDS if name != "deadline")]


def explained(word: str) -> str:
    """What a role, a term or a setting means, as a paragraph; empty if it is none."""
    name = " ".join(word.split()).casefold()
    name = _ALSO.get(name, name)
    if name in ROLE_WORDS:
        return f"{name.capitalize()}: {ROLE_WORDS[name]}"
    if name in TERM_WORDS:
        return f"{name.capitalize()}: {TERM_WORDS[name]}"
    if name.replace(" ", "_") in SETTING_WORDS:
        values, _, words = SETTING_WORDS[name.replace(" ", "_")]
        return f"{name.capitalize()}: {words} Values: {', '.join(values)}."
    return ""
