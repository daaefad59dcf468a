"""`covert-bots review`: the mistakes and the luck of a seat in a game."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console

from covert_bots.arena.ledger_file import is_ledger
from covert_bots.covert.catalogue import make
from covert_bots.covert.game import Covert
from covert_bots.covert.review import Review, SeatRecord
from covert_bots.covert.words.change import SEAT_NAMES
from covert_bots.players.bot import Bot
from covert_command.covert import choices
from covert_command.covert.kept_cards import cards_of, options_for
from covert_command.covert.play import played_on
from covert_command.covert.record_file import game_or_record, record_to_message
from covert_command.covert.review import (
    MOST,
    REVIEWER,
    document,
    of_whom,
    reviewed,
    show_how_to_look,
    show_review,
)
from covert_command.covert.screen.board import LEAST_WIDTH as BOARD_WIDTH
from covert_command.covert.second_try import Judge, SecondTry, tried_again
from covert_command.games.host import HostedGame, beginning
from covert_command.games.installed import command_games, game_of_record
from covert_command.games.kept_game import LATEST, YOU, file_of, games_kept, marks_in, name_of
from covert_command.games.local_server import client_of
from covert_command.games.play import play
from covert_command.options import bot_names, json_output, seeds
from covert_command.options.game_choice import SpecOfGame, seat_in
from covert_command.terminal.command_line import examples
from covert_command.terminal.dialogue import LeavingError
from covert_command.terminal.mistakes import Mistake, in_file
from covert_command.terminal.screen import need_width, output, print_json
from covert_engine.covert import CompiledSet, Record
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.search import Limit
from covert_engine.search.parameters import MAX_ITERATIONS
from covert_server.settings import Settings

LEAST_WIDTH = 60  # columns


@click.command(
    epilog=examples(
        "covert-bots review game.record", "covert-bots review games.ledger 0.1 --seat 2 --most 3"
    )
)
@click.argument("file", metavar="[RECORD|LEDGER]", default=LATEST, type=click.Path(dir_okay=False))
@click.argument("game", required=False)
@click.option(
    "--seat",
    "typed_seat",
    type=click.IntRange(1, 4),
    help="Seat to look at; 1 is North.  [default: yours in a game of `play`, else 1]",
)
@click.option(
    "--adviser",
    type=SpecOfGame(),
    metavar="SPEC",
    default=REVIEWER,
    show_default=True,
    help="Bot that judges the moves.",
)
@click.option(
    "--iterations",
    type=click.IntRange(1, MAX_ITERATIONS),
    help="Maximum iterations per search.  [default: the adviser's own]",
)
@click.option(
    "--most",
    type=click.IntRange(0),
    default=MOST,
    show_default=True,
    help="Maximum number of mistakes to show.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, seeds.LARGEST_SEED),
    default=0,
    show_default=True,
    help="Seed for the searches.",
)
@click.option(
    "--threads", type=click.IntRange(1), help="Threads to search in.  [default: one for each core]"
)
@click.option(
    "--try",
    "try_again",
    is_flag=True,
    help="Look for a better move at each mistake, and play on from there if you like.",
)
@choices.card_set
@json_output.as_json
def command(
    file: str,
    game: str | None,
    typed_seat: int | None,
    adviser: str,
    iterations: int | None,
    most: int,
    seed: int,
    threads: int | None,
    try_again: bool,
    card_set: CardSet | None,
    as_json: bool,
) -> None:
    """Show the mistakes and the luck in a recorded game of Covert.

    The game is a record, or GAME of an arena ledger.

    An adviser searches every decision of the seat with only what the seat knew. Where the adviser
    would have moved differently, further searches compare the two moves. The costliest mistakes
    come first, each with what the better turn gains. Then you see how much of the result was luck.

    With `--try` you see each position before you see the better turn, and look for it yourself.

    Without a record, the latest Covert game of `covert-bots play` is reviewed. A game that has not
    ended is reviewed as far as it goes.
    """
    console = output()
    if try_again and as_json:
        raise Mistake("--try cannot be used with --json: it asks for moves")
    if try_again and not (console.is_terminal and sys.stdin.isatty()):
        raise Mistake("--try needs a terminal: it asks for moves; leave it out for the review")
    file = _file_of(file)
    if game is None and not is_ledger(file) and (of := game_of_record(file)) != Covert.name:
        title = command_games()[of].title
        raise Mistake(f"{file}: a game of {title}; `review` looks at games of Covert")
    need_width(console, BOARD_WIDTH if try_again else LEAST_WIDTH)
    cards = cards_of(file, card_set)
    record, ledger_game = game_or_record(file, game, cards)
    seat = _own_seat(record) if typed_seat is None else seat_in(1, typed_seat, record.players)
    with in_file(file):
        record.replay(cards)
    done = reviewed(record, cards, seat, adviser, iterations, seed, threads=threads)
    marks = marks_in(Path(file)) if ledger_game is None else {}
    if as_json:
        print_json(document(done, record, cards, adviser, seed, ledger_game, marks))
        return
    if try_again:
        if ledger_game is not None:
            record = replace(record, seats=ledger_game.seats)
        judge = Judge(make(adviser), None if iterations is None else Limit(iterations), seed)
        _try(console, done, record, cards, make(adviser), judge, most, marks)
        return
    if ledger_game is not None:
        sitting = zip(SEAT_NAMES, ledger_game.seats, strict=False)
        console.print(", ".join(f"{name}: {bot}" for name, bot in sitting), soft_wrap=True)
    show_review(console, done, record, cards, most, marks)
    if ledger_game is not None and (forfeit := ledger_game.forfeit) is not None:
        console.print(forfeit.sentence(SEAT_NAMES[forfeit.seat]))
    words = [name_of(Path(file)), *([] if game is None else [game])]
    again = choices.cards_again if ledger_game is not None else options_for
    show_how_to_look(console, done, words, again(cards.digest), most, marks)


def _try(
    console: Console,
    done: Review,
    record: Record,
    cards: CardSet,
    adviser: Bot,
    judge: Judge,
    most: int,
    marks: Mapping[int, str],
) -> None:
    """Let the user try the player's own mistakes again, in the order of the game."""
    own, _ = of_whom(done, marks)
    mistakes = sorted(own[:most], key=lambda mistake: mistake.after)
    if not mistakes:
        console.print("There is no clear mistake to try again.")
        return
    game = SeatRecord(record, CompiledSet(cards, record.options), done.seat)
    views = {choice.after: choice.view for choice in game.choices()}
    message = record_to_message(record, cards)
    with client_of(None, Settings(card_sets=(cards,))) as (_, client):

        def second_try(place: int) -> SecondTry:
            mistake = mistakes[place]
            hosted = HostedGame(client, beginning(message, mistake.after))
            view = views[mistake.after]
            return SecondTry(console, hosted, view, game.cards, adviser, judge, mistake)

        try:
            place = tried_again(len(mistakes), second_try)
        except LeavingError:
            return
    if place is not None:
        start = played_on(record, mistakes[place].after, done.seat, cards, marks)
        play(console, start, None, bot_names.DEFAULT_ADVISER)


def _file_of(asked: str) -> str:
    """Return the file asked for, or the latest game of Covert."""
    if asked == LATEST and (kept := games_kept()):
        latest = (str(file) for file in reversed(kept))
        asked = next((file for file in latest if game_of_record(file) == Covert.name), LATEST)
        if asked == LATEST:
            raise Mistake("RECORD: no game of Covert has been saved yet; expected a file")
    return file_of(asked, "RECORD")


def _own_seat(record: Record) -> int:
    """Return the human player's seat, or the first."""
    seats = record.seats or ()
    return seats.index(YOU) if YOU in seats else 0
