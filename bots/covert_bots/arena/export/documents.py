"""Attempts at games as documents with the fields of `fields.py`, and documents as attempts.

What a document says twice, such as the text of an action and its number, follows from the attempt:
the reader makes the document again and compares.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from covert_bots.arena.attempt import NO_VALUE, WHOLE_VALUE, Attempt, Outcome
from covert_bots.arena.export.fields import (
    GAME,
    TOURNAMENT,
    VERSION,
    FieldError,
    Kind,
    Many,
    Record,
    check,
    shown,
)
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.ledger_lines import Line, attempt_of, seats_of, settings_line, without_none
from covert_bots.arena.plan import Fixture, Plan
from covert_bots.arena.verify import difference_of
from covert_bots.players.game import Facts, Game

KIND_BITS, OPERAND_BITS, OPERANDS = 6, 8, 3  # of an action's number: docs/notation.md, 1


def tournament_of(ledger: Ledger, plan: Plan) -> Facts:
    """Return the document of a ledger's plan."""
    document = {
        "version": VERSION,
        "settings": settings_line(plan.settings),
        "test": ledger.test(),
        "former_blocks": list(ledger.former_blocks()),
        "code": ledger.code(),
    }
    check(document, TOURNAMENT, "")
    return document


class Documents:
    """The documents of the games of a plan."""

    def __init__(self, plan: Plan, game: Game) -> None:
        self.plan, self._game = plan, game
        self._texts: dict[int, str] = {}  # of actions

    def document_of(self, attempt: Attempt) -> Facts:
        """Return the document of an attempt; FieldError if its actions cannot be played."""
        return {
            **self._of_fixture(attempt.fixture),
            "attempt": attempt.number,
            "outcome": attempt.outcome.value,
            "failure": attempt.failure and attempt.failure.value,
            "culprit": attempt.culprit,
            "detail": attempt.detail,
            "outage": attempt.outage and attempt.outage.value,
            "winners": list(attempt.winners),
            "scores": list(attempt.scores),
            "rounds": attempt.rounds,
            "seconds": attempt.seconds,
            "ended": attempt.ended,
            "figures": [asdict(figures) for figures in attempt.figures],
            "game_facts": attempt.facts,
            "seat_facts": list(attempt.seat_facts),
            "actions": list(self._actions(attempt)),
        }

    def _of_fixture(self, fixture: Fixture) -> Facts:
        settings = self.plan.settings
        return {
            "game": settings.game,
            "players": settings.players,
            "card_set": settings.card_set,
            "setup": settings.setup,
            "move_seconds": settings.budget.move_seconds,
            "block": fixture.block,
            "rotation": fixture.rotation,
            "seed": str(fixture.seed),
            "seats": seats_of(fixture, settings.bots),
            "bot_seeds": [str(fixture.bot_seed(seat)) for seat in range(len(fixture.seats))],
        }

    def _actions(self, attempt: Attempt) -> Iterator[Facts]:
        fixture, thoughts = attempt.fixture, attempt.thoughts
        state = self._game.deal(len(fixture.seats), fixture.seed)
        count = len(attempt.actions)
        iterations = _by_action(thoughts.iterations, count)
        microseconds = _by_action(thoughts.microseconds, count)
        values = _by_action(thoughts.values, count)
        left = _by_action(thoughts.left, count)
        for place, action in enumerate(attempt.actions):
            seat, turn = state.actor, state.round
            if seat is None:
                raise FieldError(f"actions.{place}: the game is over; expected no more actions")
            choices = len(state.legal_actions())
            try:
                state.play(action)
            except ValueError as error:
                raise FieldError(f"actions.{place}: {error}") from None
            yield {
                "seat": seat,
                "round": turn,
                "text": self._text(action),
                "number": action,
                "kind": action & (1 << KIND_BITS) - 1,
                "operands": operands(action),
                "choices": choices,
                "iterations": iterations[place],
                "value": _value(values[place]),
                "microseconds": microseconds[place],
                "left": left[place],
            }

    def _text(self, action: int) -> str:
        text = self._texts.get(action)
        if text is None:
            text = self._texts[action] = self._game.action_to_message(action).text
        return text

    def attempt_of(self, document: Any) -> Attempt:
        """Return the attempt of a document; FieldError names the first field that is wrong, or
        does not follow from the plan and the actions."""
        check(document, GAME, "")
        plan = self.plan
        for name, end in (("block", len(plan)), ("rotation", plan.rotations)):
            if document[name] >= end:
                raise FieldError(f"{name}: {document[name]}; expected 0 to {end - 1}, by the plan")
        if len(document["actions"]) > self._game.longest:
            raise FieldError(f"actions: {len(document['actions'])}; expected {self._game.longest}")
        fixture = plan.block(document["block"]).games[document["rotation"]]
        planned = self._of_fixture(fixture)
        _compare(planned, {name: document[name] for name in planned}, GAME, "")
        try:
            attempt = attempt_of(_line(document), plan)
        except ValueError as error:  # an outcome, a failure or an outage that there is not
            raise FieldError(str(error)) from None
        _compare(self.document_of(attempt), document, GAME, "")
        if attempt.outcome is not Outcome.VOID:
            difference = difference_of(attempt, self._game, plan.settings.budget.clock)
            if difference is not None:
                raise FieldError(difference.replace("the ledger has", "the file has"))
        return attempt


