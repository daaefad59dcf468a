"""The command: tries mutants one after the other and writes down what became of each."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from queue import Queue

import click

from mutants import mechanical
from mutants.checkout import Copy, prepare, tree_of
from mutants.faults import HERE, ROOT, faults
from mutants.journal import Journal
from mutants.patch import Mutant
from mutants.report import explanations, killers, report
from mutants.trial import (
    KILLED,
    NOT_COMPILED,
    RUNNING,
    SURVIVED,
    Limits,
    Outcome,
    end,
    run_tests,
    test_files,
    try_mutant,
)

WORK = Path(tempfile.gettempdir()) / "covert-mutants"
JOURNAL = HERE / "journal.jsonl"


@click.command()
@click.option("--hand", is_flag=True, help="Only the faults made by hand.")
@click.option("--mechanical", "machine", is_flag=True, help="Only the mechanical mutants.")
@click.option("--only", multiple=True, metavar="ID", help="Only this one, again; may be repeated.")
@click.option("--first", type=int, help="Only so many of each sort.")
@click.option("--workers", default=1, show_default=True, help="Mutants tried at a time.")
@click.option("--limit", default=600.0, show_default=True, help="Seconds for a mutant's tests.")
@click.option("--test-limit", default=60.0, show_default=True, help="CPU seconds for one test.")
@click.option("--journal", default=JOURNAL, type=click.Path(path_type=Path), show_default=True)
@click.option("--work", default=WORK, type=click.Path(path_type=Path), show_default=True)
@click.option(
    "--out", default=HERE / "results.txt", type=click.Path(path_type=Path), show_default=True
)
@click.option("--report", "only_report", is_flag=True, help="Try nothing; write the results.")
@click.option("--show", metavar="ID", help="Try nothing; print this mutant as a patch.")
def main(
    hand: bool,
    machine: bool,
    only: tuple[str, ...],
    first: int | None,
    workers: int,
    limit: float,
    test_limit: float,
    journal: Path,
    work: Path,
    out: Path,
    only_report: bool,
    show: str | None,
) -> None:
    """Put deliberate faults into a copy of the checkout and see whether the tests find them.

    Each mutant is built and tested to the first failure. What is found goes to the journal; the
    same command again goes on where it was, and tries anew only what changes since then concern.
    When all are done the results are written.

    The journal is no part of the repository. Where there is none, as in a fresh clone, one is
    begun, and all mutants are tried; that takes hours.
    """
    by_hand, drawn = tuple(faults()), mechanical.mutants()
    by_name = {mutant.id: mutant for mutant in (*by_hand, *drawn)}
    if unknown := {*only, *([show] if show else ())} - by_name.keys():
        raise click.UsageError(f"there is no mutant {sorted(unknown)[0]!r}")
    if show:
        click.echo(by_name[show].difference(ROOT), nl=False)
        return
    limits = Limits(test_limit, limit)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    if not journal.exists():
        if only_report:
            raise click.ClickException(f"{journal}: no such journal; run this without --report")
        click.echo(f"{journal}: no such journal; one is begun, and nothing is known yet")
    book = Journal(journal, ROOT, tree_of(ROOT), explanations().keys())
    if not only_report:
        copies = prepare(ROOT, work, workers)
        durations = usual_durations(copies[0], limits)
        trials = Trials(book, copies, limits, durations, killers(HERE / "results.txt"))
        if only:
            trials.run([by_name[name] for name in only], len(only), again=True)
            return
        if not machine:
            trials.run(by_hand, len(by_hand) if first is None else first)
        if not hand:
            trials.run(drawn, mechanical.COUNT if first is None else first)
    book.tidy((*by_hand, *drawn))
    outcomes = book.outcomes((*by_hand, *drawn))
    tried = chosen(drawn, outcomes)
    left = (
        len([mutant for mutant in by_hand if mutant.id not in outcomes]),
        mechanical.COUNT - len(tried),
    )
    if any(left):
        progress = f"not tried yet: {left[0]} made by hand, {left[1]} mechanical"
        raise click.ClickException(f"{progress}; {out} is left as it is")
    out.write_text(report(by_hand, tried, outcomes, commit(), limits, ROOT), encoding="utf-8")
    click.echo(f"{out} written")
    bad = (SURVIVED, NOT_COMPILED)
    raise SystemExit(any(outcomes[mutant.id].outcome in bad for mutant in by_hand))


def chosen(drawn: tuple[Mutant, ...], outcomes: dict[str, Outcome]) -> list[Mutant]:
    """Return the mechanical mutants that compile, in their order, up to the count."""
    mutants: list[Mutant] = []
    for mutant in drawn:
        if len(mutants) == mechanical.COUNT:
            break
        if mutant.id in outcomes and outcomes[mutant.id].outcome != NOT_COMPILED:
            mutants.append(mutant)
    return mutants


def commit() -> str:
    """Return the commit the checkout is of, and whether it has changed since."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--exclude=*"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return described.stdout.strip()


