"""`covert-bots arena void`: a command that takes games out of a ledger."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

import click

from covert_bots.arena.attempt import NOBODYS, Attempt, Failure
from covert_bots.arena.ledger import Ledger
from covert_bots.players.amounts import numbered
from covert_command.arena.tournament import plan_of
from covert_command.options import file_path, json_output
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake, one_line
from covert_command.terminal.screen import output, print_json

MOST_REASON = 200  # characters
MOST_SHOWN = 12  # games
PART = re.compile(r"(0|[1-9][0-9]{0,9})(?:\.([0-9]{1,3})|-([1-9][0-9]{0,9}))?")
FAILURES = {
    failure.value.replace(" ", "_"): failure for failure in Failure if failure not in NOBODYS
}
Fits = Callable[[Attempt], bool]


class Games(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic since click 8.2
    """Blocks and games of a ledger, such as `3,7.1,12-20`."""

    name = "games"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> list[tuple[int, int, int | None]]:
        """Return the first and last block of each part, and its rotation; None for all."""
        if not isinstance(value, str):
            return list(value)
        parts = []
        for text in value.split(","):
            part = PART.fullmatch(text.strip())
            if part is None or (part[3] and int(part[3]) < int(part[1])):
                expected = "expected blocks, games or ranges of blocks, such as 3,7.1,12-20"
                self.fail(f"{text!r}; {expected}", param, ctx)
            first = int(part[1])
            parts.append((first, int(part[3] or first), int(part[2]) if part[2] else None))
        return parts


class Moment(click.ParamType):  # type: ignore[type-arg,unused-ignore]  # generic since click 8.2
    """A time of day of a date, as in ISO 8601; without an offset in the time zone here."""

    name = "time"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        if isinstance(value, float):
            return value
        try:
            return datetime.fromisoformat(value).timestamp()
        except (ValueError, OverflowError, OSError):
            self.fail(f"{value!r}; expected a time such as 2026-05-30T18:00", param, ctx)


@click.command(
    epilog=examples(
        'covert-bots arena void games.ledger --games 2,0.1 --reason "the power went out"',
        'covert-bots arena void games.ledger --bot greedy --reason "wrong weights"',
    )
)
@click.argument("ledger", type=file_path.ExistingFile())
@click.option("--games", type=Games(), metavar="3,7.1,...", help="Blocks, games, or 12-20.")
@click.option("--bot", help="Games in which this bot sits, by its name in the ledger.")
@click.option(
    "--failure", type=click.Choice(list(FAILURES)), help="Games that were forfeited in this way."
)
@click.option("--since", type=Moment(), metavar="TIME", help="Games that ended then or later.")
@click.option("--until", type=Moment(), metavar="TIME", help="Games that ended then or earlier.")
@click.option("--reason", required=True, metavar="TEXT", help="The reason, which everybody sees.")
@json_output.as_json
def void(ledger: str, reason: str, as_json: bool, **chosen: Any) -> None:
    """Take games out of a ledger, for a reason.

    They count for nothing, and the run plays them again when it is resumed. The ledger keeps them
    and the reason, and the verdict tells of both. Of several choices all must fit.
    """
    reason = one_line(reason)
    if not reason or len(reason) > MOST_REASON:
        raise Mistake(f"--reason: {reason[:40]!r}; expected 1 to {MOST_REASON} characters")
    if all(value is None for value in chosen.values()):
        raise Mistake("no games; expected --games, --bot, --failure, --since or --until")
    with Ledger(ledger) as opened:
        plan = plan_of(opened, ledger)
        bots = plan.settings.bots
        if chosen["bot"] is not None and chosen["bot"] not in bots:
            raise Mistake(f"--bot: {chosen['bot']!r}; expected one of {', '.join(bots)}")
        played = list(opened.attempts(plan, final=True, actions=False))
        timed = chosen["since"] is not None or chosen["until"] is not None
        if timed and not all(attempt.ended for attempt in played):
            raise Mistake(f"{ledger}: it does not say when its games ended; expected --games")
        fits = _fits(chosen, bots)
        taken = [attempt for attempt in played if fits(attempt)]
        if not taken:
            raise Mistake(f"{ledger}: none of its {len(played)} games fits; expected some")
        opened.void(taken, reason)
    keys = [attempt.fixture.key for attempt in taken]
    if as_json:
        print_json({"reason": reason, "games": keys})
        return
    more = f" and {len(keys) - MOST_SHOWN} more" if len(keys) > MOST_SHOWN else ""
    output().print(
        f"Taken out: {numbered(len(keys), 'game')} of {len(played)} ({', '.join(keys[:MOST_SHOWN])}"
        f"{more}). The command that played the ledger plays them again.",
        soft_wrap=True,
    )


def _fits(chosen: dict[str, Any], bots: tuple[str, ...]) -> Fits:
    """Return the test of the games that were chosen."""
    games, bot, failure = chosen["games"], chosen["bot"], chosen["failure"]
    since, until = chosen["since"], chosen["until"]

    def fits(attempt: Attempt) -> bool:
        fixture = attempt.fixture
        named = games is None or any(
            first <= fixture.block <= last and rotation in (None, fixture.rotation)
            for first, last, rotation in games
        )
        return (
            named
            and (bot is None or bot in {bots[seat] for seat in fixture.seats})
            and (failure is None or attempt.failure is FAILURES[failure])
            and (since is None or attempt.ended >= since)
            and (until is None or attempt.ended <= until)
        )

    return fits
