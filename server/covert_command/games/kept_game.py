"""Saved games of `covert-bots play`, and how they are resumed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from itertools import chain, count
from pathlib import Path

import click
from click.core import ParameterSource

from covert_command.options.file_path import opened
from covert_command.terminal.command_line import with_this_program
from covert_command.terminal.mistakes import Mistake

YOU = "you"  # the name of the human player among the seats
LATEST = ""  # stands for the latest game kept
ENDING = ".record"
ORDERS = "# standing orders: "
BY_HINT, BY_ORDER = "`do hint`", "a standing order"
MARKS = {BY_HINT: "# played by do hint: ", BY_ORDER: "# played by standing orders: "}


def new_file(ending: str = ENDING) -> Path:
    """Make an empty file for a new game, in the operating system's folder for application data."""
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        wrong = f"the game cannot be saved there ({error.strerror})"
        option = "--record" if ending == ENDING else "--log"
        raise Mistake(f"{folder}: {wrong}; expected {option} FILE") from error
    name = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    for stem in chain((name,), (f"{name}-{number}" for number in count(2))):
        file = folder / f"{stem}{ending}"
        with suppress(FileExistsError):
            opened(file, private=True, new=True).close()
            break
    return file


@contextmanager
def begun(file: Path) -> Iterator[None]:
    """Remove a file of `new_file` at the end if nothing was written to it."""
    try:
        yield
    finally:
        with suppress(FileNotFoundError):
            if file.parent == games_folder() and not file.stat().st_size:
                file.unlink()


def refuse_with(options: Mapping[str, str], why: str) -> None:
    """Raise Mistake for a typed option of what the game already has; `options` are their flags, by
    parameter, and `why` says who has it."""
    ctx = click.get_current_context()
    for name, option in options.items():
        if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise Mistake(f"{option}: {why}; leave this option out")


def own_seat(file: Path, seats: Sequence[str]) -> int:
    """Return the seat of the human player in a saved game; Mistake if there is none."""
    if seats.count(YOU) != 1:
        raise Mistake(
            f"{file}: not a game of `covert-bots play`; expected a line 'seats: you; ...'"
        )
    return seats.index(YOU)


def game_over(file: Path, more: str = "") -> Mistake:
    """Return the Mistake of resuming a game that is over; `more` are further options of
    `replay`."""
    replay = with_this_program("replay", name_of(file))
    others = f"`{with_this_program('play', '--list')}` lists the others"
    return Mistake(f"{file}: the game is over; `{replay}{more}` shows it, and {others}")


def orders_comment(names: Iterable[str]) -> str:
    """Return the line below a kept game that names its standing orders; empty without any."""
    listed = ", ".join(names)
    return f"{ORDERS}{listed}\n" if listed else ""


def orders_in(file: Path) -> list[str]:
    """Return the standing orders of the game in a file, by name."""
    match = re.search(f"^{ORDERS}(.*)$", file.read_text(encoding="utf-8-sig"), re.MULTILINE)
    return [] if match is None else [name.strip() for name in match[1].split(",")]


def marks_comment(played_by: Mapping[int, str]) -> str:
    """Return the lines below a kept game that tell which decisions the player did not type, by
    their place in the record: "# played by do hint: 31-36, 40"."""
    lines = []
    for by, start in MARKS.items():
        runs: list[list[int]] = []
        for place in sorted(place for place, source in played_by.items() if source == by):
            if runs and place == runs[-1][-1] + 1:
                runs[-1].append(place)
            else:
                runs.append([place])
        listed = ", ".join("-".join(map(str, sorted({run[0], run[-1]}))) for run in runs)
        lines += [f"{start}{listed}\n"] if listed else []
    return "".join(lines)


def marks_in(file: Path) -> dict[int, str]:
    """Return the source of the decisions that the player did not type, by their place."""
    text = file.read_text(encoding="utf-8-sig")
    played_by: dict[int, str] = {}
    for by, start in MARKS.items():
        for line in re.findall(f"^{start}(.*)$", text, re.MULTILINE):
            for first, last in re.findall(r"\b(\d{1,6})(?:-(\d{1,6}))?\b", line):
                played_by |= dict.fromkeys(range(int(first), int(last or first) + 1), by)
    return played_by


def file_of(asked: str, option: str, ending: str = ENDING) -> str:
    """Return the file asked for: by its path, by the name of a saved game, or the latest.

    Mistake if there is none; for the latest, its message begins with the option.
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
    """Return the shortest name by which `file_of` finds the file."""
    return file.stem if file.parent == games_folder() else str(file)


def games_kept(ending: str = ENDING) -> list[Path]:
    """Return the games in the folder, the latest last."""
    files = (file for file in games_folder().glob(f"*{ending}") if file.is_file())
    written = (file for file in files if file.stat().st_size)  # others are just being begun
    return sorted(written, key=lambda file: file.stat().st_mtime_ns)


def games_folder() -> Path:
    """Return the folder of games without a file of their own."""
    folder = Path(click.get_app_dir("covert-bots"))
    if not folder.is_absolute():  # an empty or relative XDG_CONFIG_HOME does not count
        folder = Path.home() / ".config" / folder.name
    return folder / "games"
