"""`--game`, and the options whose values depend on it."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from covert_bots.arena.entrants.enter import is_foreign
from covert_bots.covert.catalogue import CATALOGUE as COVERT_CATALOGUE
from covert_bots.covert_action.catalogue import CATALOGUE
from covert_command.covert import choices as covert
from covert_command.covert.command_game import CovertCommands
from covert_command.covert_action import choices as covert_action
from covert_command.covert_action.choices import GAME
from covert_command.covert_action.command_game import CovertActionCommands
from covert_command.games.command_game import CommandGame
from covert_command.options.file_path import FilePath
from covert_command.terminal.mistakes import Mistake, wrong_value

GAMES: dict[str, CommandGame] = {
    one.name: one for one in (CovertCommands(), CovertActionCommands())
}
card_set = covert.card_set


def game_named(name: str) -> CommandGame:
    """Return the game of this name; Covert for one that there is not, which says so itself."""
    return GAMES.get(name, GAMES["covert"])


def chosen(ctx: click.Context | None) -> bool:
    """Whether a command is to play Covert Action."""
    return ctx is not None and ctx.params.get("game") == GAME


class SpecOfGame(covert.BotSpec):
    """A bot's spec, of the game that is chosen."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if param is not None and param.multiple and "," in value:
            self._refuse_several(value, param, ctx)
        if not chosen(ctx):
            return super().convert(value, param, ctx)
        try:
            covert_action.check_bot(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        return value

    def _refuse_several(
        self, value: str, param: click.Parameter, ctx: click.Context | None
    ) -> None:
        """BadParameter if the value names several bots, with commas; a spec may have some too."""
        bots = value.split(",")
        catalogue = CATALOGUE if chosen(ctx) else COVERT_CATALOGUE
        if set(bots) <= {*catalogue.names, *(level.name for level in catalogue.levels)}:
            meant = " ".join(f"{param.opts[0]} {bot}" for bot in bots)
            self.fail(f"{value!r}; expected one bot; did you mean {meant}?", param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        if not chosen(ctx):
            return super().shell_complete(ctx, param, incomplete)
        return [
            CompletionItem(bot.name, help=bot.description)
            for bot in CATALOGUE.describe()
            if bot.name.startswith(incomplete)
        ]


class LaterSpec(SpecOfGame):
    """A bot's spec, or module:factory, where the game is found out later: `spec_of` reads it."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return value


def spec_of(game: str, spec: str, name: str, *, own: bool = False) -> str:
    """The spec given for the parameter `name`; click.BadParameter if it names no bot of the game.
    With `own` it may be module:factory too."""
    ctx = click.get_current_context()
    param = next(one for one in ctx.command.params if one.name == name)
    kind = ANY_BOT if own and is_foreign(spec) else SPEC
    ctx.params["game"] = game
    return kind.convert(spec, param, ctx)


def seats_of(game: str, specs: tuple[str, ...], players: int | None, people: int) -> list[str]:
    """The bot of each seat that no human player takes."""
    if game == GAME:
        return covert_action.seats_of(specs, players, people)
    return covert.seats_of(specs, players, people)


def seat_in(first: int, typed: int, players: int) -> int:
    """The seat that is typed, from 0, where the first is called `first`. Mistake if the table has
    none such."""
    if not first <= typed < first + players:
        expected = f"expected {first} to {first + players - 1}"
        raise Mistake(f"--seat: {typed}, in a game for {players}; {expected}")
    return typed - first


def _number(
    least: int, most: int, value: object, param: click.Parameter | None, ctx: click.Context | None
) -> int:
    """A number in a range; BadParameter says what was expected."""
    numbers = click.IntRange(least, most)
    try:
        return numbers.convert(value, param, ctx)  # type: ignore[arg-type]
    except click.BadParameter as error:
        raise click.BadParameter(wrong_value(error.message, numbers), ctx, param) from None


class SeatOfGame(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """A seat as the game numbers them."""

    name = "integer range"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        last = len(covert.SEATS) if not chosen(ctx) else covert_action.PLAYERS[-1]
        first = GAMES[GAME if chosen(ctx) else "covert"].first_seat
        return _number(first, last, value, param, ctx)


class PlayersOfGame(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """A number of players that the game can have."""

    name = "integer range"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        seats = covert_action.PLAYERS if chosen(ctx) else covert.SEATS
        return _number(seats.start, seats[-1], value, param, ctx)


SPEC, ANY_BOT = SpecOfGame(), covert.AnyBot()
later_spec = LaterSpec()
game = click.option(
    "--game",
    type=click.Choice(list(GAMES)),
    default="covert",
    show_default=True,
    is_eager=True,
    help="Which game.",
)
players = click.option(
    "--players",
    type=PlayersOfGame(),
    metavar="NUMBER",
    help="Number of seats: 2 to 4, in Covert Action 4 to 14.  [default: as many as there are bots, "
    f"or 2; in Covert Action {covert_action.DEFAULT_PLAYERS}]",
)
bots = click.option(
    "--bot",
    "bots",
    type=SpecOfGame(),
    metavar="SPEC",
    multiple=True,
    help="Bot for all seats that bots play, as a spec or, in Covert, as a level: "
    f"{covert.LEVELS}. Repeat the option to name one bot for each of these seats.  "
    f"[default: {covert.DEFAULT_BOT}; in Covert Action {covert_action.DEFAULT_BOT}]",
)

record_file = click.option(
    "--record",
    type=FilePath(dir_okay=False),
    help="Write the game to this file; `covert-bots replay` shows it.",
)
