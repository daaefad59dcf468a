"""Wrong views: by hand, each with the field that is wrong, and by chance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeVar

from google.protobuf.message import Message

from covertbots.v1.covert_view_pb2 import CovertView

__all__ = ["BY_HAND", "at_random", "resolves"]

View = CovertView
Changed = TypeVar("Changed", bound=Message)
Change = Callable[[View], Any]


def _own(view: View) -> CovertView.Player:
    return view.players[view.seat]


def _known_card(view: View) -> int:
    return next(
        place.card for player in view.players for place in player.agency_cards if place.card
    )


# What is done to a valid view, and how the path of a field begins that must be named.
BY_HAND: dict[str, tuple[Change, str]] = {
    "a sixth die": (lambda v: _own(v).dice.extend([1] * 6), "view.players[{seat}].dice"),
    "a die showing seven": (lambda v: _own(v).dice.append(7), "view.players[{seat}].dice"),
    "dice on the folder beyond five": (
        lambda v: setattr(_own(v), "folder_dice", 6),
        "view.players[{seat}].folder_dice",
    ),
    "an agent in no city": (
        lambda v: _own(v).agents.__setitem__(0, ""),
        "view.players[{seat}].agents[0]",
    ),
    "an agent in a city that is not on the map": (
        lambda v: _own(v).agents.__setitem__(1, "Atlantis"),
        "view.players[{seat}].agents[1]",
    ),
    "a fourth agent": (
        lambda v: _own(v).agents.append(_own(v).agents[0]),
        "view.players[{seat}].agents",
    ),
    "an agent missing": (lambda v: _own(v).agents.pop(), "view.players[{seat}].agents"),
    "a card in a hand and face up": (
        lambda v: v.agency_face_up.__setitem__(0, _known_card(v)),
        "view.agency_face_up[0]",
    ),
    "a card in a hand and discarded": (
        lambda v: v.agency_deck.discards.append(_known_card(v)),
        "view.agency_deck.discards",
    ),
    "a card twice face up": (
        lambda v: v.agency_face_up.__setitem__(1, v.agency_face_up[0]),
        "view.agency_face_up[1]",
    ),
    "a card that does not exist": (
        lambda v: v.agency_face_up.__setitem__(0, 49),
        "view.agency_face_up[0]",
    ),
    "a mission that does not exist": (
        lambda v: v.missions_face_up.__setitem__(0, 61),
        "view.missions_face_up[0]",
    ),
    "a mission completed twice": (
        lambda v: v.players[0].completed_missions.extend([7, 7]),
        "view.players[0].completed_missions",
    ),
    "eight cards in a hand": (
        lambda v: [_own(v).agency_cards.add() for _ in range(9)],
        "view.players[{seat}].agency_cards",
    ),
    "nine missions in a hand": (
        lambda v: [_own(v).missions.add() for _ in range(9)],
        "view.players[{seat}].missions",
    ),
    "three codes in a hand": (
        lambda v: [_own(v).codes.add() for _ in range(3)],
        "view.players[{seat}].codes",
    ),
    "an own card not known to oneself": (
        lambda v: setattr(_own(v).agency_cards[0], "card", 0),
        "view.players[{seat}].agency_cards[0].card",
    ),
    "a card known by a seat that is not there": (
        lambda v: _own(v).agency_cards[0].known_by.append(9),
        "view.players[{seat}].agency_cards[0].known_by",
    ),
    "a fifth player": (
        lambda v: [v.players.add() for _ in range(5 - len(v.players))],
        "view.players",
    ),
    "no players": (lambda v: v.ClearField("players"), "view.players"),
    "a seat that is not there": (lambda v: setattr(v, "seat", 4), "view.seat"),
    "another seat to decide": (
        lambda v: setattr(v, "to_decide", (v.seat + 1) % len(v.players)),
        "view.",
    ),
    "nobody to decide": (lambda v: v.ClearField("to_decide"), "view.to_decide"),
    "no phase": (lambda v: setattr(v, "phase", 0), "view.phase"),
    "a phase of the future": (lambda v: setattr(v, "phase", 77), "view.phase"),
    "no decision": (lambda v: setattr(v, "decision", 0), "view.decision"),
    "a decision of the future": (lambda v: setattr(v, "decision", 99), "view.decision"),
    "a decision of another phase": (
        lambda v: setattr(v, "decision", CovertView.DECISION_RETURN_MISSION),
        "view.decision",
    ),
    "round 61": (lambda v: setattr(v, "round", 61), "view.round"),
    "eleven tiles": (lambda v: v.tiles.__delitem__(0), "view.tiles"),
    "a tile showing nine": (lambda v: v.tiles.__setitem__(0, 9), "view.tiles"),
    "three tiles of a number": (
        lambda v: v.tiles.__setitem__(
            0, v.tiles[1] % 6 + 1 if v.tiles[0] == v.tiles[1] else v.tiles[1]
        ),
        "view.tiles",
    ),
    "three circles": (lambda v: v.circles.pop(), "view.circles"),
    "a circle of five spaces": (
        lambda v: v.circles[0].spaces.pop(),
        "view.circles[0].spaces",
    ),
    "a die of a seat that is not there": (
        lambda v: v.circles[0].spaces.__setitem__(0, 5),
        "view.circles[0].spaces[0]",
    ),
    "cubes in no city": (lambda v: v.cubes.add(city="", colours=[1]), "view.cubes"),
    "a cube of no colour": (
        lambda v: v.cubes.add(city=_own(v).agents[0], colours=[9]),
        "view.cubes",
    ),
    "sixteen cubes in supply": (
        lambda v: setattr(_own(v), "supply", 16),
        "view.players[{seat}].supply",
    ),
    "a character that does not exist": (
        lambda v: setattr(_own(v), "character", 7),
        "view.players[{seat}].character",
    ),
    "two of one character": (
        lambda v: setattr(v.players[1], "character", v.players[0].character),
        "view.players",
    ),
    "more tokens than there are": (
        lambda v: setattr(_own(v), "tokens", 17),
        "view.players[{seat}].tokens",
    ),
    "own tokens that do not add up": (
        lambda v: setattr(_own(v), "tokens", _own(v).tokens + 1),
        "view.tokens",
    ),
    "a token of no ability": (lambda v: v.tokens.add(ability=0, count=1), "view.tokens"),
    "a seat twice in the turn order": (lambda v: v.order.extend([0, 0]), "view.order"),
    "no options": (lambda v: v.ClearField("options"), "view.options"),
    "no card set": (lambda v: v.ClearField("card_set"), "view.card_set"),
    "no agency deck": (lambda v: v.ClearField("agency_deck"), "view.agency_deck"),
    "one code deck": (lambda v: v.code_decks.pop(), "view.code_decks"),
    "a code deck of ninety": (
        lambda v: setattr(v.code_decks[0], "size", 90),
        "view.code_decks[0].size",
    ),
    "an equipment nobody knows": (
        lambda v: setattr(v.code_decks[0], "top_equipment", "spoon"),
        "view.code_decks[0].top_equipment",
    ),
    "a deck of a hundred": (
        lambda v: [v.agency_deck.places.add() for _ in range(100)],
        "view.agency_deck.places",
    ),
    "a use of nothing": (lambda v: v.use.SetInParent(), "view.use.kind"),
    "an Espionage window on nothing": (
        lambda v: v.espionage.SetInParent(),
        "view.espionage",
    ),
    "movement when nobody moves": (
        lambda v: v.movement.steps.extend([9, 9, 9]),
        "view.movement.steps",
    ),
    "a reroll of dice nobody has": (
        lambda v: v.reroll.faces.extend([6] * 6),
        "view.reroll.faces",
    ),
    "a Search of four": (
        lambda v: [v.search.cards.add() for _ in range(4)],
        "view.search.cards",
    ),
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