def operands(action: int) -> list[int]:
    """Return the operands in an action's number."""
    mask = (1 << OPERAND_BITS) - 1
    return [action >> KIND_BITS + OPERAND_BITS * place & mask for place in range(OPERANDS)]


def _by_action(numbers: Sequence[int], count: int) -> Sequence[int | None]:
    """Return numbers by action; None where they are lost or were left out."""
    return numbers if len(numbers) == count else [None] * count


def _line(document: Facts) -> Line:
    """Return a document whose kinds of values are right as the line of a ledger, which has nothing
    in place of what is None."""
    actions = document["actions"]
    return {
        **document,
        "attempt": 1 if document["attempt"] is None else document["attempt"],
        "seconds": document["seconds"] or 0.0,
        "ended": document["ended"] or 0.0,
        "figures": [without_none(each) for each in document["figures"]],
        "facts": {"game": document["game_facts"], "seats": document["seat_facts"]},
        "actions": _numbers(actions, "number"),
        "microseconds": _numbers(actions, "microseconds"),
        "iterations": _numbers(actions, "iterations"),
        "values": _values(actions),
        "left": _numbers(actions, "left"),
    }


def _numbers(actions: Sequence[Facts], name: str) -> array[int]:
    """Return a number of each action, or none if any lacks it."""
    numbers = [each[name] for each in actions]
    if None in numbers:
        return array("I")
    for place, number in enumerate(numbers):
        if number >= 1 << 32:
            raise FieldError(f"actions.{place}.{name}: {number}; expected less than 2^32")
    return array("I", numbers)


def _value(number: int | None) -> float | None:
    """Return a value of a ledger as a number from 0 to 1."""
    return None if number is None or number == NO_VALUE else number / WHOLE_VALUE


def _values(actions: Sequence[Facts]) -> array[int]:
    """Return the value of each action as in a ledger."""
    for place, each in enumerate(actions):
        if each["value"] is not None and each["value"] > 1:
            raise FieldError(f"actions.{place}.value: {shown(each['value'])}; expected 0 to 1")
    values = (each["value"] for each in actions)
    return array("i", (NO_VALUE if v is None else round(v * WHOLE_VALUE) for v in values))


def _compare(expected: Any, given: Any, kind: Kind, place: str) -> None:
    """FieldError for the first place at which a document differs. What was measured may be left
    out."""
    if isinstance(kind, Record) and given is not None and expected is not None:
        for field in kind.fields:
            if field.name in expected and not (field.measured and given[field.name] is None):
                inner = f"{place}.{field.name}" if place else field.name
                _compare(expected[field.name], given[field.name], field.kind, inner)
    elif isinstance(kind, Many) and isinstance(kind.of, Record) and len(expected) == len(given):
        for number, (meant, is_there) in enumerate(zip(expected, given, strict=True)):
            _compare(meant, is_there, kind.of, f"{place}.{number}")
    elif expected != given:
        raise FieldError(f"{place}: {shown(given)}; expected {shown(expected)}")
