"""`covert-bots play`: you, at the terminal, against bots."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from click.core import ParameterSource
from rich.console import Console
from rich.text import Text

from covert_bots.covert.game import Covert
from covert_bots.covert.game_setup import Setup, setup_facts
from covert_bots.covert.words.board import LEAST_WIDTH
from covert_bots.players.game import Facts
from covert_command import options
from covert_command.dialogue import agreed, paged
from covert_command.game_setup import covert_with, setup_options, show_setup
from covert_command.hosting import BotSeats, HostedGame
from covert_command.kept_game import (
    LATEST,
    YOU,
    games_folder,
    games_kept,
    kept_game,
    name_of,
    new_file,
    orders_comment,
)
from covert_command.local_server import client_of
from covert_command.mistakes import Mistake
from covert_command.person import LeavingError, Person
from covert_command.record_file import read_record, record_to_message, recorded
from covert_command.review import MOST, reviewed, show_how_to_look, show_review
from covert_command.screen import examples, need_width, output, print_rows, seat_text
from covert_command.server_options import ServerAddress, server_options
from covert_command.standing_orders import StandingOrders
from covert_command.standings import final_table
from covert_engine.covert import CompiledSet
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.reading.errors import CovertError
from covertbots.client import Client

DECIDED = {  # parameters that a kept game has
    "players": "--players",
    "bots": "--bot",
    "seat": "--seat",
    "seed": "--seed",
    "switches": "--option",
    "characters": "--characters",
    "first_player": "--first-player",
    "record": "--record",
}


@click.command(epilog=examples("covert-bots play --bot greedy", "covert-bots play --resume"))
@options.players
@options.bots
@click.option(
    "--seat",
    type=click.IntRange(0, 3),
    default=0,
    show_default=True,
    help="Your seat: 0 is North, then East, South and West.",
)
@click.option(
    "--adviser",
    type=options.bot_spec,
    metavar="SPEC",
    default=options.DEFAULT_ADVISER,
    show_default=True,
    help="Bot that gives the hints.",
)
@options.seed
@options.card_set
@setup_options
@server_options
@options.record_file
@options.overwrite
@click.option(
    "--resume",
    type=click.Path(dir_okay=False),
    is_flag=False,
    flag_value=LATEST,
    metavar="[FILE]",
    help="Go on with the game in this file or of this name, or with the latest.",
)
@click.option("--list", "lists", is_flag=True, help="List the games that are kept, and stop.")
def command(
    players: int | None,
    bots: tuple[str, ...],
    seat: int,
    adviser: str,
    seed: int | None,
    card_set: CardSet | None,
    setup: Facts,
    server: ServerAddress | None,
    record: str | None,
    overwrite: bool,
    resume: str | None,
    lists: bool,
) -> None:
    """Play Covert against bots.

    Type the number of a move, or its notation. `hint` ranks the moves, `rules WORD` explains a word
    on the screen, `undo` takes back your last decision; `help` lists all commands.

    The game is kept as it goes. After `quit`, Ctrl-C or worse, `--resume` goes on with it.
    """
    console = output()
    cards = options.card_set_of(card_set)
    if lists:
        _list_games(console, cards)
        return
    need_width(console, LEAST_WIDTH)
    if resume is not None:
        _refuse_with_resume(click.get_current_context())
        start = _resumed(resume, cards)
    else:
        specs = [*options.seats_of(bots, players, people=1)]
        if seat > len(specs):
            expected = f"in a game for {len(specs) + 1}; expected 0 to {len(specs)}"
            raise Mistake(f"--seat: {seat}, {expected}")
        specs.insert(seat, YOU)
        dealt = covert_with(cards, setup, len(specs))
        start = _new(specs, seat, options.seed_of(seed), dealt, record, overwrite)
    with client_of(server, cards) as (address, client):
        game = start.game(client)
        orders = StandingOrders(start.orders)
        with (
            recorded(
                start.file,
                game,
                cards,
                overwrite=start.overwrite,
                seats=start.seats,
                comment=lambda: orders_comment(orders.names),
            ) as keep,
            BotSeats(address, start.bots, game.record.seed) as seats,
        ):
            _show_start(console, cards, start, game, adviser, orders)
            person = Person(console, client, game, start.seat, start.cards, adviser, orders)
            person.open(start.decided_at)
            try:
                while not game.over:
                    if game.seat == start.seat:
                        person.decide()
                    else:
                        # A window must not show whom it asks (rules 10.9).
                        with console.status("the others are thinking"):
                            action = seats.decide(game.seat, game.views[game.seat])
                            game.play(action)
                        person.watch()
                    keep()
            except LeavingError:
                console.print(_how_to_go_on(start.file), soft_wrap=True)
                return
            except BaseException:
                console.print(f"\n{_how_to_go_on(start.file)}", soft_wrap=True)
                raise
    console.print()
    console.print(final_table(game.views[start.seat].covert, start.seats, cards, game.now.result))
    name = shlex.quote(name_of(start.file))
    console.print(f"The game is in {start.file}.", soft_wrap=True)
    console.print(f"To see it again: covert-bots replay {name}", soft_wrap=True)
    _offer_review(console, cards, start, person.played_by)


def _list_games(console: Console, cards: CardSet) -> None:
    rows = []
    for file in games_kept():
        try:
            record = read_record(str(file), cards)
            state = record.replay(cards)
        except (Mistake, CovertError):
            continue  # of other cards
        points = " to ".join(map(str, state.scores()))
        stage = f"over, {points}" if state.over else f"round {state.round}"
        rows.append((name_of(file), stage, ", ".join(record.seats or ())))
    if rows:
        print_rows(console, ("game", "stands", "seats"), rows)
    else:
        console.print("No game has been kept yet.")


@dataclass(frozen=True)
class Start:
    """Where a game of `play` begins."""

    game: Callable[[Client], HostedGame]
    seats: tuple[str, ...]
    """Who sits in each: a bot's spec, or the human player."""
    seat: int
    """The human player's."""
    cards: CompiledSet
    setup: Facts
    file: Path
    """What the game is kept in."""
    overwrite: bool
    decided_at: list[int]
    """How many actions had been played at each decision that the human player has made already."""
    orders: Sequence[str]
    """The standing orders that are on, by name."""

    @property
    def bots(self) -> list[str | None]:
        return [None if seat == YOU else seat for seat in self.seats]


