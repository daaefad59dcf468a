"""The table of Covert Action as one seat sees it: the seats, and their statements."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from covert_bots.covert_action.words.names import (
    OUTCOME_WORDS,
    ROLE_NAMES,
    card_name,
    team_name,
)
from covert_engine.covert_action import Kind, View, parse_action, unpack
from covert_engine.covert_action.exchange.fields import PlayerFields, ViewFields
from covert_engine.covert_action.rules.names import PLAN_TYPES, ROLES, TEAMS

TEAM_STYLES = dict(zip(TEAMS, ("red", "blue", "green"), strict=True))
LEAST_WIDTH = 80  # columns
GAP = 2  # columns
LONGEST_NAME = 10  # columns of a player's name
OWN = ">"
WHO = 2  # place of that column


def board(view: View, who: Sequence[str], width: int) -> list[Text]:
    """Return the table: a heading, a line for each seat with the last beats that fit, and the
    shots. `who` names the seats' players."""
    fields = view.fields()
    return [*heading(view, width), *talk_table(view, who, width), *_shots(fields)]


def heading(view: View, width: int) -> list[Text]:
    """Return the state of the game and the cards of the view's seat, in one line or two."""
    fields = view.fields()
    own = fields["players"][view.seat]
    beat = f"beat {fields['beat']} of {view.settings.beats}"
    if fields["t"] > fields["beat"]:
        beat += f" ({fields['t']} of the round)"
    role = own["role"]
    assert role is not None
    assert own["types"] is not None
    plans = zip(PLAN_TYPES, own["types"], strict=True)
    held = " ".join(f"{letter}{count}" for letter, count in plans if count)
    where = f"Round {fields['round']}, {beat}"
    card = card_name(own["team"], role)
    out = "" if own["is_in"] else ", out"
    you = f"Seat {view.seat + 1}, {card}{out}; Plan cards: {held or 'none'}"
    deck = f"deck {fields['deck']}"
    line = f"{where} | {you} | {deck}"
    lines = [line] if len(line) <= width else [f"{where} | {deck}", you]
    return [Text(line, style="bold") for line in lines]


def talk_table(view: View, who: Sequence[str], width: int) -> list[Text]:
    """Return a line for each seat: team, player, open card, Plan cards, and its statements in the
    last beats that fit."""
    columns, beats = _columns(view, who)
    room = width - _total(columns)
    if _total(beats[-2:]) > room:
        room += _total([columns.pop(WHO)])  # the last two beats are worth more
    shown: list[list[str]] = []
    for column in reversed(beats):
        room -= _total([column])
        if room + GAP < 0:
            break
        shown.insert(0, column)
    return _lines([*columns, *shown], view)


def whole_talk(view: View, who: Sequence[str], width: int) -> list[list[Text]]:
    """Return the same with all beats of the round, in as many tables as that takes."""
    columns, beats = _columns(view, who)
    tables = []
    while beats:
        room, shown = width - _total(columns) + GAP, 0
        while shown < len(beats) and _total(beats[: shown + 1]) <= room:
            shown += 1
        tables.append(_lines([*columns, *beats[: max(1, shown)]], view))
        beats = beats[max(1, shown) :]
    return tables


def show_talk(console: Console, view: View, who: Sequence[str]) -> None:
    """Print the talk of the whole round, in pieces as wide as the screen."""
    tables = whole_talk(view, who, console.width)
    if not tables:
        console.print("There is no talk at this table.")
    for number, table in enumerate(tables):
        if number:
            console.print()
        for line in table:
            console.print(line, soft_wrap=True)


def _columns(view: View, who: Sequence[str]) -> tuple[list[list[str]], list[list[str]]]:
    """Return the columns before the talk, and a column for each beat."""
    fields = view.fields()
    players = fields["players"]
    seats = range(len(players))
    said = _said(fields)
    columns = [
        ["seat", *(f"{OWN if seat == view.seat else ' '}{seat + 1:2}" for seat in seats)],
        ["team", *(team_name(player["team"]) for player in players)],
        ["who", *(name[:LONGEST_NAME] for name in who)],
        ["card", *map(_card, players)],
        ["Plan", *(str(player["held"]) for player in players)],
    ]
    if not view.settings.talk:
        return columns, []
    return columns, [
        [f"beat {t}", *(said.get((t, seat), "") for seat in seats)]
        for t in range(1, fields["t"] + 1)
    ]


def short_statement(text: str) -> str:
    """Return a statement for the table: `Mole` of itself, `3 is Mole`, `shoot 3`, or a dash."""
    kind, first, second = unpack(parse_action(text))
    if kind == Kind.PASS:
        return "-"
    if kind == Kind.AM:
        return ROLE_NAMES[ROLES[first]]
    if kind == Kind.IS:
        return f"{first + 1} is {ROLE_NAMES[ROLES[second]]}"
    return f"shoot {first + 1}"


def _said(fields: ViewFields) -> dict[tuple[int, int], str]:
    return {
        (said["t"], said["seat"]): short_statement(said["text"]) for said in fields["statements"]
    }


def _card(player: PlayerFields) -> str:
    role = player["role"]
    if role is None:
        return ""
    return ROLE_NAMES[role] if player["is_in"] else f"{ROLE_NAMES[role]}, out"


def _width(column: Sequence[str]) -> int:
    return max(map(len, column))


def _total(columns: Sequence[Sequence[str]]) -> int:
    """Return the sum of their widths, each with a gap."""
    return sum(_width(column) + GAP for column in columns)


def _lines(columns: Sequence[Sequence[str]], view: View) -> list[Text]:
    players = view.fields()["players"]
    widths = [_width(column) for column in columns]
    lines = []
    for row in range(len(players) + 1):
        cells = [column[row].ljust(width) for column, width in zip(columns, widths, strict=True)]
        line = Text((" " * GAP).join(cells).rstrip(), style="" if row else "bold")
        if row:
            player = players[row - 1]
            place, name = widths[0] + GAP, team_name(player["team"])
            line.stylize(TEAM_STYLES[player["team"]], place, place + len(name))
            if not player["is_in"]:
                line.stylize("dim")
            elif row - 1 == view.seat:
                line.stylize("bold")
        lines.append(line)
    return lines


def _shots(fields: ViewFields) -> list[Text]:
    """Return the shots of the round so far, a line each."""
    lines = []
    for shot in fields["shots"]:
        how = "was ordered and shot" if shot["ordered"] else "shot"
        seats = f"Seat {shot['shooter'] + 1} {how} Seat {shot['target'] + 1}"
        lines.append(Text(f"Beat {shot['t']}: {seats}: {OUTCOME_WORDS[shot['outcome']]}"))
    return lines
