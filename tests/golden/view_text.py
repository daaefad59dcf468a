"""A view as lines of text, `path = value`, and what changed from one view to the next.

Every field of `View.fields()` has its place here, and a field this file does not know is an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, TypeAlias

# What stands at each path: a text, or a set of cards, of which a change shows what came and went.
Lines: TypeAlias = dict[str, "str | frozenset[str]"]

NOTHING = "-"
CIRCLES = ("complete", "missions", "agency", "movement")
ROW = 6  # cipher tiles in a row
# The letter of a card's number, by the field it stands in.
LETTERS = {
    "agency_face_up": "A",
    "missions_face_up": "M",
    "completed_missions": "M",
    "completed_codes": "C",
    "use.card": "A",
    "use.agency_cards": "A",
    "use.mission": "M",
    "use.codes": "C",
    "espionage.pool": "A",
    "espionage.played": "A",
}
SEATS = ("use.seat", "espionage.opener")  # 0 is a seat here, not a default


def lines(fields: Mapping[str, Any]) -> Lines:
    """Return everything the fields of a view say, in the order of view.proto."""
    return dict(_top(fields))


def whole(now: Lines) -> Iterator[tuple[str, str]]:
    """Yield each path of a view and its line."""
    for path, value in now.items():
        yield path, _line(path, value)


def changes(before: Lines, now: Lines) -> Iterator[tuple[str, str]]:
    """Yield each path that changed and its line: `path = value`, or of a set `path +A3 -A17`."""
    for path in {**now, **before}:
        old, new = before.get(path, NOTHING), now.get(path, NOTHING)
        if isinstance(old, frozenset) and isinstance(new, frozenset) and old != new:
            come = (f"+{card}" for card in _sorted(new - old))
            gone = (f"-{card}" for card in _sorted(old - new))
            yield path, " ".join([path, *come, *gone])
        elif old != new:
            yield path, _line(path, new)


def _line(path: str, value: str | frozenset[str]) -> str:
    return f"{path} = {value if isinstance(value, str) else _cards(value)}"


def _sorted(cards: Iterable[str]) -> list[str]:
    return sorted(cards, key=lambda card: int(card[1:]))


def _cards(cards: Iterable[str]) -> str:
    """Return the cards of a set, ascending, three and more in a row as `A5-9`."""
    words: list[str] = []
    numbered = enumerate(_sorted(cards))
    for _, run in groupby(numbered, lambda pair: int(pair[1][1:]) - pair[0]):
        row = [card for _, card in run]
        words += row if len(row) < 3 else [f"{row[0]}-{row[-1][1:]}"]
    return " ".join(words) or NOTHING


def _top(fields: Mapping[str, Any]) -> Iterator[tuple[str, str | frozenset[str]]]:
    for name, value in fields.items():
        if name == "options":
            yield name, " ".join(option for option, on in value.items() if on) or NOTHING
        elif name == "players":
            for seat, player in enumerate(value):
                yield from _player(f"p{seat}", player)
        elif name == "circles":
            for circle, item in zip(CIRCLES, value, strict=True):
                yield f"circle {circle}", _circle(**item)
        elif name == "tiles":
            rows = (value[:ROW], value[ROW:])
            yield name, " / ".join(_scalar(name, row) for row in rows) if value else NOTHING
        elif name == "cubes":
            for city in value:
                yield _city_cubes(**city)
        elif name in ("agency_deck", "mission_deck"):
            yield from _deck(name, name[0].upper(), **value)
        elif name == "code_decks":
            for number, deck in enumerate(value, 1):
                yield f"code_deck {number}", _code_deck(**deck)
        elif name in ("tokens", "fresh_tokens"):
            yield name, ", ".join(_tokens(**tokens) for tokens in value) or NOTHING
        elif name == "search":
            letter = fields["use"]["deck"][0].upper()
            yield name, _search(letter, **value)
        elif isinstance(value, dict):
            yield name, _message(name, value)
        else:
            yield name, _scalar(name, value)


def _player(path: str, player: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, value in player.items():
        if name in ("agency_cards", "missions"):
            text = _places(name[0].upper(), value)
        elif name == "codes":
            text = "; ".join(_code_place(**place) for place in value) or NOTHING
        else:
            text = _scalar(name, value)
        yield f"{path}.{name}", text


def _deck(
    path: str,
    letter: str,
    *,
    places: Sequence[Mapping[str, Any]],
    lot: int,
    discards: Sequence[int],
    shuffles: int,
    unseen: Sequence[Mapping[str, Any]],
) -> Iterator[tuple[str, str | frozenset[str]]]:
    yield f"{path}.places", _places(letter, places)
    yield f"{path}.lot", str(lot)
    yield f"{path}.discards", _set(letter, discards)
    yield f"{path}.shuffles", str(shuffles)
    for entry in unseen:
        yield _unseen(path, letter, **entry)


def _unseen(
    path: str, letter: str, *, lot: int, cards: Sequence[int]
) -> tuple[str, frozenset[str]]:
    return f"{path}.unseen/{lot}", _set(letter, cards)


def _set(letter: str, cards: Iterable[int]) -> frozenset[str]:
    return frozenset(f"{letter}{card}" for card in cards)


def _places(letter: str, places: Iterable[Mapping[str, Any]]) -> str:
    """Count equal neighbours: `A17@0/1 3x?/1`."""
    runs = groupby(_place(letter, **place) for place in places)
    counted = ((text, sum(1 for _ in run)) for text, run in runs)
    return " ".join(text if count == 1 else f"{count}x{text}" for text, count in counted) or NOTHING


def _place(letter: str, *, card: int, known_by: Sequence[int], lot: int) -> str:
    text = f"{letter}{card}" if card else "?"
    if known_by:
        text += "@" + "".join(map(str, known_by))
    return f"{text}/{lot}" if lot else text


def _code_place(*, card: int, equipment: str, equipment_public: bool) -> str:
    words = [f"C{card}" if card else "?", equipment, "open" if equipment_public else ""]
    return " ".join(word for word in words if word)


def _circle(*, spaces: Sequence[int]) -> str:
    """Return the seat on each space, faces 1 to 6."""
    return " ".join(str(owner - 1) if owner else "." for owner in spaces)


def _city_cubes(*, city: str, colours: Sequence[int]) -> tuple[str, str]:
    return f"cubes {city}", _scalar("colours", colours)


def _code_deck(*, size: int, top_equipment: str) -> str:
    return f"{size}, {top_equipment or NOTHING} on top"


def _tokens(*, ability: str, count: int) -> str:
    return f"{count} {ability}"


def _search(letter: str, *, cards: Sequence[Mapping[str, Any]], kept: int) -> str:
    return _places(letter, cards) + (f", kept {letter}{kept}" if kept else "")


def _message(path: str, message: Mapping[str, Any]) -> str:
    """Return the fields of a message that are not at their defaults, in one line."""
    said = (
        f"{name} {_scalar(f'{path}.{name}', value)}"
        for name, value in message.items()
        if f"{path}.{name}" in SEATS or value not in (0, "", [], "unspecified")
    )
    return ", ".join(said) or NOTHING


def _scalar(name: str, value: object) -> str:
    """Return a number, a word, or a list of either as text."""
    if isinstance(value, list):
        return " ".join(_scalar(name, item) for item in value) or NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and name in LETTERS:
        return f"{LETTERS[name]}{value}" if value else NOTHING
    if isinstance(value, int | str):
        return str(value) or NOTHING
    raise TypeError(f"{name}: no text for {value!r}")
