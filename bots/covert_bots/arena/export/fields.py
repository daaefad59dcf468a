"""The fields of exported games, declared once: checks, JSON Schema and Parquet follow from it.

A field is left out of no line; it is null where there is nothing to say. What another run of the
same plan would not repeat, such as times, is `measured`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

VERSION = 1  # of the fields
MOST_WHOLE = (1 << 63) - 1  # of whole numbers: those of Parquet
DEEPEST = 8  # objects in each other, in an object of any members
SCHEMA = "https://json-schema.org/draft/2020-12/schema"


class Plain(Enum):
    """A kind of value without parts of its own."""

    TEXT = "text"
    WHOLE = "whole number"  # from 0
    SIGNED = "whole number that may be negative"
    NUMBER = "number"
    OBJECT = "object"  # of any members; text in Parquet


@dataclass(frozen=True)
class Many:
    """A list."""

    of: Kind


@dataclass(frozen=True)
class Record:
    """An object with these members."""

    fields: tuple[Field, ...]


Kind: TypeAlias = Plain | Many | Record


@dataclass(frozen=True)
class Field:
    """A member of an object, or a column."""

    name: str
    kind: Kind
    meaning: str
    may_be_null: bool = False
    measured: bool = False  # null where only what can be repeated is exported


def _measured(name: str, kind: Kind, meaning: str) -> Field:
    return Field(name, kind, meaning, may_be_null=True, measured=True)


TEXT, WHOLE, SIGNED, NUMBER, OBJECT = Plain
TEXTS, WHOLES = Many(TEXT), Many(WHOLE)

TOURNAMENT = Record(
    (
        Field("version", WHOLE, f"version of the fields: {VERSION}"),
        Field("settings", OBJECT, "the settings of the plan, as in the ledger"),
        Field("test", OBJECT, "the hypotheses of a sequential test", may_be_null=True),
        Field("former_blocks", WHOLES, "numbers of blocks that were planned and played before"),
        _measured("code", OBJECT, "the digest of the code of each bot"),
    )
)

ACTION = Record(
    (
        Field("seat", WHOLE, "the seat that decided"),
        Field("round", WHOLE, "the round, from 1; 0 before the first"),
        Field("text", TEXT, "the action in the notation"),
        Field("number", WHOLE, "the same as a number"),
        Field("kind", WHOLE, "the kind of action in that number"),
        Field("operands", WHOLES, "the three operands in that number"),
        Field("choices", WHOLE, "how many actions were legal"),
        Field(
            "iterations",
            WHOLE,
            "iterations of the bot's search; 0 where they are not known",
            may_be_null=True,
        ),
        Field("value", NUMBER, "the bot's value of the action, 0 to 1", may_be_null=True),
        _measured("microseconds", WHOLE, "CPU time of the decision"),
        _measured("left", WHOLE, "milliseconds on the seat's clock after it"),
    )
)

FIGURES = Record(
    (
        Field("decisions", WHOLE, "decisions asked of the seat"),
        Field("iterations", WHOLE, "iterations of all its searches"),
        _measured("cpu_seconds", NUMBER, "CPU time of all its decisions"),
        _measured("slowest", NUMBER, "seconds of its slowest decision"),
        _measured("least_left", NUMBER, "seconds on its clock at the least"),
        _measured("lag", NUMBER, "seconds of a question to its server and back"),
    )
)

GAME = Record(
    (
        Field("game", TEXT, "its name, such as `covert`"),
        Field("players", WHOLE, "the number of seats"),
        Field("card_set", TEXT, "the digest of the cards; empty where there is one set"),
        Field("setup", OBJECT, "options, characters and first player, as far as they were chosen"),
        Field("move_seconds", NUMBER, "seconds after which a bot counts as hung"),
        Field("block", WHOLE, "the number of the deal in the plan"),
        Field("rotation", WHOLE, "places by which the bots have moved on for this game"),
        Field("seed", TEXT, "the seed of the deal, 0 to 2^64 - 1"),
        Field("seats", TEXTS, "the bot in each seat"),
        Field("bot_seeds", TEXTS, "the seed of each seat's bot"),
        _measured("attempt", WHOLE, "the number of the attempt at the game, from 1"),
        Field("outcome", TEXT, "`finished`, `forfeit` or `void`"),
        Field("failure", TEXT, "the class of the failure, if there was one", may_be_null=True),
        Field("culprit", WHOLE, "the seat that failed", may_be_null=True),
        Field("detail", TEXT, "the failure in words"),
        Field("outage", TEXT, "the class of the outage, if it is one", may_be_null=True),
        Field("winners", WHOLES, "the seats that share the victory"),
        Field("scores", Many(SIGNED), "the score of each seat; empty if the game did not finish"),
        Field("rounds", WHOLE, "rounds played; 0 if the game did not finish"),
        _measured("seconds", NUMBER, "seconds by the clock"),
        _measured("ended", NUMBER, "the time of day at its end, in seconds since 1970"),
        Field("figures", Many(FIGURES), "figures of each seat; empty if the process died"),
        Field("game_facts", OBJECT, "facts of the game"),
        Field("seat_facts", Many(OBJECT), "facts of each seat"),
        Field("actions", Many(ACTION), "the decisions of all seats, in order"),
    )
)


class FieldError(ValueError):
    """A value that does not fit its field."""


def check(value: Any, kind: Kind, place: str) -> None:
    """Check a value; FieldError names the first wrong field by its place."""
    if isinstance(kind, Record):
        _check_record(value, kind, place)
    elif isinstance(kind, Many):
        if not isinstance(value, list):
            raise _wrong(place, value, "a list")
        for number, each in enumerate(value):
            check(each, kind.of, f"{place}.{number}")
    elif kind is TEXT:
        if not isinstance(value, str):
            raise _wrong(place, value, "a text")
    elif kind in (WHOLE, SIGNED):
        least = 0 if kind is WHOLE else -MOST_WHOLE
        if type(value) is not int or not least <= value <= MOST_WHOLE:
            expected = f"a whole number from {0 if kind is WHOLE else '-2^63 + 1'} to 2^63 - 1"
            raise _wrong(place, value, expected)
    elif kind is NUMBER:
        if type(value) not in (int, float) or not 0 <= value < float("inf"):
            raise _wrong(place, value, "a number from 0")
    elif not isinstance(value, dict):
        raise _wrong(place, value, "an object")
    elif _is_deep(value):
        raise FieldError(f"{place}: too deep; expected at most {DEEPEST} objects in each other")


def _is_deep(value: Any) -> bool:
    """Return true if more objects and lists are in each other than any that the arena writes."""
    level = [value]
    for _ in range(DEEPEST):
        inner = (each.values() if isinstance(each, dict) else each for each in level)
        level = [part for parts in inner for part in parts if isinstance(part, (dict, list))]
        if not level:
            return False
    return True


def _check_record(value: Any, kind: Record, place: str) -> None:
    if not isinstance(value, dict):
        raise _wrong(place, value, "an object")
    dot = f"{place}." if place else ""
    for field in kind.fields:
        if field.name not in value:
            raise FieldError(f"{dot}{field.name}: missing; expected {field.meaning}")
        if not (field.may_be_null and value[field.name] is None):
            check(value[field.name], field.kind, f"{dot}{field.name}")
    if len(value) > len(kind.fields):
        names = {field.name for field in kind.fields}
        unknown = next(name for name in value if name not in names)
        raise FieldError(f"{dot}{shown(unknown)[1:-1]}: not known; expected one of {_list(names)}")


def _list(names: set[str]) -> str:
    return ", ".join(sorted(names))


def _wrong(place: str, value: Any, expected: str) -> FieldError:
    return FieldError(f"{place or 'the line'}: {shown(value)}; expected {expected}")


def shown(value: Any) -> str:
    """Return a value in words, cut to a length that fits a message."""
    if isinstance(value, (list, dict)) and len(value) > 8:
        return f"{'a list' if isinstance(value, list) else 'an object'} of {len(value)}"
    if isinstance(value, int) and value.bit_length() > 128:
        return "a very large number"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def in_order(value: Any, kind: Kind, *, measured: bool = True) -> Any:
    """Return a value of a kind with its members in the order of the fields; if not `measured`,
    without what was."""
    if isinstance(kind, Many) and isinstance(kind.of, Record):
        return [in_order(each, kind.of, measured=measured) for each in value]
    if not isinstance(kind, Record):
        return value
    return {
        field.name: None
        if value[field.name] is None or (field.measured and not measured)
        else in_order(value[field.name], field.kind, measured=measured)
        for field in kind.fields
    }


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a line: of the tournament, the first, or of a game."""
    tournament = Record((Field("tournament", TOURNAMENT, "the tournament of the games"),))
    return {
        "$schema": SCHEMA,
        "title": "A line of the games that `covert-bots arena export` writes",
        "description": "The first line is the tournament, each further line a game.",
        "oneOf": [_schema(tournament), _schema(GAME)],
    }


