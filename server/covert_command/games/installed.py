"""The installed games as the commands see them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

from covert_bots.players.installed import COMMANDS, installed
from covert_command.games.command_game import CommandGame
from covert_command.terminal.mistakes import Mistake, in_file

LONGEST = 60  # characters shown of a line that could be anything


@cache
def command_games() -> dict[str, CommandGame]:
    """Return the games by name, the one of commands that name none first."""
    return {name: game() for name, game in installed(COMMANDS).items()}


def command_game(name: str = "") -> CommandGame:
    """Return the game of a name; the first for a name that no game has."""
    games = command_games()
    return games.get(name) or next(iter(games.values()))


def by_game(text: Callable[[CommandGame], object], between: str = "; ") -> str:
    """Return what holds for the first game, and for each other one after its title."""
    first, *others = command_games().values()
    return between.join([str(text(first)), *(f"in {game.title} {text(game)}" for game in others)])


def game_of_record(path: str) -> str:
    """Return the game of the record in a file, as `--game` names it; Mistake if it is none."""
    heads = {game.record_head: name for name, game in command_games().items() if game.record_head}
    games = {head.split()[0]: name for head, name in heads.items()}
    expected = f"expected {' or '.join(map(repr, heads))}"
    with in_file(path):
        lines = Path(path).read_text(encoding="utf-8-sig").splitlines()
    contents = (line.partition("#")[0].strip() for line in lines)
    number, first = next(((n, line) for n, line in enumerate(contents, 1) if line), (0, ""))
    if not first:
        raise Mistake(f"{path}: the text is empty; {expected} and a game")
    game = games.get(first.split()[0])
    if game is None:
        wrong = f"{first[:LONGEST]!r} does not begin the record of a game"
        raise Mistake(f"{path}: line {number}: {wrong}; {expected}")
    return game
