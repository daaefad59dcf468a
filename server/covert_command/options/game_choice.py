"""`--game`, and the options whose values depend on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click
from click.shell_completion import CompletionItem

from covert_bots.arena.entrants.enter import check
from covert_bots.arena.entrants.entrant import EntrantError
from covert_bots.arena.entrants.names import is_foreign
from covert_bots.players.amounts import counted
from covert_command.games.command_game import CommandGame
from covert_command.games.installed import by_game, command_game, command_games
from covert_command.options import bot_names
from covert_command.options.file_path import FilePath
from covert_command.terminal.mistakes import Mistake, wrong_value


def chosen(ctx: click.Context | None) -> CommandGame:
    """Return the game of a command."""
    return command_game() if ctx is None else command_game(ctx.params.get("game") or "")


def complete_bot(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Return the bots of the chosen game whose names a shell may complete."""
    return bot_names.completions(chosen(ctx).catalogue, incomplete)


class SpecOfGame(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """A bot's spec, of the game that is chosen; a shell completes the name."""

    name = "spec"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if param is not None and param.multiple and "," in value:
            self._refuse_several(value, param, ctx)
        try:
            chosen(ctx).check_bot(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        return value

    def _refuse_several(
        self, value: str, param: click.Parameter, ctx: click.Context | None
    ) -> None:
        """BadParameter if the value names several bots, with commas; a spec may have some too."""
        bots = value.split(",")
        catalogue = chosen(ctx).catalogue
        if set(bots) <= {*catalogue.names, *(level.name for level in catalogue.levels)}:
            meant = " ".join(f"{param.opts[0]} {bot}" for bot in bots)
            self.fail(f"{value!r}; expected one bot; did you mean {meant}?", param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        return complete_bot(ctx, param, incomplete)


class AnyBot(SpecOfGame):
    """A bot's spec, or module:factory."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not is_foreign(value):
            return super().convert(value, param, ctx)
        bot_names.import_from_here()
        try:
            check(value, chosen(ctx).catalogue)
        except EntrantError as error:
            self.fail(str(error), param, ctx)
        return value


class LaterSpec(SpecOfGame):
    """A bot's spec, or module:factory, where the game is found out later: `spec_of` reads it."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value


def spec_of(game: str, spec: str, name: str, *, own: bool = False) -> str:
    """Return the spec given for the parameter `name`; click.BadParameter if it names no bot of the
    game. With `own` it may be module:factory too."""
    ctx = click.get_current_context()
    param = next(param for param in ctx.command.params if param.name == name)
    kind = AnyBot() if own else SpecOfGame()
    ctx.params["game"] = game
    return kind.convert(spec, param, ctx)


def adviser_of(game: str, spec: str | None) -> str:
    """Return the adviser of a game, by default its usual one."""
    return spec_of(game, spec or command_games()[game].usual_adviser, "adviser")


def seats_of(game: str, specs: Sequence[str], players: int | None, people: int = 0) -> list[str]:
    """Return the bot of each seat that no human player takes."""
    of = command_games()[game]
    if players is None:
        players = len(specs) + people if len(specs) + people in of.players else of.usual_players
    seats = players - people
    if len(specs) <= 1:
        return list(specs or (of.usual_bot,)) * seats
    if len(specs) != seats:
        raise Mistake(
            f"--bot: {len(specs)} bots for {counted(seats, 'seat')}; expected one for all seats or "
            "one for each"
        )
    return list(specs)


def seat_in(first: int, typed: int, players: int) -> int:
    """Return the seat that is typed, from 0, where the first is called `first`. Mistake if the
    table has none such."""
    if not first <= typed < first + players:
        expected = f"expected {first} to {first + players - 1}"
        raise Mistake(f"--seat: {typed}, in a game for {players}; {expected}")
    return typed - first


class NumberOfGame(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """A whole number in a range that depends on the game."""

    name = "integer range"

    def __init__(self, numbers: Callable[[CommandGame], Sequence[int]]) -> None:
        self._numbers = numbers

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        numbers = self._numbers(chosen(ctx))
        kind = click.IntRange(numbers[0], numbers[-1])
        try:
            return kind.convert(value, param, ctx)  # type: ignore[arg-type]
        except click.BadParameter as error:
            raise click.BadParameter(wrong_value(error.message, kind), ctx, param) from None


def _seats(game: CommandGame) -> range:
    return range(game.first_seat, game.first_seat + game.players[-1])


A_SEAT = NumberOfGame(_seats)
PLAYERS = NumberOfGame(lambda game: game.players)
later_spec = LaterSpec()
game = click.option(
    "--game",
    type=click.Choice(list(command_games())),
    default=command_game().name,
    show_default=True,
    is_eager=True,
    help="Which game.",
)


def _sizes(game: CommandGame) -> str:
    least, most = game.players[0], game.players[-1]
    return f"{least} to {most}" if least < most else str(least)


_usual = by_game(lambda game: game.usual_players)
players = click.option(
    "--players",
    type=PLAYERS,
    metavar="NUMBER",
    help=f"Number of seats: {by_game(_sizes, ', ')}.  [default: as many as there are bots, or "
    f"{_usual}]",
)
_levels = "".join(
    f" or, in {game.title}, as a level: {game.levels}"
    for game in command_games().values()
    if game.levels
)
bots = click.option(
    "--bot",
    "bots",
    type=SpecOfGame(),
    metavar="SPEC",
    multiple=True,
    help=f"Bot for all seats that bots play, as a spec{_levels}. Repeat the option to name one "
    f"bot for each of these seats.  [default: {by_game(lambda game: game.usual_bot)}]",
)

record_file = click.option(
    "--record",
    type=FilePath(dir_okay=False),
    help="Write the game to this file; `covert-bots replay` shows it.",
)
