"""Lines about a real table as people type them: names for seats, many claims in a line, and what
nobody can say by the rules, such as a denial.

A line of letters is one claim each, in the order of speech: `sb-m` is Sniper, Bodyguard, nothing,
Mole. `4s` is a claim of Seat 4, `6>3m` says that Seat 3 is the Mole, `6>3` says to shoot it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from covert_bots.covert_action.real_table.standing import EntryError
from covert_bots.covert_action.real_table.typed_words import DIGITS, read_role
from covert_bots.covert_action.words.names import a_role
from covert_engine.covert_action import Settings
from covert_engine.covert_action.rules.names import ROLES, TEAMS, TeamName

LETTERS = {"s": "sniper", "c": "cleaner", "m": "mole", "b": "bodyguard", "x": "saboteur"}
CLAIMS = re.compile(r"[scmbx-]{2,14}|s|x")
TOKEN = re.compile(r"(\d+)(?:([scmbx-])|>(\d+)([smx]?))")
ROLE = r"(?:the |a )?(\w+)"
SPEAKER = r"(?:(?:seat )?(\d+)(?: says| claims)?(?: that)?[ :,]+)?"
DENIAL = re.compile(
    rf"{SPEAKER}(?:i am |i'm |he is |she is |is |am )?(?:seat )?(\d+)?(?: is)? ?not {ROLE}"
)
EITHER = re.compile(rf"{SPEAKER}(?:either )?(\d+),? (?:or )?(\d+)(?: is)? {ROLE}")


def with_seats(line: str, names: Sequence[str]) -> str:
    """Return a line with the numbers of seats for their names, and `i am` for `he is`."""

    def seat(match: re.Match[str]) -> str:
        word = match[0].casefold()
        return str(names.index(word) + 1) if word in names else match[0]

    line = re.sub(r"[^\W\d_]+", seat, line)
    return re.sub(r"\b(?:he|she|they)(?:'s| is| are)\b", "i am", line, flags=re.IGNORECASE)


def split(line: str) -> list[str]:
    """Return the lines that a line of several claims stands for; else the line itself. A claim of
    the next speaker has no seat."""
    if CLAIMS.fullmatch(line):
        return [_claim(letter) for letter in line]
    tokens = [TOKEN.fullmatch(token) for token in line.replace(",", " ").split()]
    if not tokens or not all(tokens):
        return [line]
    return [_token(token) for token in tokens if token]


def _claim(letter: str) -> str:
    return "pass" if letter == "-" else f"am {LETTERS[letter]}"


def _token(token: re.Match[str]) -> str:
    seat, letter, other, role = token.groups()
    if letter:
        return f"{seat} {_claim(letter)}"
    return f"{seat} is {other} {LETTERS[role]}" if role else f"{seat} urge {other}"


def remark(line: str, speaker: int | None) -> tuple[int, str] | None:
    """Return the seat and the kept form of a denial, or of a choice between seats: `not mole`,
    `2 not mole`, `either 2 6 mole`. None if it is neither."""
    for form in (DENIAL, EITHER):
        match = form.fullmatch(line)
        role = None if match is None else read_role(match[match.lastindex or 0])
        if match is None or role is None:
            continue
        said, *seats = match.groups()[:-1]
        if form is DENIAL and said is None and seats[0]:  # `4 not mole`: Seat 4 denies it
            said, seats = seats[0], [None]
        seat = speaker if said is None else int(said) - 1
        if seat is not None:
            named = [number for number in seats if number]
            words = [*named, "not"] if form is DENIAL else ["either", *named]
            return seat, " ".join([*words, ROLES[role]])
    return None


def remark_words(text: str, speaker: str, names: Sequence[str]) -> str:
    """Put a remark into words: "Seat 4 denies that Seat 2 is the Mole"."""
    *words, role = text.split()
    of = [names[int(word) - 1] for word in words if word.isdigit()]
    card = a_role(ROLES[ROLES.index(role)])
    if words[0] == "before":
        return f"{speaker} first claimed to be {card}"
    if words[0] == "either":
        return f"{speaker} says that {' or '.join(of)} is {card}"
    return f"{speaker} denies {f'that {of[0]} is' if of else 'being'} {card}"


def wrong_names(names: Sequence[str], players: int, taken: Mapping[str, object]) -> str:
    """Return the mistake in the names of seats; empty if there is none."""
    if len(names) != players:
        return f"names: {len(names)}; expected one for each of {players} seats"
    for name in names:
        if not name.isalpha() or len(name) == 1 or name in (*taken, *ROLES, "me"):
            return f"{name!r} has a meaning here; expected another name"
        if names.count(name) > 1:
            return f"{name!r} is named twice; expected different names"
    return ""


def some_teams(settings: Settings) -> str:
    """Return an example of the teams of a table: `r b r b r b`."""
    return " ".join(TEAMS[seat % settings.teams][0] for seat in range(settings.players))


def teams_in(words: Sequence[str], settings: Settings) -> list[TeamName]:
    """Return each seat's team, from letters or words: `r b b r`, `rbbr`; or by team: `red 1 4 blue
    2 3`."""
    names = {team[0]: team for team in TEAMS} | {team: team for team in TEAMS}
    players = settings.players
    text = " ".join(words).replace(",", " ").replace(":", " ").replace(";", " ")
    words_typed = text.split()
    if any(map(is_number, words_typed)):
        by_seat: dict[int, TeamName] = {}
        team: TeamName | None = None
        for word in words_typed:
            if word in names:
                team = names[word]
            elif is_number(word) and team is not None and 1 <= int(word[:DIGITS]) <= players:
                by_seat[int(word) - 1] = team
            else:
                raise EntryError(f"{word!r}; expected something like `red 1 4 5 blue 2 3 6`")
        missing = [str(seat + 1) for seat in range(players) if seat not in by_seat]
        if missing:
            raise EntryError(f"no team for seat {', '.join(missing)}")
        return [by_seat[seat] for seat in range(players)]
    letters = (
        words_typed if all(word in names for word in words_typed) else list("".join(words_typed))
    )
    if any(letter not in names for letter in letters):
        such_as = f"such as `{some_teams(settings)}`"
        raise EntryError(f"{' '.join(words)!r}; expected the team of each seat, {such_as}")
    return [names[letter] for letter in letters]


def is_number(word: str) -> bool:
    """Return true if a word is a number in digits."""
    return word.isascii() and word.isdigit()
