"""A review of a game of Covert on the screen: the mistakes of a seat, and its luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from covert_bots.covert.catalogue import make
from covert_bots.covert.review import SURE, Difference, Review, ReviewError, review
from covert_bots.covert.words.change import SEAT_NAMES
from covert_bots.covert.words.narration import listed
from covert_bots.players.amounts import counted, numbered
from covert_command.covert.screen.drawing import PHASE_WORDS
from covert_command.covert.screen.seats import seat_text
from covert_command.games.kept_game import YOU
from covert_command.games.ledger_game import LedgerGame
from covert_command.terminal.command_line import with_this_program
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import messages
from covert_engine.covert import CompiledSet, Record, format_action
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.search import Limit

REVIEWER = "ismcts"  # by its own 1000 iterations; a seat's 150 decisions take about 20 seconds
MOST = 5  # mistakes shown
NOBODY_ELSE: Mapping[int, str] = {}
INDENT = 3  # columns
NORMAL = 1.96  # standard errors of a 95 % interval of a mean of thousands


def reviewed(
    record: Record,
    cards: CardSet,
    seat: int,
    adviser: str = REVIEWER,
    iterations: int | None = None,
    seed: int = 0,
    *,
    threads: int | None = None,
) -> Review:
    """The review of a game, with its progress shown at a terminal."""
    compiled = CompiledSet(cards, record.options)
    limit = None if iterations is None else Limit(iterations)
    with _bar() as bar:
        task = bar.add_task("", total=None)

        def progress(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of)

        try:
            return review(
                record,
                compiled,
                seat,
                make(adviser),
                limit,
                seed,
                threads=threads,
                progress=progress,
            )
        except ReviewError as error:
            raise Mistake(f"--{error}") from error


@contextmanager
def _bar() -> Iterator[Progress]:
    console = messages()
    of = TextColumn("decisions, and luck")
    columns = (of, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        yield bar


def show_review(
    console: Console,
    found: Review,
    record: Record,
    cards: CardSet,
    most: int = MOST,
    played_by: Mapping[int, str] = NOBODY_ELSE,
) -> None:
    """Prints what happened in two or three sentences, and the dearest mistakes.

    `played_by` names what played a decision that the player did not type, by its place in the
    record.
    """
    who = Text("You", style="bold") if _is_you(record, found.seat) else seat_text(found.seat)
    console.print(Text.assemble(who, f" {_result(found, len(record.actions))}"))
    console.print(_mistakes(found))
    console.print(_luck(found))
    if found.mistakes[most:] and most:
        console.print(f"The {most} that cost most:" if most > 1 else "The one that cost most:")
    for number, one in enumerate(found.mistakes[:most], 1):
        console.print()
        where = f"{_stage(one)}, after {numbered(one.after, 'decision')}: "
        console.print(Text.assemble(f"{number}. {where}", (_gain(one), "bold")))
        turns = Table.grid(padding=(0, 2, 0, 0))
        by = played_by.get(one.after)
        turns.add_row("played", f"{one.played_turn}{f' (played by {by})' if by else ''}")
        turns.add_row(Text("better", style="bold"), one.better_turn)
        console.print(Padding(turns, (0, 0, 0, INDENT)))


def show_how_to_look(
    console: Console, found: Review, words: Sequence[str], more: str = "", most: int = MOST
) -> None:
    """Prints the commands that show the positions of the mistakes; nothing if there are none."""
    shown = found.mistakes[:most]
    if shown:
        console.print("\nSee the positions:", style="dim")
    for number, one in enumerate(shown, 1):
        command = f"{with_this_program(*words)}{more} --at {one.after}"
        console.print(f"{number}. {command}", soft_wrap=True, style="dim")


def _is_you(record: Record, seat: int) -> bool:
    return record.seats is not None and record.seats[seat] == YOU


def _result(found: Review, decisions: int) -> str:
    own = found.scores[found.seat]
    best = max(score for seat, score in enumerate(found.scores) if seat != found.seat)
    if not found.over:
        return (
            f"had {own} points and the best opponent {best} where the record ends, after "
            f"{numbered(decisions, 'decision')}; the game was not over."
        )
    if found.seat not in found.winners:
        winners = listed(SEAT_NAMES[seat] for seat in found.winners)
        how = "lost the tie to" if own == best else "lost to"
        return f"{how} {winners}, with {own} points to {best}."
    how = "shared the victory"
    if len(found.winners) == 1:
        how = "won the tie" if own == best else "won"
    return f"{how}, with {own} points to {best}."


def _mistakes(found: Review) -> str:
    of = numbered(found.decisions, "decision")
    left_out = ""
    if found.unjudged:
        left_out = (
            f" Not judged: {counted(found.unjudged, 'move')} that no search tries, since another "
            "move is always at least as good."
        )
    if not found.decisions:
        return f"There was no decision to judge.{left_out}"
    if not found.mistakes:
        return f"Of {of}, none was clearly a mistake.{left_out}"
    number = len(found.mistakes)
    were = "1 was a mistake; it" if number == 1 else f"{number} were mistakes; together they"
    return f"Of {of}, {were} cost about {_about(found.cost, found.cost_error)}.{left_out}"


def _luck(found: Review) -> str:
    luck = found.luck
    parts = f"deal {luck.deal:+.1f}, dice {luck.dice:+.1f}, draws {luck.draws:+.1f}"
    return f"Luck was worth {luck.total:+.1f} {_within(NORMAL * luck.error)} points: {parts}."


def _stage(one: Difference) -> str:
    words = PHASE_WORDS[one.phase]
    return f"Round {one.round}, {words}" if one.round else words


def _gain(one: Difference) -> str:
    return f"costs {_about(one.gain, one.error)}"


def _about(points: float, error: float) -> str:
    return f"{points:.1f} {_within(SURE * error)} points"


def _within(half: float) -> str:
    """Half of an interval; a tenth at least, as points have no more places."""
    return f"+-{max(0.1, half):.1f}"


def document(
    found: Review,
    record: Record,
    cards: CardSet,
    adviser: str,
    seed: int,
    game: LedgerGame | None,
) -> dict[str, Any]:
    """For `--json`."""
    return {
        "card_set": record.card_set,
        "players": record.players,
        "seat": found.seat,
        "over": found.over,
        "scores": found.scores,
        "winners": found.winners,
        "margin": found.margin,
        "adviser": adviser,
        "seed": seed,
        "decisions": found.decisions,
        "unjudged": found.unjudged,
        "mistakes": len(found.mistakes),
        "cost": found.cost,
        "cost_error": found.cost_error,
        "luck": {**asdict(found.luck), "total": found.luck.total},
        "differences": [
            {
                **asdict(one),
                "played": format_action(one.played, cards),
                "better": format_action(one.better, cards),
                "mistake": one.mistake,
            }
            for one in found.differences
        ],
        "forfeit": game.forfeit and asdict(game.forfeit) if game else None,
    }
