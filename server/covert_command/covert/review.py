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
from covert_bots.covert.review import SURE, Difference, Review, ReviewError, cost_of, review
from covert_bots.covert.words.change import SEAT_NAMES
from covert_bots.covert.words.narration import listed
from covert_bots.players.amounts import numbered
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

REVIEWER = "ismcts"  # with its own 1000 iterations, a seat's 150 decisions take about 20 seconds
MOST = 5  # mistakes shown
NOBODY_ELSE: Mapping[int, str] = {}
INDENT = 3  # columns
NORMAL = 1.96  # standard errors of a 95% interval of a mean of thousands


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
    """Return the review of a game, and show its progress at a terminal."""
    compiled = CompiledSet(cards, record.options)
    limit = None if iterations is None else Limit(iterations)
    with _bar() as bar:
        task = bar.add_task("", total=None)

        def progress(done: int, whole: int) -> None:
            bar.update(task, completed=done, total=whole)

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
    label = TextColumn("decisions, and luck")
    columns = (label, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        yield bar


def show_review(
    console: Console,
    result: Review,
    record: Record,
    cards: CardSet,
    most: int = MOST,
    played_by: Mapping[int, str] = NOBODY_ELSE,
) -> None:
    """Print the result, the number of mistakes and the luck, and then the costliest mistakes, the
    player's own first.

    `played_by` names the source of decisions that the player did not type, by their place in the
    record. Mistakes among them are not counted.
    """
    own, others = of_whom(result, played_by)
    who = Text("You", style="bold") if _is_you(record, result.seat) else seat_text(result.seat)
    console.print(Text.assemble(who, f" {_result(result, len(record.actions))}"))
    console.print(_mistakes(result, own, others))
    console.print(_luck(result))
    if own[most:] and most:
        console.print(f"The {most} that cost most:" if most > 1 else "The one that cost most:")
    for number, mistake in enumerate([*own[:most], *others[:most]], 1):
        console.print()
        where = f"{stage_words(mistake)}, after {numbered(mistake.after, 'decision')}: "
        console.print(Text.assemble(f"{number}. {where}", (cost_words(mistake), "bold")))
        show_turns(console, mistake, played_by.get(mistake.after, ""))


def show_turns(console: Console, mistake: Difference, by: str = "") -> None:
    """Print what was played, `by` the program if it names a source, the better turn, and why."""
    turns = Table.grid(padding=(0, 2, 0, 0))
    turns.add_row("played", f"{mistake.played_turn}{f' (played by {by})' if by else ''}")
    turns.add_row(Text("better", style="bold"), mistake.better_turn)
    if mistake.reason:
        turns.add_row("why", mistake.reason)
    console.print(Padding(turns, (0, 0, 0, INDENT)))


def of_whom(
    result: Review, played_by: Mapping[int, str]
) -> tuple[list[Difference], list[Difference]]:
    """Return the mistakes of the player, and those in moves that the program made for them."""
    own = [mistake for mistake in result.mistakes if mistake.after not in played_by]
    return own, [mistake for mistake in result.mistakes if mistake.after in played_by]


def show_how_to_look(
    console: Console,
    result: Review,
    name: Sequence[str],
    more: str = "",
    most: int = MOST,
    played_by: Mapping[int, str] = NOBODY_ELSE,
) -> None:
    """Print the commands that show the positions of the mistakes, if there are any, and how to try
    them again; `name` is that of the game."""
    own, others = of_whom(result, played_by)
    shown = [*own[:most], *others[:most]]
    if shown:
        console.print("\nSee the positions:", style="dim")
    for number, mistake in enumerate(shown, 1):
        command = f"{with_this_program('replay', *name)}{more} --at {mistake.after}"
        console.print(f"{number}. {command}", soft_wrap=True, style="dim")
    if own[:most]:
        again = f"{with_this_program('review', *name)}{more} --try"
        console.print(f"Find better moves yourself: {again}", soft_wrap=True, style="dim")


def _is_you(record: Record, seat: int) -> bool:
    return record.seats is not None and record.seats[seat] == YOU


def _result(result: Review, decisions: int) -> str:
    own = result.scores[result.seat]
    best = max(score for seat, score in enumerate(result.scores) if seat != result.seat)
    if not result.over:
        return (
            f"had {own} points and the best opponent {best} where the record ends, after "
            f"{numbered(decisions, 'decision')}; the game was not over."
        )
    if result.seat not in result.winners:
        winners = listed(SEAT_NAMES[seat] for seat in result.winners)
        how = "lost the tie to" if own == best else "lost to"
        return f"{how} {winners}, with {own} points to {best}."
    how = "shared the victory"
    if len(result.winners) == 1:
        how = "won the tie" if own == best else "won"
    return f"{how}, with {own} points to {best}."


def _mistakes(result: Review, own: Sequence[Difference], others: Sequence[Difference]) -> str:
    of = numbered(result.decisions, "decision")
    left_out = ""
    if result.unjudged:
        which = "1 move was" if result.unjudged == 1 else f"{result.unjudged} moves were"
        left_out = f" {which} not judged: another move is always at least as good."
    if others:
        which = "1 more was" if len(others) == 1 else f"{len(others)} more were"
        left_out += f" {which} made for you by the program, and not counted."
    if not result.decisions:
        return f"There was no decision to judge.{left_out}"
    if not own:
        return f"Of {of}, none was clearly a mistake{' of yours' if others else ''}.{left_out}"
    number = len(own)
    were = "1 was a mistake; it" if number == 1 else f"{number} were mistakes; together they"
    cost = cost_of([(mistake.gain, mistake.error) for mistake in own])
    return f"Of {of}, {were} cost about {about(*cost)}.{left_out}"


def _luck(result: Review) -> str:
    luck = result.luck
    parts = f"deal {luck.deal:+.1f}, dice {luck.dice:+.1f}, draws {luck.draws:+.1f}"
    return f"Luck was worth {luck.total:+.1f} {_within(NORMAL * luck.error)} points: {parts}."


def stage_words(difference: Difference) -> str:
    """Return the round and the phase of a decision, in words."""
    words = PHASE_WORDS[difference.phase]
    return f"Round {difference.round}, {words}" if difference.round else words


def cost_words(difference: Difference) -> str:
    """Return what a move costs, in words."""
    return f"costs {about(difference.gain, difference.error)}"


def about(points: float, error: float) -> str:
    """Return points and half of their interval, in words."""
    return f"{points:.1f} {_within(SURE * error)} points"


def _within(half: float) -> str:
    """Return half of an interval, at least a tenth: points are shown with one decimal place."""
    return f"+-{max(0.1, half):.1f}"


def document(
    result: Review,
    record: Record,
    cards: CardSet,
    adviser: str,
    seed: int,
    game: LedgerGame | None,
    played_by: Mapping[int, str] = NOBODY_ELSE,
) -> dict[str, Any]:
    """Return the document of `--json`."""
    own, _ = of_whom(result, played_by)
    cost, cost_error = cost_of([(mistake.gain, mistake.error) for mistake in own])
    return {
        "card_set": record.card_set,
        "players": record.players,
        "seat": result.seat,
        "over": result.over,
        "scores": result.scores,
        "winners": result.winners,
        "margin": result.margin,
        "adviser": adviser,
        "seed": seed,
        "decisions": result.decisions,
        "unjudged": result.unjudged,
        "mistakes": len(own),
        "cost": cost,
        "cost_error": cost_error,
        "luck": {**asdict(result.luck), "total": result.luck.total},
        "differences": [
            {
                **asdict(difference),
                "played": format_action(difference.played, cards),
                "better": format_action(difference.better, cards),
                "better_line": [format_action(action, cards) for action in difference.better_line],
                "mistake": difference.mistake,
                "played_by": played_by.get(difference.after, "").strip("`") or None,
            }
            for difference in result.differences
        ],
        "forfeit": game.forfeit and asdict(game.forfeit) if game else None,
    }
