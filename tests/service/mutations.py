"""Wrong views: by hand, each with the field that is wrong, and by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeVar

from google.protobuf.message import Message

from covertbots.v1.covert_view_pb2 import CovertView

View = CovertView
Changed = TypeVar("Changed", bound=Message)
Change = Callable[[View], Any]


def _own(view: View) -> CovertView.Player:
    return view.players[view.seat]


def _known_card(view: View) -> int:
    return next(
        place.card for player in view.players for place in player.agency_cards if place.card
    )


# What is done to a valid view, and the beginning of the path that must be named: some of each kind
# of mistake; all of them are in `tests/views`.
BY_HAND: dict[str, tuple[Change, str]] = {
    "a die showing seven": (lambda v: _own(v).dice.append(7), "view.players[{seat}].dice"),
    "an agent in a city that is not on the map": (
        lambda v: _own(v).agents.__setitem__(1, "Atlantis"),
        "view.players[{seat}].agents[1]",
    ),
    "a card in a hand and face up": (
        lambda v: v.agency_face_up.__setitem__(0, _known_card(v)),
        "view.agency_face_up[0]",
    ),
    "a card twice face up": (
        lambda v: v.agency_face_up.__setitem__(1, v.agency_face_up[0]),
        "view.agency_face_up[1]",
    ),
    "a fifth player": (
        lambda v: [v.players.add() for _ in range(5 - len(v.players))],
        "view.players",
    ),
    "a phase of the future": (lambda v: setattr(v, "phase", 77), "view.phase"),
    "a decision of another phase": (
        lambda v: setattr(v, "decision", CovertView.DECISION_RETURN_MISSION),
        "view.decision",
    ),
    "cubes in no city": (lambda v: v.cubes.add(city="", colours=[1]), "view.cubes"),
    "own tokens that do not add up": (
        lambda v: setattr(_own(v), "tokens", _own(v).tokens + 1),
        "view.tokens",
    ),
    "no options": (lambda v: v.ClearField("options"), "view.options"),
    "no card set": (lambda v: v.ClearField("card_set"), "view.card_set"),
    "no agency deck": (lambda v: v.ClearField("agency_deck"), "view.agency_deck"),
    "a deck of a hundred": (
        lambda v: [v.agency_deck.places.add() for _ in range(100)],
        "view.agency_deck.places",
    ),
    "a use of nothing": (lambda v: v.use.SetInParent(), "view.use.kind"),
}


def at_random(view: Changed, random: Random) -> Changed:
    """Return the view with one number, word, entry or message changed."""
    changed = type(view)()
    changed.CopyFrom(view)
    message, name = random.choice(list(_places(changed)))
    value = getattr(message, name)
    if hasattr(value, "append") or hasattr(value, "add"):
        _change_list(value, random)
    elif isinstance(value, Message):
        if random.random() < 0.5:
            message.ClearField(name)
        else:
            value.Clear()
            value.SetInParent()
    elif isinstance(value, bool):
        setattr(message, name, not value)
    elif isinstance(value, int):
        setattr(message, name, _other_number(value, random))
    else:
        setattr(message, name, random.choice(["", "Atlantis", value.upper(), "\u0000", value * 50]))
    return changed


def _change_list(values: object, random: Random) -> None:
    items = list(values)  # type: ignore[call-overload]
    how = random.randrange(3)
    if items and how == 0:
        del values[random.randrange(len(items))]  # type: ignore[attr-defined]
    elif items and isinstance(items[0], int) and how == 1:
        place = random.randrange(len(items))
        values[place] = _other_number(items[place], random)  # type: ignore[index]
    elif items and isinstance(items[0], Message):
        values.add().CopyFrom(random.choice(items))  # type: ignore[attr-defined]
    elif items:
        values.append(random.choice(items))  # type: ignore[attr-defined]
    elif hasattr(values, "add"):
        values.add()
    else:
        try:
            values.append(random.randrange(100))  # type: ignore[attr-defined]
        except TypeError:
            values.append("Atlantis")  # type: ignore[attr-defined]


def _other_number(value: int, random: Random) -> int:
    near = [max(0, value - 1), value + 1]
    return random.choice([*near, *near, 0, 7, 63, 64, 255, 256, 65536, (1 << 31) - 1])


def _places(message: Message) -> Iterator[tuple[Message, str]]:
    """Yield every field of a message and of the messages in it."""
    for field in message.DESCRIPTOR.fields:
        yield message, field.name
        value = getattr(message, field.name)
        if isinstance(value, Message):
            if message.HasField(field.name):
                yield from _places(value)
        elif hasattr(value, "add"):
            for item in value:
                yield from _places(item)


def resolves(path: str, kind: type[Message]) -> bool:
    """Return True if a path such as `view.covert.players[1].dice` names a field of a message."""
    descriptor: Any = kind.DESCRIPTOR
    for part in path.split("."):
        name = part.partition("[")[0]
        if descriptor is None or name not in descriptor.fields_by_name:
            return False
        descriptor = descriptor.fields_by_name[name].message_type
    return True
