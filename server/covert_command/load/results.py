"""What a load came to, as a document and on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console

from covert_command.load.levels import Level, figures, largest, unmeasured
from covert_command.terminal.screen import output, plain_table, print_json

TIMES = ("p50", "p95", "p99", "max")


def as_document(level: Level) -> dict[str, Any]:
    """One load, with the names that docs/service.md lists."""
    found = level.outcomes
    document = {
        "offered": round(found.calls / found.seconds, 3),
        "achieved": round(found.answered / found.seconds, 3),
        "seconds": round(found.seconds, 3),
        "calls": found.calls,
        "answered": found.answered,
        "refused": found.refused,
        "deadline_misses": found.deadline_misses,
        "errors": found.errors,
        "latency_ms": found.latency_ms(),
        "refusal_ms": found.refusal_ms(),
        "health_ms": found.health_ms(),
        "health_failures": found.health_failures,
        "iterations_per_move": found.iterations_per_move(),
    }
    if (match := level.match) is not None:
        document["strength"] = {
            "blocks": match.blocks,
            "share": match.share.mean,
            "low": match.share.low,
            "high": match.share.high,
            "decisions": match.decisions,
            "tries": match.tries,
            "iterations_per_move": match.iterations,
        }
    return document


def print_document(levels: Sequence[Level], goal: Mapping[str, float]) -> None:
    """The load alone if there is one; else all, and the largest that meets the goal."""
    if len(levels) == 1 and not goal:
        print_json(as_document(levels[0]))
        return
    loads = [
        {"load": one.load, **as_document(one), "shares": figures(one, levels[0])} for one in levels
    ]
    met = {"goal": dict(goal), "largest": largest(levels, goal)} if goal else {}
    print_json({"loads": loads, **met})


def show(levels: Sequence[Level], unit: str, deadline_ms: int, goal: Mapping[str, float]) -> None:
    """One load at length, or a row for each."""
    console = output()
    if len(levels) == 1:
        _show_one(console, levels[0], deadline_ms)
    else:
        _show_all(console, levels, unit)
    if goal:
        wanted = ", ".join(f"{name} {100 * share:g}%" for name, share in goal.items())
        found = largest(levels, goal)
        if missing := unmeasured(levels, goal):
            console.print(
                f"It is not known whether the goal is met ({wanted}): the calls do not give "
                f"{', '.join(missing)}",
                style="red",
            )
        elif found is None:
            console.print(f"No load here meets the goal: {wanted}", style="red")
        else:
            console.print(f"The largest load that meets the goal ({wanted}): {found:g} {unit}")


def _show_one(console: Console, level: Level, deadline_ms: int) -> None:
    found = level.outcomes
    console.print(
        f"{found.calls} {'call' if found.calls == 1 else 'calls'} in {found.seconds:.1f} s: "
        f"{found.answered} answered, {found.refused} refused, {found.deadline_misses} late "
        f"(more than {deadline_ms} ms)"
    )
    for status, number in sorted(found.errors.items()):
        console.print(f"{status}: {number}", style="red")
    if found.health_failures:
        console.print(f"health checks without an answer: {found.health_failures}", style="red")
    table = plain_table("", *TIMES, numbers=TIMES)
    rows = {
        "answer, ms": found.latency_ms(),
        "refusal, ms": found.refusal_ms(),
        "health check, ms": found.health_ms(),
    }
    for name, times in rows.items():
        if times:
            table.add_row(name, *(f"{times[one]:.1f}" for one in TIMES))
    console.print(table)
    iterations = found.iterations_per_move()
    if iterations:
        console.print(
            f"iterations per move: mean {iterations['mean']:.0f}, 5th percentile "
            f"{iterations['p5']:.0f}, median {iterations['p50']:.0f}"
        )
    if (match := level.match) is not None:
        console.print(
            f"win share of the loaded bot against the same bot without load: {_share(level)} in "
            f"{match.blocks} blocks"
        )


def _show_all(console: Console, levels: Sequence[Level], unit: str) -> None:
    columns = ["answered", "refused", "late", "p50 ms", "p99 ms", "iterations"]
    if any(one.match for one in levels):
        columns.append("wins")
    table = plain_table(unit, *columns, numbers=(unit, *columns))
    for one in levels:
        found = one.outcomes
        times = found.latency_ms()
        row = [
            _percent(found.answered, found.calls),
            _percent(found.refused, found.calls),
            _percent(found.deadline_misses, found.calls),
            *(f"{times[name]:.0f}" if times else "-" for name in ("p50", "p99")),
            f"{one.iterations:.0f}",
        ]
        if one.match is not None:
            row.append(_share(one))
        table.add_row(f"{one.load:g}", *row)
    console.print(table)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"


def _share(level: Level) -> str:
    assert level.match is not None
    share = level.match.share
    return f"{100 * share.mean:.1f}% ({100 * share.low:.1f} to {100 * share.high:.1f})"
