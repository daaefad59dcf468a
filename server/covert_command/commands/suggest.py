"""`covert-bots suggest`: the moves of a saved position, ranked."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from google.protobuf import json_format

from covert_bots.arena.entrants.names import is_foreign
from covert_command.games.command_game import CommandGame
from covert_command.games.installed import by_game, command_games
from covert_command.games.local_server import client_of
from covert_command.games.own_bot import ask
from covert_command.games.saved_view import (
    ReadPosition,
    SavedView,
    game_of_view,
    is_json,
    read_text,
    read_view,
    save_view,
)
from covert_command.options import game_choice, json_output, seeds
from covert_command.options.cards import card_set
from covert_command.options.file_path import FilePath, write_new
from covert_command.options.number import LONGEST_TIME, Number
from covert_command.options.server import ServerAddress, server_options
from covert_command.terminal.command_line import examples, with_this_program
from covert_command.terminal.interrupt import wait_for
from covert_command.terminal.mistakes import Mistake, in_file, message_of, mistakes, one_line
from covert_command.terminal.screen import messages, need_width, output, print_json
from covert_engine.input.errors import ProblemsError
from covert_engine.search.parameters import MAX_ITERATIONS
from covertbots.client import ServiceError, limits

LEAST_WIDTH = 60  # columns
SHOWN = 10  # moves
LOOK_SECONDS = 0.2  # between looks at a file that is watched


def _without_iterations(spec: str) -> str:
    name, _, parameters = spec.partition(":")
    kept = [part for part in parameters.split(",") if not part.startswith("iterations=")]
    return ":".join([name, *([",".join(kept)] if kept else [])])


@click.command(
    epilog=examples(
        "covert-bots suggest view.json --iterations 5000",
        "covert-bots suggest --new 3 position.txt",
        "covert-bots suggest position.txt --watch",
    )
)
@click.argument("file", metavar="FILE", type=FilePath(dir_okay=False, allow_dash=True))
@click.option(
    "--new",
    type=click.IntRange(2, 4),
    metavar="PLAYERS",
    help="Covert: write FILE, a position to fill in.",
)
@click.option(
    "--seat",
    type=click.IntRange(1, 4),
    help="With --new: your seat; 1 is North, then East, South and West.  [default: 1]",
)
@click.option("--watch", is_flag=True, help="Ask again whenever FILE is saved, until Ctrl-C.")
@click.option(
    "--save",
    type=FilePath(dir_okay=False),
    metavar="NEW",
    help="Write the view to a new file too: a position if NEW ends in .txt, else JSON.",
)
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
    type=click.IntRange(0, seeds.LARGEST_SEED),
    default=0,
    show_default=True,
    help="Seed for the search.",
)
@click.option("--all", "everything", is_flag=True, help=f"Show all moves, not just {SHOWN}.")
@click.option("--hands", is_flag=True, help="Covert: show what opponents may hold.")
@card_set
@server_options
@json_output.as_json
def command(
    file: str, new: int | None, seat: int | None, watch: bool, card_set: Any, **asked: Any
) -> None:
    """Rank the moves of a saved view, of either game.

    A bot of your own (module:factory) runs in this process, and its one move is shown.

    The first move is the one to play; the others are sorted by the lower bound of their value.

    FILE holds the message covertbots.v1.View in Protobuf's JSON mapping, or a position of Covert
    (docs/positions.md); - reads standard input.
    """
    if new is not None:
        _write_template(file, new, seat or 1, card_set, as_json=asked["as_json"])
        return
    if seat is not None:
        raise Mistake("--seat: only with --new; else the file says whose view it is")
    question = _Question(file, card_set, **asked)
    if not watch:
        question.ask()
        return
    if file == "-" or question.as_json or question.save is not None:
        raise Mistake("--watch: expected a file, without --json and --save")
    _watch(question)


def _write_template(file: str, players: int, seat: int, card_set: Any, *, as_json: bool) -> None:
    game = _with_positions()
    own = game_choice.seat_in(game.first_seat, seat, players)
    text = game.new_position(players, own, card_set)
    if file == "-":
        click.echo(text, nl=False)
        return
    try:
        write_new(Path(file), text, private=True)
    except FileExistsError as error:
        raise Mistake(f"{file}: the file exists already; expected the name of a new one") from error
    if as_json:
        print_json({"file": file})
        return
    watched = with_this_program("suggest", file, "--watch")
    click.echo(f"{file}: type the position in; `{watched}` answers whenever you save it")


def _watch(question: _Question) -> None:
    """Ask whenever the file has been saved."""
    file = Path(question.file)
    seen: tuple[int, int] | None = None
    while True:
        try:
            state = file.stat()
        except FileNotFoundError:  # an editor may be replacing it
            if seen is None:
                raise
        else:
            now = (state.st_mtime_ns, state.st_size)
            if now != seen:
                seen = now
                try:
                    question.ask()
                except mistakes() as error:
                    click.echo(f"covert-bots: {message_of(error)}", err=True)
                messages().print(f"Watching {file}; Ctrl-C ends.", style="dim", soft_wrap=True)
        time.sleep(LOOK_SECONDS)


def _with_positions() -> CommandGame:
    """Return the game that has a notation for positions."""
    return next(game for game in command_games().values() if game.has_positions)


@dataclass(frozen=True)
class _Question:
    """A file, and what is asked about it."""

    file: str
    card_set: Any
    save: str | None
    bot: str | None
    iterations: int | None
    seconds: float | None
    seed: int
    everything: bool
    hands: bool
    server: ServerAddress | None
    as_json: bool

    def ask(self) -> None:
        """Ask the bot and print its answer."""
        console = output()
        need_width(console, LEAST_WIDTH)
        text = read_text(self.file)
        if is_json(text):
            message = read_view(self.file, text)
            game = command_games()[game_of_view(message)]
            saved = game.saved_view(message, self.card_set, hands=self.hands)
            told = ReadPosition(message, saved, ())
        else:
            game = _with_positions()
            told = self._position(game, text)
        if self.save is not None:
            self._save(game, told)
        sentences = list(told.assumed)
        if sentences and self.save is None and self.file != "-":
            saving = with_this_program("suggest", self.file, "--save", "NEW.txt")
            sentences.append(f"`{saving}` writes all that was read.")
        for sentence in sentences:
            (messages() if self.as_json else console).print(sentence, style="dim", soft_wrap=True)
        bot = self.bot
        if bot is None:
            limited = self.iterations is not None or self.seconds is not None
            bot = game.usual_adviser
            if limited:
                bot = _without_iterations(bot)
        if self.server is None or is_foreign(bot):  # a server may have others, such as engines
            bot = game_choice.spec_of(game.name, bot, "bot", own=True)
        if is_foreign(bot):
            self._ask_own(bot, told.saved)
        else:
            self._ask_service(bot, told)

    def _position(self, game: CommandGame, text: str) -> ReadPosition:
        """Return the position in a text; prints all its mistakes, each at its line."""
        try:
            return game.read_position(text, self.card_set)
        except ProblemsError as error:
            listed = [
                one_line(f"{self.file}:{line}: {problem}" if line else f"{self.file}: {problem}")
                for problem, line in zip(error.problems, error.lines, strict=True)
            ]
            if len(listed) == 1:
                raise Mistake(listed[0]) from error
            for mistake in listed:
                click.echo(mistake, err=True)
            raise Mistake(f"{self.file}: {len(listed)} mistakes; correct these lines") from error

    def _save(self, game: CommandGame, told: ReadPosition) -> None:
        assert self.save is not None
        cards = getattr(told.saved, "card_set", self.card_set)
        try:
            with in_file(self.file):
                save_view(told.message, self.save, lambda view: game.position_text(view, cards))
        except FileExistsError as error:
            raise Mistake(f"{self.save}: the file exists; choose another name") from error

    def _ask_own(self, bot: str, saved: SavedView) -> None:
        """Ask a bot of the user's own, in this process."""
        typed = {
            "--iterations": self.iterations,
            "--seconds": self.seconds,
            "--server": self.server,
        }
        for name, value in typed.items():
            if value is not None:
                raise Mistake(f"{name}: {value}; only built-in bots take it")
        if self.hands:
            raise Mistake("--hands: only built-in bots take it")
        with in_file(self.file):
            view = saved.view()
            if view.actor != view.seat:
                whose = "nobody's" if view.actor is None else "another seat's"
                wrong = f"it is {whose} turn, as far as the view shows"
                raise Mistake(f"{self.file}: {wrong}; expected a view of the seat to decide")
        action = ask(bot, view, saved.game, self.seed)
        text, words = saved.text_and_words(action)
        if self.as_json:
            document = {"number": action, "action": text, "words": words}
            print_json({"bot": bot, "seed": self.seed, **document})
        else:
            output().print(f"{bot}: {text} (number {action}): {words}", soft_wrap=True)

    def _ask_service(self, bot: str, told: ReadPosition) -> None:
        """Ask a built-in bot, of the named server or of one of this command's own."""
        saved = told.saved
        thinking = messages().status(f"{bot} is thinking")
        with client_of(self.server, saved.server_settings) as (_, client), thinking:
            limit = limits(iterations=self.iterations, seconds=self.seconds)
            try:
                answer = wait_for(
                    client.suggest_move,
                    told.message,
                    bot,
                    limit,
                    seed=self.seed,
                    reasons=True,
                    hands=self.hands,
                    plans=self.as_json,
                )
            except ServiceError as error:
                if error.violations and error.violations[0][0] != "bot":
                    raise Mistake(f"{self.file}: {message_of(error)}") from error
                if error.reason == "CARD_SET_UNKNOWN":
                    raise self._cards_unknown(error, told) from error
                raise
        if self.as_json:
            print_json(json_format.MessageToDict(answer, always_print_fields_with_no_presence=True))
            return
        saved.show(output(), answer.suggestion, None if self.everything else SHOWN)

    def _cards_unknown(self, error: ServiceError, told: ReadPosition) -> Mistake:
        if told.assumed and self.server is not None:
            wanted = "cards of this position are made up; leave --server out"
        elif self.card_set is None:
            wanted = "name its file with --cards"
        else:
            name = self.card_set.name
            wanted = f"--cards is {name!r} (perhaps the file has been changed since)"
        return Mistake(f"{self.file}: {message_of(error)}; {wanted}")
