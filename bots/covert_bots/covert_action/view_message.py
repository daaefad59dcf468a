"""Views of Covert Action as messages, and back; settings and setups too."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeAlias

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper

from covert_bots.covert_action.action_message import operands_of
from covert_bots.players.message_fields import as_in_messages, enum_names
from covert_engine.covert_action import (
    Settings,
    SettingsError,
    View,
    ViewError,
    parse_action,
)
from covertbots.v1 import view_pb2
from covertbots.v1.covert_action_pb2 import (
    CovertActionSettings,
    CovertActionSetup,
    CovertActionView,
)

V = CovertActionView
HIDDEN = "unspecified"
Violation: TypeAlias = tuple[str, str]
# Fields of a message that have another name, or another form, than those of the engine.
PATHS = {"actor": "to_decide", "choice": "choice.text"}
ANY_TEAMS = 9  # players of two teams or of three, with Saboteurs or without
SET_BY_NAME = ("teams", "saboteurs", "alternate", "cleaner_inherits", "talk", "beats")


def view_to_message(view: View) -> view_pb2.View:
    """The message that says what `view` says."""
    fields = view.fields()
    choice = fields["choice"]
    message = CovertActionView(
        settings=_settings_message(view.settings),
        seat=fields["seat"],
        round=fields["round"],
        opener=fields["opener"],
        t=fields["t"],
        beat=fields["beat"],
        phase=_number(V.Phase, fields["phase"]),
        speaker=fields["speaker"],
        to_decide=fields["actor"],
        choice=None
        if choice is None
        else V.Choice(text=choice, operands=operands_of(parse_action(choice))),
        deck=fields["deck"],
        players=[
            V.Player(
                team=_number(V.Team, player["team"]),
                is_in=player["is_in"],
                role=_number(V.Role, player["role"]),
                held=player["held"],
                drawn=player["drawn"],
                types=player["types"] or (),
            )
            for player in fields["players"]
        ],
        centre=[
            V.Card(team=_number(V.Team, card["team"]), role=_number(V.Role, card["role"]))
            for card in fields["centre"]
        ],
        statements=[
            V.Statement(**one, operands=operands_of(parse_action(one["text"])))
            for one in fields["statements"]
        ],
        shots=[
            V.Shot(**{**shot, "outcome": _number(V.Outcome, shot["outcome"])})
            for shot in fields["shots"]
        ],
    )
    return view_pb2.View(covert_action=message)


def view_from_message(message: CovertActionView) -> View:
    """The view that `message` describes; `ViewError` names, by their paths in it, all fields that
    no game could show."""
    fields = _fields(message, _settings_of(message))
    try:
        return View.from_fields(fields)
    except ViewError as error:
        raise ViewError(_with_paths(error.violations)) from None


def mistakes_of_message(message: CovertActionView, unread: Collection[str]) -> list[Violation]:
    """What is wrong with a message of which the fields `unread`, by their paths, could not be read
    and are missing: nothing is said of them, nor asked that depends on them."""
    if any(one.partition(".")[0] == "settings" for one in unread):
        return []
    fields = _fields(message, _settings_of(message))
    names = {path: field for field, path in PATHS.items()}
    return _with_paths(View.mistakes(fields, [names.get(one, one) for one in unread]))


def _with_paths(found: Iterable[Violation]) -> list[Violation]:
    return [(PATHS.get(field, field), wrong) for field, wrong in as_in_messages(found)]


def _settings_of(message: CovertActionView) -> Settings:
    """The settings of a view; ViewError if there are none such."""
    if not message.HasField("settings"):
        raise ViewError([("settings", "is missing")])
    try:
        return Settings.from_fields(
            {
                "players": message.settings.players,
                "deadline": _name(CovertActionSettings.Deadline, message.settings.deadline),
                **{name: getattr(message.settings, name) for name in SET_BY_NAME},
            }
        )
    except SettingsError as error:
        raise ViewError([(f"settings.{error.field}", said_of_setting(error))]) from None


def said_of_setting(error: SettingsError) -> str:
    """Return what is wrong with a setting of a message."""
    given, expected = repr(error.value), error.expected
    if error.field == "deadline":
        enum = CovertActionSettings.Deadline
        name = str(error.value)
        given = name if name.isdigit() else f"DEADLINE_{name.upper()}"
        expected = " or ".join(enum.keys()[1:])
    return f"is {given}; expected {expected}"


def _fields(message: CovertActionView, settings: Settings) -> dict[str, Any]:
    return {
        "settings": settings.fields(),
        "seat": message.seat,
        "round": message.round,
        "opener": message.opener,
        "t": message.t,
        "beat": message.beat,
        "phase": _name(V.Phase, message.phase),
        "speaker": message.speaker if message.HasField("speaker") else None,
        "actor": message.to_decide if message.HasField("to_decide") else None,
        "choice": message.choice.text if message.HasField("choice") else None,
        "deck": message.deck,
        "players": [
            {
                "team": _name(V.Team, player.team),
                "is_in": player.is_in,
                "role": _role(player.role),
                "held": player.held,
                "drawn": player.drawn,
                "types": list(player.types) or None,
            }
            for player in message.players
        ],
        "centre": [
            {"team": _name(V.Team, card.team), "role": _role(card.role)} for card in message.centre
        ],
        "statements": [
            {"t": one.t, "seat": one.seat, "text": one.text} for one in message.statements
        ],
        "shots": [
            {
                "t": shot.t,
                "shooter": shot.shooter,
                "target": shot.target,
                "outcome": _name(V.Outcome, shot.outcome),
                "ordered": shot.ordered,
            }
            for shot in message.shots
        ],
    }


def settings_of_setup(setup: CovertActionSetup, players: int) -> Settings:
    """The settings that are chosen, the others as usual; SettingsError names a value that the rules
    do not have."""
    return Settings(players, **_chosen(setup))


def mistakes_of_setup(
    setup: CovertActionSetup, players: int, left_out: Iterable[str] = ()
) -> list[SettingsError]:
    """Every value that the rules do not have. A rule is left out if it depends on another that they
    do not have, or on one of the settings `left_out`, which are not known."""
    chosen = _chosen(setup)
    if "teams" in left_out:
        chosen.pop("alternate", None)
    found: list[SettingsError] = []
    while True:
        try:
            Settings(players, **chosen)
        except SettingsError as error:
            found.append(error)
            if error.field == "players":
                players = ANY_TEAMS
                chosen.setdefault("teams", 3)  # with which all can be chosen
            else:
                del chosen[error.field]
                if error.field == "teams":
                    chosen.pop("alternate", None)
        else:
            return found


def _chosen(setup: CovertActionSetup) -> dict[str, Any]:
    chosen = {name: getattr(setup, name) for name in SET_BY_NAME if setup.HasField(name)}
    if setup.deadline:
        chosen["deadline"] = _name(CovertActionSettings.Deadline, setup.deadline)
    return chosen


def setup_of_settings(settings: Settings) -> CovertActionSetup:
    """The setup that chooses all of them."""
    return CovertActionSetup(
        deadline=_number(CovertActionSettings.Deadline, settings.deadline),
        **{name: getattr(settings, name) for name in SET_BY_NAME},
    )


def _settings_message(settings: Settings) -> CovertActionSettings:
    fields: Mapping[str, Any] = settings.fields()
    deadline = _number(CovertActionSettings.Deadline, settings.deadline)
    return CovertActionSettings(**{**fields, "deadline": deadline})


def _number(enum: EnumTypeWrapper, name: str | None) -> Any:
    """The value of a name of the engine, None for what is hidden."""
    return enum_names(enum.DESCRIPTOR)[1][name or HIDDEN]


def _name(enum: EnumTypeWrapper, number: int) -> str:
    """The name of a value. Enums are open: of a number not known here it is the number."""
    return enum_names(enum.DESCRIPTOR)[0].get(number, str(number))


def _role(number: int) -> str | None:
    name = _name(V.Role, number)
    return None if name == HIDDEN else name
