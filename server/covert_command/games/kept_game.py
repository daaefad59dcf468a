"""Games of `covert-bots play` as they are kept, and how one goes on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import chain, count
from pathlib import Path

import click

from covert_command.terminal.command_line import with_this_program
from covert_command.terminal.mistakes import Mistake

YOU = "you"  # who sits in the human player's seat
LATEST = ""  # stands for the latest game kept
ENDING = ".record"
ORDERS = "# standing orders: "


def new_file(ending: str = ENDING) -> Path:
    """A file for a new game, in the folder that the operating system has for such things."""
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        wrong = f"the game cannot be saved there ({error.strerror})"
        option = "--record" if ending == ENDING else "--log"
        raise Mistake(f"{folder}: {wrong}; expected {option} FILE") from error
    name = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    names = chain((name,), (f"{name}-{number}" for number in count(2)))
    files = (folder / f"{one}{ending}" for one in names)
    return next(file for file in files if not file.exists())


def own_seat(file: Path, seats: Sequence[str]) -> int:
    """The seat of the person who goes on with the game in a file; Mistake if there is none."""
    if seats.count(YOU) != 1:
        raise Mistake(
            f"{file}: not a game of `covert-bots play`; expected a line 'seats: you; ...'"
        )
    return seats.index(YOU)


def game_over(file: Path, more: str = "") -> Mistake:
    """The Mistake of going on with a game that is over; `more` is what `replay` needs besides."""
    replay = with_this_program("replay", name_of(file))
    others = f"`{with_this_program('play', '--list')}` lists the others"
    return Mistake(f"{file}: the game is over; `{replay}{more}` shows it, and {others}")


def orders_comment(names: Iterable[str]) -> str:
    """The line below a kept game that says which standing orders were on; without any, none."""
    listed = ", ".join(names)
    return f"{ORDERS}{listed}\n" if listed else ""


def orders_in(file: Path) -> list[str]:
    """The standing orders of the game in a file, by name."""
    found = re.search(f"^{ORDERS}(.*)$", file.read_text(encoding="utf-8-sig"), re.MULTILINE)
    return [] if found is None else [name.strip() for name in found[1].split(",")]


def file_of(asked: str, option: str, ending: str = ENDING) -> str:
    """The file that is asked for: by its path, by the name of a game kept, or the latest.

    Mistake if there is none; where it is the latest, it begins with the option.
    """
    if asked == LATEST:
        games = games_kept(ending)
        if not games:
            what = "game" if ending == ENDING else "table"
            raise Mistake(f"{option}: no {what} has been saved yet; expected a file")
        return str(games[-1])
    if Path(asked).exists() or Path(asked).name != asked:
        return asked
    kept = games_folder() / f"{asked}{ending}"
    if not kept.exists():
        if ending != ENDING:
            wrong = "there is no file or saved table with this name"
            raise Mistake(f"{asked}: {wrong}; expected a file, or {option} alone for the latest")
        wrong = "there is no file or saved game with this name"
        raise Mistake(f"{asked}: {wrong}; `{with_this_program('play', '--list')}` lists the games")
    return str(kept)


def name_of(file: Path) -> str:
    """What `file_of` finds the file by, as short as can be."""
    return file.stem if file.parent == games_folder() else str(file)


def games_kept(ending: str = ENDING) -> list[Path]:
    """The games in the folder, the latest last."""
    files = (file for file in games_folder().glob(f"*{ending}") if file.is_file())
    return sorted(files, key=lambda file: file.stat().st_mtime_ns)


def games_folder() -> Path:
    """Where games are kept that nobody has named a file for."""
    folder = Path(click.get_app_dir("covert-bots"))
    if not folder.is_absolute():  # XDG_CONFIG_HOME is empty or relative: it does not count
        folder = Path.home() / ".config" / folder.name
    return folder / "games"
