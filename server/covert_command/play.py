"""`covert-bots play`: you, at the terminal, against bots."""

from __future__ import annotations

import click
from rich.text import Text

from covert_bots.covert.words.board import LEAST_WIDTH
from covert_bots.players.game import Facts
from covert_command import options
from covert_command.game_setup import covert_with, setup_options, show_setup
from covert_command.hosting import BotSeats, HostedGame
from covert_command.local_server import client_of
from covert_command.mistakes import Mistake
from covert_command.person import LeavingError, Person
from covert_command.record_file import recorded
from covert_command.screen import need_width, output, seat_text
from covert_command.standings import final_table
from covert_engine.covert.cards.card_set import CardSet


@click.command()
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
@options.server
@options.record_file
@options.overwrite
def command(
    players: int | None,
    bots: tuple[str, ...],
    seat: int,
    adviser: str,
    seed: int | None,
    card_set: CardSet | None,
    setup: Facts,
    server: str | None,
    record: str | None,
    overwrite: bool,
) -> None:
    """Play Covert against bots.

    Type a move's number in the list, or its notation. `hint` ranks the moves, `why` shows the
    expected line, `undo` takes back your last decision; `help` lists all commands.
    """
    console = output()
    need_width(console, LEAST_WIDTH)
    specs: list[str | None] = [*options.seats_of(bots, players, people=1)]
    if seat > len(specs):
        raise Mistake(f"--seat: {seat}, in a game for {len(specs) + 1}; expected 0 to {len(specs)}")
    specs.insert(seat, None)
    seed = options.seed_of(seed)
    cards = options.card_set_of(card_set)
    dealt = covert_with(cards, setup, len(specs))
    with client_of(server, cards) as (target, client):
        game = HostedGame.deal(client, len(specs), seed, dealt)
        with (
            recorded(record, game, cards, overwrite=overwrite),
            BotSeats(target, specs, seed) as seats,
        ):
            console.print(f"{cards.name}, {len(specs)} seats, seed {seed}", style="bold")
            show_setup(console, dealt.setup)
            for number, spec in enumerate(specs):
                console.print(Text.assemble("  ", seat_text(number), f": {spec or 'you'}"))
            person = Person(console, client, game, seat, dealt.cards, adviser)
            person.open()
            try:
                while not game.over:
                    if game.seat == seat:
                        person.decide()
                    else:
                        # A window must not show whom it asks (rules 10.9).
                        with console.status("the others are thinking"):
                            action = seats.decide(game.seat, game.views[game.seat])
                            game.play(action)
                        person.watch()
            except LeavingError:
                return
    players_shown = [spec or "you" for spec in specs]
    console.print()
    console.print(final_table(game.views[seat], players_shown, cards, game.now.result))
