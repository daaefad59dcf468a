"""Ledgers of the same conditions as a single tournament: other deals, other machines, also other
bots if they are connected by games.

Blocks are numbered on from ledger to ledger. A sequential test, whose length depends on its games,
and self-play have no place in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from covert_bots.arena.attempt import Attempt
from covert_bots.arena.entrants.code import PROGRAM
from covert_bots.arena.errors import LedgerError
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import GROWING, Format, Plan, PlanSettings, setup_in_words


@dataclass(frozen=True)
class PooledPlan(Plan):
    """The plans of several ledgers in a row. Its settings have all bots, and the first seed."""

    parts: tuple[Plan, ...] = field(default=())

    @cached_property
    def key(self) -> str:
        return sha256("".join(plan.key for plan in self.parts).encode()).hexdigest()

    @cached_property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        met = {
            (min(pair), max(pair))
            for plan in self.parts
            for places in [self.places(plan)]
            for pair in ((places[first], places[second]) for first, second in plan.pairs)
        }
        return tuple(sorted(met))

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def places(self, plan: Plan) -> tuple[int, ...]:
        """Return the number that each bot of a part has here."""
        return tuple(map(self.settings.bots.index, plan.settings.bots))


def pooled(ledgers: Sequence[Ledger]) -> PooledPlan:
    """Return the plan of ledgers; LedgerError names a condition in which two of them differ."""
    plans = [_plan_of(ledger) for ledger in ledgers]
    codes: dict[str, tuple[Ledger, str]] = {}
    for number, (ledger, plan) in enumerate(zip(ledgers, plans, strict=True)):
        if plan.settings.format not in GROWING:
            raise LedgerError(
                f"{ledger.path}: its format is {plan.settings.format.value}; expected "
                f"{', '.join(form.value for form in GROWING[:-1])} or {GROWING[-1].value}"
            )
        for name, value in _conditions(plan.settings).items():
            expected = _conditions(plans[0].settings)[name]
            if value != expected:
                raise LedgerError(
                    f"{ledger.path}: its {name}: {value}; expected that of {ledgers[0].path}, "
                    f"{expected}"
                )
        for other, earlier in zip(ledgers[:number], plans, strict=False):
            if plan.settings.seed == earlier.settings.seed:
                raise LedgerError(
                    f"{ledger.path} has the same deals as {other.path}; expected another seed"
                )
        for bot, digest in ledger.code().items():
            first, expected = codes.setdefault(bot, (ledger, digest))
            if digest != expected:
                of = "of this program, or of Python" if bot == PROGRAM else f"of {bot}"
                raise LedgerError(
                    f"{ledger.path}: another version {of} played its games than those of "
                    f"{first.path}; expected the same"
                )
    return PooledPlan(_settings([plan.settings for plan in plans]), tuple(plans))


def attempts_of(pool: PooledPlan, ledgers: Sequence[Ledger]) -> Iterator[Attempt]:
    """Yield all attempts, without actions, with the numbers of blocks and bots that they have in
    the pool."""
    first = 0
    for plan, ledger in zip(pool.parts, ledgers, strict=True):
        places = pool.places(plan)
        for attempt in ledger.attempts(plan, actions=False):
            old = attempt.fixture
            seats = tuple(places[bot] for bot in old.seats)
            yield replace(attempt, fixture=replace(old, block=first + old.block, seats=seats))
        first += len(plan)


def _plan_of(ledger: Ledger) -> Plan:
    settings = ledger.settings()
    if settings is None:
        raise LedgerError(f"{ledger.path}: an empty ledger; expected one with games")
    return Plan(settings)


def _conditions(settings: PlanSettings) -> dict[str, Any]:
    """Return what must be the same, by names that a message can have."""
    return {
        "game": settings.game,
        "players": settings.players,
        "card set": settings.card_set or "not named",
        "setup": setup_in_words(settings.setup),
        "move_seconds": settings.budget.move_seconds,
        "clock": settings.budget.clock.words if settings.budget.clock else "none",
    }


def _settings(parts: Sequence[PlanSettings]) -> PlanSettings:
    bots = tuple(dict.fromkeys(bot for settings in parts for bot in settings.bots))
    formats = {(settings.format, settings.bots[0]) for settings in parts}
    form = parts[0].format if len(formats) == 1 else Format.ROUND_ROBIN
    blocks = sum(settings.blocks for settings in parts)
    return replace(parts[0], bots=bots, blocks=blocks, format=form, stages=())
