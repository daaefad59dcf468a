"""`covert-bots suggest`: the moves of a saved position, ranked."""

from __future__ import annotations

from typing import Any

import click
from google.protobuf import json_format

from covert_bots.arena.entrants.enter import is_foreign
from covert_command.games.installed import by_game, command_games
from covert_command.games.local_server import client_of
from covert_command.games.own_bot import ask
from covert_command.games.saved_view import game_of_view, read_view
from covert_command.options import game_choice, general
from covert_command.options.cards import card_set
from covert_command.options.file_path import FilePath
from covert_command.options.number import LONGEST_TIME, Number
from covert_command.options.server import ServerAddress, server_options
from covert_command.terminal.command_line import examples
from covert_command.terminal.interrupt import wait_for
from covert_command.terminal.mistakes import Mistake, in_file, message_of
from covert_command.terminal.screen import messages, need_width, output, print_json
from covert_engine.search.parameters import MAX_ITERATIONS
from covertbots.client import ServiceError, limits

LEAST_WIDTH = 60  # columns
SHOWN = 10  # moves


def _without_iterations(spec: str) -> str:
    name, _, parameters = spec.partition(":")
    kept = [part for part in parameters.split(",") if not part.startswith("iterations=")]
    return ":".join([name, *([",".join(kept)] if kept else [])])


@click.command(epilog=examples("covert-bots suggest view.json --iterations 5000"))
@click.argument("file", metavar="VIEW.json", type=FilePath(dir_okay=False, allow_dash=True))
@click.option(
    "--bot",
    type=game_choice.later_spec,
    metavar="SPEC",
    help="Bot to ask: a spec, or module:factory.  "
    f"[default: {by_game(lambda game: game.usual_adviser)}; with --iterations or --seconds, "
    f"{by_game(lambda game: _without_iterations(game.usual_adviser))}]",
)
@click.option(
    "--iterations",
    type=click.IntRange(1, MAX_ITERATIONS),
    help="Maximum iterations of the search.",
)
@click.option(
    "--seconds", type=Number(0, LONGEST_TIME, min_open=True), help="Maximum seconds of the search."
)
@click.option(
    "--seed",
    type=click.IntRange(0, general.LARGEST_SEED),
    default=0,
    show_default=True,
    help="Seed for the search.",
)
@click.option("--all", "everything", is_flag=True, help=f"Show all moves, not just {SHOWN}.")
@click.option("--hands", is_flag=True, help="Covert: show what opponents may hold.")
@card_set
@server_options
@general.as_json
def command(
    file: str,
    bot: str | None,
    iterations: int | None,
    seconds: float | None,
    seed: int,
    everything: bool,
    hands: bool,
    card_set: Any,
    server: ServerAddress | None,
    as_json: bool,
) -> None:
    """Rank the moves of a saved view, of either game.

    A bot of your own (module:factory) runs in this process, and its one move is shown.

    The first move is the one to play; the others are sorted by the lower bound of their value.

    VIEW.json holds the message covertbots.v1.View in Protobuf's JSON mapping; - reads standard
    input.
    """
    console = output()
    need_width(console, LEAST_WIDTH)
    message = read_view(file)
    game = game_of_view(message)
    if bot is None:
        bot = command_games()[game].usual_adviser
        if iterations is not None or seconds is not None:
            bot = _without_iterations(bot)
    bot = game_choice.spec_of(game, bot, "bot", own=True)
    saved = command_games()[game].saved_view(message, card_set, hands=hands)
    if is_foreign(bot):
        typed = {"--iterations": iterations, "--seconds": seconds, "--server": server}
        for name, value in typed.items():
            if value is not None:
                raise Mistake(f"{name}: {value}; only built-in bots take it")
        if hands:
            raise Mistake("--hands: only built-in bots take it")
        with in_file(file):
            view = saved.view()
            if view.actor != view.seat:
                whose = "nobody's" if view.actor is None else "another seat's"
                wrong = f"it is {whose} turn, as far as the view shows"
                raise Mistake(f"{file}: {wrong}; expected a view of the seat to decide")
        action = ask(bot, view, saved.game, seed)
        text, words = saved.text_and_words(action)
        if as_json:
            document = {"number": action, "action": text, "words": words}
            print_json({"bot": bot, "seed": seed, **document})
        else:
            console.print(f"{bot}: {text} (number {action}): {words}", soft_wrap=True)
        return
    thinking = messages().status(f"{bot} is thinking")
    with client_of(server, saved.server_settings) as (_, client), thinking:
        limit = limits(iterations=iterations, seconds=seconds)
        try:
            answer = wait_for(
                client.suggest_move, message, bot, limit, seed=seed, reasons=True, hands=hands
            )
        except ServiceError as error:
            if error.violations:
                raise Mistake(f"{file}: {message_of(error)}") from error
            if error.reason == "CARD_SET_UNKNOWN":
                wanted = (
                    "name its file with --cards"
                    if card_set is None
                    else f"--cards is {card_set.name!r} (perhaps the file has been changed since)"
                )
                raise Mistake(f"{file}: {message_of(error)}; {wanted}") from error
            raise
    if as_json:
        print_json(json_format.MessageToDict(answer, always_print_fields_with_no_presence=True))
        return
    saved.show(console, answer.suggestion, None if everything else SHOWN)