def usual_durations(copy: Copy, limits: Limits) -> dict[str, float]:
    """Measure the seconds of each file of tests where nothing is wrong; all of them must pass."""
    known = copy.pristine.parent / f"{copy.pristine.name}.json"
    if known.exists():
        durations: dict[str, float] = json.loads(known.read_text(encoding="utf-8"))
        return durations
    run = run_tests(copy, test_files(copy.root), limits)
    copy.revert()
    if run.code is None:
        raise click.ClickException(f"without any mutant the tests take more than {limits.run:g} s")
    if run.code != 0:
        raise click.ClickException(f"the tests fail without any mutant:\n{run.output}")
    known.write_text(json.dumps(run.durations), encoding="utf-8")
    click.echo(f"without a mutant all tests pass in {sum(run.durations.values()):.0f} s")
    return run.durations


class Trials:
    """Mutants tried by as many workers as there are copies."""

    def __init__(
        self,
        journal: Journal,
        copies: list[Copy],
        limits: Limits,
        durations: dict[str, float],
        killers: dict[str, str],
    ) -> None:
        self.journal = journal
        self.limits = limits
        self.durations = durations
        self.killers = killers
        self.workers = len(copies)
        self.over = False
        self.free: Queue[Copy] = Queue()
        for copy in copies:
            self.free.put(copy)

    def run(self, mutants: Sequence[Mutant], wanted: int, *, again: bool = False) -> None:
        """Try mutants in their order until so many have compiled, those known included."""
        known = {} if again else self.journal.outcomes(mutants)
        left = iter(mutants)
        compiled = 0
        running: set[Future[Outcome]] = set()
        pool = ThreadPoolExecutor(self.workers)
        try:
            while True:
                while compiled + len(running) < wanted and (mutant := next(left, None)):
                    if mutant.id in known:
                        compiled += known[mutant.id].outcome != NOT_COMPILED
                    else:
                        running.add(pool.submit(self._try, mutant))
                if not running:
                    return
                ended, running = wait(running, return_when=FIRST_COMPLETED)
                compiled += sum(future.result().outcome != NOT_COMPILED for future in ended)
        finally:  # also when it is interrupted
            self.over = True
            for group in tuple(RUNNING):
                end(group)
            pool.shutdown(cancel_futures=True)
            self.over = False

    def _try(self, mutant: Mutant) -> Outcome:
        copy = self.free.get()
        try:
            killer = self.killers.get(mutant.id, "")
            outcome = try_mutant(copy, mutant, self.durations, self.limits, killer)
        finally:
            self.free.put(copy)
        if self.over:
            return outcome
        self.journal.write(mutant, outcome)
        mark = "  " if outcome.outcome == KILLED else "! "
        what = f"{outcome.killer} {outcome.how}".strip()
        click.echo(f"{mark}{mutant.id:<40} {outcome.outcome} {outcome.seconds:6.1f} s  {what}")
        return outcome
