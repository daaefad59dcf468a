"""Views, actions and events as messages, and the words for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from covert_bots.players.other_messages import packed
from covert_engine.input.errors import ViewError
from covert_engine.search.python.game import PythonView
from covertbots.v1 import action_pb2, referee_pb2
from leduc import leduc_pb2
from leduc.rules import (
    ACTIONS,
    BETS,
    CALL,
    CARDS,
    CHIPS,
    DECK,
    RAISE,
    RANKS,
    RULES,
    TABLE,
    UNKNOWN,
    Bets,
    actions_of,
    bets_after,
    bets_of,
    chips,
    written,
)

DONE = ("folds", "calls", "raises")


def seat_name(seat: int) -> str:
    """Return the name of a seat."""
    return f"Seat {seat + 1}"


# A card or an action in a message is one more than in the rules: 0 stands for none.


def view_message(view: PythonView) -> leduc_pb2.View:
    """Return a view as a message."""
    bets = bets_of(view.data)
    ranks: list[Any] = [0 if card == UNKNOWN else card + 1 for card in view.data[:CARDS]]
    actions: list[Any] = [action + 1 for action in actions_of(view.data)]
    return leduc_pb2.View(
        seat=view.seat,
        card=ranks[view.seat],
        common=ranks[TABLE],
        other_card=ranks[1 - view.seat],
        actions=actions,
        to_decide=bets.actor,
        round=bets.round,
        stakes=bets.stakes,
    )


def view_from_message(message: leduc_pb2.View) -> PythonView:
    """Return the view in a message; ViewError names the wrong fields."""
    if message.seat > 1:
        raise ViewError([("seat", f"is {message.seat}; expected 0 or 1")])
    actions = b""
    for number, action in enumerate(message.actions):
        if action - 1 not in RULES.legal_actions(written(bytes(CARDS), actions)):
            raise ViewError([(f"actions[{number}]", f"is {action}, which is not legal there")])
        actions += bytes([action - 1])
    bets = bets_after(actions)
    shown_down = bets.actor is None and bets.folded is None
    known = {"card": True, "common": bets.round == 2, "other_card": shown_down}
    problems = [
        (field, f"is {getattr(message, field)}; expected {'1 to 3' if there else 'nothing'}")
        for field, there in known.items()
        if getattr(message, field) not in (range(1, 4) if there else (0,))
    ]
    cards = bytearray([UNKNOWN] * CARDS)
    if not problems:
        of_view = ((message.seat, "card"), (TABLE, "common"), (1 - message.seat, "other_card"))
        for place, field in of_view:
            cards[place] = getattr(message, field) - 1 if known[field] else UNKNOWN
            if cards.count(cards[place]) > DECK.count(cards[place]) and known[field]:
                problems.append((field, f"is {getattr(message, field)}; there are two of a rank"))
    if problems:
        raise ViewError(problems)
    view = PythonView(RULES, written(bytes(cards), actions), message.seat)
    for field, follows in _following(view_message(view)).items():
        have = _following(message)[field]
        if have != follows:
            wrong = f"is {have}; expected {follows}, as the actions have it"
            problems.append((field, wrong))
    if problems:
        raise ViewError(problems)
    return view


def _following(message: leduc_pb2.View) -> dict[str, object]:
    """Return the fields that follow from the actions."""
    to_decide = message.to_decide if message.HasField("to_decide") else "absent"
    return {"to_decide": to_decide, "round": message.round, "stakes": list(message.stakes)}


def action_words(action: int, bets: Bets) -> str:
    """Return an action in words."""
    if action == RAISE:
        return f"Raise by {BETS[bets.round]}"
    checks = action == CALL and bets.stakes[0] == bets.stakes[1]
    return "Check" if checks else ACTIONS[action].capitalize()


def action_message(action: int, bets: Bets | None = None) -> action_pb2.Action:
    """Return an action as a message; with its seat and words where the betting is known."""
    message = action_pb2.Action(text=ACTIONS[action])
    kind: Any = action + 1
    message.other.CopyFrom(packed(leduc_pb2.Operands(kind=kind)))
    if bets is not None and bets.actor is not None:
        message.words, message.seat = action_words(action, bets), bets.actor
    return message


def legal_messages(data: bytes) -> list[action_pb2.Action]:
    """Return the legal actions of a state or a view as messages."""
    return [action_message(action, bets_of(data)) for action in RULES.legal_actions(data)]


def event_messages(
    before: bytes, after: bytes, names: Sequence[str]
) -> Iterator[referee_pb2.Event]:
    """Yield what a seat saw between two of its views."""
    bets, now = bets_of(before), bets_of(after)
    action, seat = actions_of(after)[-1], bets.actor
    assert seat is not None
    does = "checks" if action_words(action, bets) == "Check" else DONE[action]
    yield _event(f"{names[seat]} {does}", seat, action=action + 1)
    if before[TABLE] != after[TABLE]:
        rank = after[TABLE]
        yield _event(f"The common card is a {RANKS[rank]}", None, shown=rank + 1)
    if now.actor is None:
        shown_down = now.folded is None
        for seat, left in enumerate(chips(after)):
            gain = left - (CHIPS - now.stakes[seat])
            card = f" with a {RANKS[after[seat]]}" if shown_down else ""
            if gain:
                yield _event(f"{names[seat]} gets {gain} chips{card}", seat, chips=gain)


def _event(words: str, seat: int | None, **details: Any) -> referee_pb2.Event:
    other = packed(leduc_pb2.Event(**details))
    return referee_pb2.Event(words=words, seat=seat, other=other)
