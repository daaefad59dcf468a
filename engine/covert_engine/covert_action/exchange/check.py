"""Checks of a view from outside: everything that no game could show, except that the number of
Plan cards drawn in the round is only checked against bounds.

`check_view` calls the functions below in their order. Each assumes that the fields it reads have
values. It is listed with these fields, and left out if an earlier check found that they have none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from covert_engine.covert_action.exchange import check_plans, check_shots, check_talk
from covert_engine.covert_action.exchange.fields import ViewFields
from covert_engine.covert_action.exchange.reader import NO_ROLE, NOBODY, Reader, named
from covert_engine.covert_action.rules._settings import Settings
from covert_engine.covert_action.rules.names import PHASES, ROLES, TEAMS
from covert_engine.input.errors import CovertError, ViewError
from covert_engine.input.shown import shown
from covert_engine.input.spelling import EnumName, enum_names

PLAYER = ("team", "is_in", "role", "held", "drawn", "types")
MAX_SHOTS, MAX_T, LAST_ROUND, PLAN_CARDS = 5, 30, 60, 40


def check_view(fields: object, unread: Iterable[str] = ()) -> tuple[Settings, dict[str, Any]]:
    """Return the settings, and the fields with gaps filled; ViewError lists all mistakes.

    `unread` are paths of fields that the caller could not read: their values, and anything that
    depends on them, are not checked. With such paths ViewError is always raised, even with an empty
    list.
    """
    reader = Reader(unread)
    if not reader.has(fields, "", tuple(ViewFields.__annotations__)):
        raise ViewError(reader.mistakes)
    assert isinstance(fields, dict)
    try:
        settings = Settings.from_fields(fields["settings"])
    except CovertError as error:
        raise ViewError([("settings", str(error))]) from error
    view = dict(fields)
    for check, read in CHECKS:
        if reader.could_read(*read):
            check(settings, view, reader)
    if reader.mistakes or reader.unread:
        raise ViewError(reader.mistakes)
    return settings, view


def _check_numbers(settings: Settings, view: dict[str, Any], reader: Reader) -> None:
    players = settings.players
    reader.number(view["seat"], "seat", 0, players - 1)
    reader.number(view["round"], "round", 1, LAST_ROUND)
    reader.number(view["opener"], "opener", 0, players - 1)
    reader.number(view["t"], "t", 1, MAX_T)
    reader.number(view["beat"], "beat", 1, settings.beats)
    reader.number(view["deck"], "deck", 0, PLAN_CARDS)
    reader.name(view["phase"], "phase", PHASES)
    reader.seat_or_none(view["speaker"], "speaker", players)
    reader.seat_or_none(view["actor"], "actor", players)
    if view["choice"] is not None and not isinstance(view["choice"], str):
        reader.add_unread("choice", f"{shown(view['choice'])}; expected a text such as 'shoot 3'")
    reader.items(view["players"], "players", players, players)
    reader.items(view["centre"], "centre", settings.set_aside, settings.set_aside)
    reader.items(view["shots"], "shots", 0, MAX_SHOTS)
    reader.items(view["statements"], "statements", 0, MAX_T * players)


def _check_players(settings: Settings, view: dict[str, Any], reader: Reader) -> None:
    teams = TEAMS[: settings.teams]
    roles = [ROLES[role] for role in sorted(set(settings.team_cards))]
    for seat, player in enumerate(view["players"]):
        field = f"players[{seat}]"
        if not reader.has(player, field, PLAYER):
            continue
        reader.name(player["team"], f"{field}.team", teams)
        reader.switch(player["is_in"], f"{field}.is_in")
        reader.name(player["role"], f"{field}.role", roles, or_none=True)
        if reader.number(player["held"], f"{field}.held", 0, PLAN_CARDS):
            reader.number(player["drawn"], f"{field}.drawn", 0, player["held"])
        types = player["types"]
        if types is not None and reader.items(types, f"{field}.types", 4, 4):
            for kind, count in enumerate(types):
                reader.number(count, f"{field}.types[{kind}]", 0, 10)


def _check_centre(settings: Settings, view: dict[str, Any], reader: Reader) -> None:
    teams = TEAMS[: settings.teams]
    roles = [ROLES[role] for role in sorted(set(settings.team_cards))]
    for place, card in enumerate(view["centre"]):
        if reader.has(card, f"centre[{place}]", ("team", "role")):
            reader.name(card["team"], f"centre[{place}].team", teams)
            reader.name(card["role"], f"centre[{place}].role", roles, or_none=True)


def _check_teams(settings: Settings, view: dict[str, Any], reader: Reader) -> None:
    """Check that a team's seats and its card in the centre, at most one, are its cards in use
    (2.1)."""
    centre = [TEAMS.index(card["team"]) for card in view["centre"]]
    if sorted(set(centre)) != centre:
        reader.add("centre", "expected different teams, red before blue before green")
    size = len(settings.team_cards)
    for number, team in enumerate(TEAMS[: settings.teams]):
        cards = sum(player["team"] == team for player in view["players"]) + centre.count(number)
        if cards != size:
            reader.add(
                "players",
                f"{cards} cards of {EnumName('TEAM', team)}, with the centre; expected {size}",
            )


def _check_cards(settings: Settings, view: dict[str, Any], reader: Reader) -> None:
    """Check that the right cards show (4.1, 4.2). The tables of rows check if they agree."""
    over = view["phase"] == "over"
    before = len(reader.mistakes)
    for seat, player in enumerate(view["players"]):
        is_open = over or seat == view["seat"] or not player["is_in"]
        if is_open != (player["role"] is not None):
            expected = "a role" if is_open else f"{NO_ROLE}, as it is hidden"
            wrong = f"{named('ROLE', player['role'])}; expected {expected} (4.1, 4.2)"
            reader.add(f"players[{seat}].role", wrong)
    for place, card in enumerate(view["centre"]):
        if over != (card["role"] is not None):
            expected = "a role, as the game is over" if over else f"{NO_ROLE}, as it is hidden"
            wrong = f"{named('ROLE', card['role'])}; expected {expected} (4.3)"
            reader.add(f"centre[{place}].role", wrong)
    if over and len(reader.mistakes) == before:
        used = sorted(ROLES[role] for role in settings.team_cards)
        for team in TEAMS[: settings.teams]:
            cards = [*view["players"], *view["centre"]]
            roles = sorted(card["role"] for card in cards if card["team"] == team)
            if roles != used:
                held, expected = (", ".join(enum_names("ROLE", names)) for names in (roles, used))
                wrong = f"{EnumName('TEAM', team)} has {held}; expected {expected}"
                reader.add("players", wrong)


def _check_actor(settings: Settings, view: dict[str, Any], reader: Reader) -> None:
    """Check the seat to decide, as far as the seat knows, and its own choice (3.5, 3.7, 4.2)."""
    phase, seat, actor = view["phase"], view["seat"], view["actor"]
    own = view["players"][seat]
    if (phase == "talk") != (view["speaker"] is not None):
        reader.add("speaker", f"{shown(view['speaker'])} in the phase {named('PHASE', phase)}")
    if phase == "talk" and not settings.talk:
        reader.add("phase", f"{named('PHASE', 'talk')}, where talk is off")
    if phase == "deadline":
        left = sum(player["is_in"] for player in view["players"])
        if settings.deadline == "void" or view["beat"] != settings.beats or left <= 2:
            where = named("PHASE", "deadline")
            reader.add("phase", f"{where}, where nobody can be choosing whom to shoot (3.7)")
    asked = own["is_in"] and own["role"] != "mole"
    may_be: tuple[object, ...] = (None,)
    if phase == "talk":
        may_be = (view["speaker"],)
        if view["speaker"] is not None and not view["players"][view["speaker"]]["is_in"]:
            reader.add("speaker", f"{view['speaker']} is out")
    elif phase == "window" and asked:
        may_be = (seat,) if view["choice"] is None else (None,)
    elif phase == "deadline" and asked:
        may_be = (None, seat)
    if actor not in may_be:
        expected = " or ".join(NOBODY if seat is None else repr(seat) for seat in may_be)
        reader.add("actor", f"{shown(actor)}; expected {expected} here (4.2)")
    if view["choice"] is not None:
        check_talk.check_choice(view, reader, phase == "window" and asked)


CHECKS: tuple[tuple[Callable[[Settings, dict[str, Any], Reader], None], tuple[str, ...]], ...] = (
    (_check_numbers, ()),
    (_check_players, ("players.number",)),
    (_check_centre, ("centre.number",)),
    (check_shots.check_shots, ("shots", "t", "beat", "phase", "players.team")),
    (check_shots.check_who_is_in, ("shots", "phase", "players.team", "players.is_in")),
    (_check_cards, ("phase", "seat", "players.team", "players.role", "players.is_in", "centre")),
    (
        _check_actor,
        ("phase", "seat", "actor", "choice", "speaker", "beat", "players.role", "players.is_in"),
    ),
    (
        check_talk.check_statements,
        ("statements", "t", "opener", "speaker", "phase", "shots", "players.team"),
    ),
    (check_plans.check_plans, ("deck", "round", "phase", "seat", "shots", "players")),
    (_check_teams, ("players.team", "centre")),
)
"""Checks, each with the fields that it reads; for a list whose items it does not read, its
length."""
