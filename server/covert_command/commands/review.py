"""`covert-bots review`: what a seat's decisions in a game were worth, and how lucky it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.padding import Padding
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from covert_bots.arena.ledger_file import is_ledger
from covert_bots.covert.catalogue import make
from covert_bots.covert.game import Covert
from covert_bots.covert.review import SURE, Difference, Review, ReviewError, review
from covert_bots.covert.words.narration import listed
from covert_bots.covert.words.printed import counted, numbered
from covert_command.covert.record_file import game_or_record
from covert_command.covert.screen.board import PHASE_WORDS
from covert_command.games.kept_game import LATEST, YOU, file_of, games_kept, name_of
from covert_command.games.ledger_game import LedgerGame
from covert_command.games.record_file import game_of_record
from covert_command.options import general
from covert_command.terminal.command_line import with_this_program
from covert_command.terminal.mistakes import Mistake, in_file
from covert_command.terminal.screen import (
    SEAT_NAMES,
    examples,
    messages,
    need_width,
    output,
    print_json,
    seat_text,
)
from covert_engine.covert import CompiledSet, Record, format_action
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.search import Limit
from covert_engine.search.parameters import MAX_ITERATIONS

__all__ = ["MOST", "REVIEWER", "reviewed", "show_how_to_look", "show_review"]

REVIEWER = "ismcts"  # by its own 1000 iterations; a seat's 150 decisions take about 20 seconds
MOST = 5  # mistakes shown
NOBODY_ELSE: Mapping[int, str] = {}
LEAST_WIDTH = 60  # columns
INDENT = 3  # columns
NORMAL = 1.96  # standard errors of a 95 % interval of a mean of thousands


@click.command(
    epilog=examples(
        "covert-bots review game.record", "covert-bots review games.ledger 0.1 --seat 1 --most 3"
    )
)
@click.argument("file", metavar="[RECORD|LEDGER]", default=LATEST, type=click.Path(dir_okay=False))
@click.argument("game", required=False)
@click.option(
    "--seat",
    type=click.IntRange(0, 3),
    help="Seat to look at.  [default: yours in a game of `play`, else 0]",
)
@click.option(
    "--adviser",
    type=general.bot_spec,
    metavar="SPEC",
    default=REVIEWER,
    show_default=True,
    help="Bot that judges the moves.",
)
@click.option(
    "--iterations",
    type=click.IntRange(1, MAX_ITERATIONS),
    help="Most iterations of each search.  [default: the adviser's own]",
)
@click.option(
    "--most",
    type=click.IntRange(0),
    default=MOST,
    show_default=True,
    help="Most mistakes to show.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, general.LARGEST_SEED),
    default=0,
    show_default=True,
    help="Seed for the searches.",
)
@click.option(
    "--threads", type=click.IntRange(1), help="Threads to search in.  [default: one for each core]"
)
@general.card_set
@general.as_json
def command(
    file: str,
    game: str | None,
    seat: int | None,
    adviser: str,
    iterations: int | None,
    most: int,
    seed: int,
    threads: int | None,
    card_set: CardSet | None,
    as_json: bool,
) -> None:
    """Show the mistakes and the luck in a recorded game of Covert.

    The game is a record, or GAME of an arena ledger.

    An adviser searches every decision of the seat with only what the seat knew. Where the adviser
    would have moved differently, further searches compare the two moves. The costliest mistakes
    come first, each with what the better turn gains. Then you see how much of the result was luck.

    Without a record, the latest Covert game of `covert-bots play` is reviewed. A game that has not
    ended is reviewed as far as it goes.
    """
    file = _file_of(file)
    if game is None and not is_ledger(file) and game_of_record(file) != Covert.name:
        raise Mistake(f"{file}: a game of Covert Action; `review` looks at games of Covert")
    console = output()
    need_width(console, LEAST_WIDTH)
    cards = general.card_set_of(card_set)
    record, found = game_or_record(file, game, cards)
    if seat is None:
        seat = _own_seat(record)
    if seat >= record.players:
        raise Mistake(
            f"--seat: {seat}, in a game for {record.players}; expected 0 to {record.players - 1}"
        )
    with in_file(file):
        record.replay(cards)
    done = reviewed(record, cards, seat, adviser, iterations, seed, threads=threads)
    if as_json:
        print_json(_document(done, record, cards, adviser, seed, found))
        return
    if found is not None:
        sitting = zip(SEAT_NAMES, found.seats, strict=False)
        console.print(", ".join(f"{name}: {bot}" for name, bot in sitting), soft_wrap=True)
    show_review(console, done, record, cards, most)
    if found is not None and found.forfeit is not None:
        console.print(found.forfeit.sentence(SEAT_NAMES[found.forfeit.seat]))
    words = ["replay", name_of(Path(file)), *([] if game is None else [game])]
    show_how_to_look(console, done, words, general.cards_again(cards.digest), most)


def _file_of(asked: str) -> str:
    """The file that is asked for, or the latest game of Covert."""
    if asked == LATEST and (kept := games_kept()):
        latest = (str(file) for file in reversed(kept))
        asked = next((file for file in latest if game_of_record(file) == Covert.name), LATEST)
        if asked == LATEST:
            raise Mistake("RECORD: no game of Covert has been saved yet; expected a file")
    return file_of(asked, "RECORD")


def _own_seat(record: Record) -> int:
    """The human player's, or the first."""
    seats = record.seats or ()
    return seats.index(YOU) if YOU in seats else 0


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


def _document(
    found: Review,
    record: Record,
    cards: CardSet,
    adviser: str,
    seed: int,
    game: LedgerGame | None,
) -> dict[str, Any]:
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