def _schema(kind: Kind) -> dict[str, Any]:
    if isinstance(kind, Many):
        return {"type": "array", "items": _schema(kind.of)}
    if isinstance(kind, Record):
        return {
            "type": "object",
            "properties": {field.name: _schema_of(field) for field in kind.fields},
            "required": [field.name for field in kind.fields],
            "additionalProperties": False,
        }
    plain: dict[Kind, dict[str, Any]] = {
        TEXT: {"type": "string"},
        WHOLE: {"type": "integer", "minimum": 0, "maximum": MOST_WHOLE},
        SIGNED: {"type": "integer", "minimum": -MOST_WHOLE, "maximum": MOST_WHOLE},
        NUMBER: {"type": "number", "minimum": 0},
        OBJECT: {"type": "object"},
    }
    return plain[kind]


def _schema_of(field: Field) -> dict[str, Any]:
    schema = _schema(field.kind)
    if field.may_be_null:
        schema["type"] = [schema["type"], "null"]
    return {"description": field.meaning, **schema}


def rows(kind: Record, prefix: str = "") -> Iterator[tuple[str, str, str]]:
    """Yield each field by its path, with its kind in words and its meaning."""
    for field in kind.fields:
        path = f"{prefix}{field.name}"
        words = _in_words(field.kind) + (", or null" if field.may_be_null else "")
        yield path, words, field.meaning + (" (measured)" if field.measured else "")
        inner = field.kind.of if isinstance(field.kind, Many) else field.kind
        if isinstance(inner, Record):
            yield from rows(inner, f"{path}.")


def _in_words(kind: Kind) -> str:
    if isinstance(kind, Many):
        return f"list of {_in_words(kind.of)}"
    return "object" if isinstance(kind, Record) else kind.value
