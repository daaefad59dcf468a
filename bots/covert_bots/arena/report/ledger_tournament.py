"""The tournament in a ledger, or in several."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from covert_bots.arena.attempt import Attempt
from covert_bots.arena.course import PlanProgress
from covert_bots.arena.ledger import IN_MEMORY, Ledger
from covert_bots.arena.plan import Plan
from covert_bots.arena.report.pool import attempts_of, pooled
from covert_bots.arena.report.text import printable
from covert_bots.arena.report.tournament import Tournament
from covert_bots.arena.standings import standings
from covert_bots.arena.statistics.sprt import Hypotheses, Sprt
from covert_bots.players.installed import BOTS, game_names, installed_game

Read = Callable[[Sequence[Ledger]], Iterator[Attempt]]


def tournament_of(
    plan: Plan, ledger: Ledger, build: str = "", *, simultaneous: bool = False
) -> Tournament:
    """Return the tournament in a ledger, with its test as far as the games go; NoBlockError if
    there is nothing to say yet."""

    def read(ledgers: Sequence[Ledger]) -> Iterator[Attempt]:
        return ledgers[0].attempts(plan, actions=False)

    fields = ledger.test()
    test = None
    if fields is not None:
        test = Sprt(Hypotheses(**fields))  # type: ignore[arg-type]  # `seats` was written as an int
        PlanProgress(plan, test, read([ledger]))
    return _tournament(plan, [ledger], read, test, build, simultaneous)


def tournament_of_all(
    ledgers: Sequence[Ledger], build: str = "", *, simultaneous: bool = False
) -> Tournament:
    """Return ledgers of the same conditions as a single tournament; LedgerError names the condition
    that differs, NoBlockError if there is nothing to say yet."""
    pool = pooled(ledgers)
    return _tournament(
        pool, ledgers, lambda some: attempts_of(pool, some), None, build, simultaneous
    )


def _tournament(
    plan: Plan,
    ledgers: Sequence[Ledger],
    read: Read,
    test: Sprt | None,
    build: str,
    simultaneous: bool,
) -> Tournament:
    """Return a tournament. The names of bots are made safe for a screen: the ledger may come from
    anybody."""
    ratings = standings(plan, read(ledgers), simultaneous=simultaneous)
    bots = tuple(replace(bot, name=printable(bot.name)) for bot in ratings.bots)
    is_known = plan.settings.game in game_names(BOTS)
    game = installed_game(BOTS, plan.settings.game)() if is_known else None
    former = sorted({blocks for ledger in ledgers for blocks in ledger.former_blocks()})
    attempts: Iterable[Attempt] = _FromFiles([ledger.path for ledger in ledgers], read)
    if any(str(ledger.path) == IN_MEMORY for ledger in ledgers):
        attempts = tuple(read(ledgers))
    stop = next((stop for ledger in reversed(ledgers) if (stop := ledger.stop()) is not None), None)
    return Tournament(
        *(plan, attempts, replace(ratings, bots=bots), test, tuple(former), build),
        voidings=tuple(
            voiding._replace(reason=printable(voiding.reason))
            for ledger in ledgers
            for voiding in ledger.voidings()
        ),
        stop=stop and stop._replace(bot=printable(stop.bot), detail=printable(stop.detail)),
        game=game,
    )


class _FromFiles:
    """Attempts that are read from their ledgers each time, so that they need no memory."""

    def __init__(self, paths: Sequence[Path], read: Read) -> None:
        self._paths = paths
        self._read = read

    def __iter__(self) -> Iterator[Attempt]:
        with ExitStack() as stack:
            ledgers = [stack.enter_context(Ledger(path, reading=True)) for path in self._paths]
            yield from self._read(ledgers)