def _new(
    seats: list[str], seat: int, seed: int, dealt: Covert, record: str | None, overwrite: bool
) -> Start:
    def game(client: Client) -> HostedGame:
        return HostedGame.deal(client, len(seats), seed, dealt)

    file = new_file() if record is None else Path(record)
    return Start(game, tuple(seats), seat, dealt.cards, dealt.setup, file, overwrite, [], [])


def _resumed(asked: str, cards: CardSet) -> Start:
    kept = kept_game(asked, cards)
    record = kept.record

    def game(client: Client) -> HostedGame:
        return HostedGame(client, record_to_message(record, cards))

    setup = setup_facts(Setup(record.options, record.characters, record.first_player), cards)
    compiled = CompiledSet(cards, record.options)
    return Start(
        game,
        kept.seats,
        kept.seat,
        compiled,
        setup,
        kept.file,
        True,
        kept.decided_at,
        kept.orders,
    )


def _refuse_with_resume(context: click.Context) -> None:
    """Mistake if anything is given that the kept game has already."""
    for name, option in DECIDED.items():
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise Mistake(f"{option}: the game that --resume goes on with has it already")


def _show_start(
    console: Console,
    cards: CardSet,
    start: Start,
    game: HostedGame,
    adviser: str,
    orders: StandingOrders,
) -> None:
    seed = game.record.seed
    console.print(f"{cards.name}, {len(start.seats)} seats, seed {seed}", style="bold")
    show_setup(console, start.setup)
    for number, who in enumerate(start.seats):
        console.print(Text.assemble("  ", seat_text(number), f": {who}"))
    console.print(f"Hints come from {adviser}. Type `help` for the commands.", style="dim")
    if orders.names:
        on = ", ".join(f"`auto {name}`" for name in orders.names)
        console.print(f"Standing orders: {on}; `auto` explains them.", style="dim")
    console.print(f"Kept in {start.file}", style="dim", soft_wrap=True)


def _offer_review(
    console: Console, cards: CardSet, start: Start, played_by: Mapping[int, str]
) -> None:
    """A look at the player's mistakes; without a terminal, how to get one."""
    name = name_of(start.file)
    command = f"covert-bots review {shlex.quote(name)}"
    if not sys.stdin.isatty():
        console.print(f"Your mistakes: {command}", soft_wrap=True)
    elif agreed("Do you want to see your mistakes?"):
        record = read_record(str(start.file), cards)
        found = reviewed(record, cards, start.seat)

        def show() -> None:
            show_review(console, found, record, cards, played_by=played_by)
            show_how_to_look(console, found, ("replay", name))
            more = f" (all of them: --most {len(found.mistakes)})" if found.mistakes[MOST:] else ""
            console.print(f"This review again: {command}{more}", soft_wrap=True, style="dim")

        paged(console, show)


def _how_to_go_on(file: Path) -> str:
    name = "" if file.parent == games_folder() else f" {shlex.quote(str(file))}"
    return f"The game is kept. To go on: covert-bots play --resume{name}"
