"""Games of `covert-bots play` as they are kept, and how one goes on."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable
from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

import click

from covert_command.mistakes import Mistake
from covert_command.record_file import read_record
from covert_engine.covert import CompiledSet, Record, State
from covert_engine.covert.cards.card_set import CardSet

__all__ = [
    "LATEST",
    "YOU",
    "KeptGame",
    "file_of",
    "games_folder",
    "games_kept",
    "kept_game",
    "name_of",
    "new_file",
    "orders_comment",
]

YOU = "you"  # who sits in the human player's seat
LATEST = ""  # stands for the latest game kept
ENDING = ".record"
ORDERS = "# standing orders: "


class KeptGame(NamedTuple):
    """A game that goes on."""

    file: Path
    record: Record
    seats: tuple[str, ...]  # who sits in each
    seat: int  # the human player's
    decided_at: list[int]  # how many actions had been played at each decision of that seat
    orders: list[str]  # the standing orders, by name


def new_file() -> Path:
    """A file for a new game, in the folder that the operating system has for such things."""
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        wrong = f"the game cannot be kept there ({error.strerror})"
        raise Mistake(f"{folder}: {wrong}; expected --record FILE") from error
    name = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    names = chain((name,), (f"{name}-{number}" for number in count(2)))
    files = (folder / f"{one}{ENDING}" for one in names)
    return next(file for file in files if not file.exists())


def kept_game(asked: str, cards: CardSet) -> KeptGame:
    """The game in the file asked for, or the latest; Mistake if it cannot go on."""
    file = Path(file_of(asked, "--resume"))
    record = read_record(str(file), cards)
    seats = record.seats or ()
    if seats.count(YOU) != 1:
        raise Mistake(
            f"{file}: not a game of `covert-bots play`; expected a line 'seats: you; ...'"
        )
    seat, decided_at = seats.index(YOU), []
    state = State.deal(
        CompiledSet(cards, record.options),
        record.players,
        record.seed,
        record.characters,
        record.first_player,
    )
    for number, action in enumerate(record.actions):
        if state.actor == seat:
            decided_at.append(number)
        state.play(action)
    if state.over:
        name = shlex.quote(name_of(file))
        raise Mistake(f"{file}: the game is over; `covert-bots replay {name}` shows it")
    return KeptGame(file, record, seats, seat, decided_at, _orders_in(file))


def orders_comment(names: Iterable[str]) -> str:
    """The line below a kept game that says which standing orders were on; without any, none."""
    listed = ", ".join(names)
    return f"{ORDERS}{listed}\n" if listed else ""


def _orders_in(file: Path) -> list[str]:
    found = re.search(f"^{ORDERS}(.*)$", file.read_text(encoding="utf-8-sig"), re.MULTILINE)
    return [] if found is None else [name.strip() for name in found[1].split(",")]


def file_of(asked: str, option: str) -> str:
    """The file that is asked for: by its path, by the name of a game kept, or the latest.

    Mistake if there is none; where it is the latest, it begins with the option.
    """
    if asked == LATEST:
        games = games_kept()
        if not games:
            raise Mistake(f"{option}: no game has been kept yet; expected a file")
        return str(games[-1])
    if Path(asked).exists() or Path(asked).name != asked:
        return asked
    kept = games_folder() / f"{asked}{ENDING}"
    if not kept.exists():
        wrong = "no file, and no game that is kept, has this name"
        raise Mistake(f"{asked}: {wrong}; `covert-bots play --list` names the games")
    return str(kept)


def name_of(file: Path) -> str:
    """What `file_of` finds the file by, as short as can be."""
    return file.stem if file.parent == games_folder() else str(file)


def games_kept() -> list[Path]:
    """The games in the folder, the latest last."""
    files = games_folder().glob(f"*{ENDING}")
    return sorted(files, key=lambda file: file.stat().st_mtime_ns)


def games_folder() -> Path:
    """Where games are kept that nobody has named a file for."""
    return Path(click.get_app_dir("covert-bots")) / "games"
