"""A game of an arena ledger, of any game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from covert_bots.arena.attempt import Attempt, Failure, Thoughts
from covert_bots.arena.ledger_file import is_ledger
from covert_bots.arena.plan import Plan, PlanSettings, place_of
from covert_command.terminal.mistakes import Mistake, one_line

FAILED = {
    Failure.BOT_ERROR: "failed with an error",
    Failure.ILLEGAL_ACTION: "chose an illegal action",
    Failure.DEADLINE: "did not answer in time",
    Failure.CRASH: "ended its process",
}


@dataclass(frozen=True)
class Forfeit:
    """The reason why a game in a ledger was not played to its end."""

    seat: int
    bot: str
    failure: str  # as written in the ledger
    detail: str

    def sentence(self, seat_name: str) -> str:
        """Return the forfeit in a sentence."""
        what = FAILED[Failure(self.failure)]
        why = f": {self.detail}" if self.detail else ""
        return one_line(f"Forfeit: {seat_name}, {self.bot}, {what}{why}")


@dataclass(frozen=True)
class LedgerGame:
    """A game of an arena ledger, by its final attempt."""

    settings: PlanSettings
    seed: int
    actions: tuple[int, ...]
    thoughts: Thoughts  # by action; empty if the process died
    forfeit: Forfeit | None  # the forfeit that ended it, if any
    seats: tuple[str, ...]  # the bots, in a form safe for a terminal


def game_of_ledger(path: str, key: str) -> LedgerGame:
    """Return the game `key`, such as `12.1`."""
    from covert_bots.arena.ledger import Ledger  # SciPy takes long to import

    if not Path(path).exists():
        raise Mistake(f"{path}: no such file; expected a ledger of `covert-bots arena`")
    with Ledger(path, reading=True) as ledger:
        settings = ledger.settings()
        if settings is None:
            raise Mistake(f"{path}: an empty ledger; expected one with games")
        plan = Plan(settings)
        place = place_of(key)
        attempt = None if place is None else ledger.final_attempt(plan, *place)
    if attempt is None:
        raise Mistake(
            f"{key}: no such game in {path}; expected BLOCK.ROTATION of a game that has been "
            f"played, from 0.0 to {len(plan) - 1}.{plan.rotations - 1}"
        )
    return LedgerGame(
        settings,
        attempt.fixture.seed,
        attempt.actions,
        attempt.thoughts,
        _forfeit(attempt, settings.bots),
        tuple(one_line(settings.bots[bot]) for bot in attempt.fixture.seats),
    )


def _forfeit(attempt: Attempt, bots: tuple[str, ...]) -> Forfeit | None:
    seat, failure = attempt.culprit, attempt.failure
    if failure is None:
        return None
    assert seat is not None
    return Forfeit(seat, one_line(bots[attempt.fixture.seats[seat]]), failure.value, attempt.detail)


def named_game(path: str, key: str | None) -> LedgerGame | None:
    """Return the named game of a ledger, None for a record; Mistake for a ledger without a name."""
    if key is not None:
        return game_of_ledger(path, key)
    if is_ledger(path):
        raise Mistake(f"{path}: a ledger; expected one of its games too, such as 0.1")
    return None
