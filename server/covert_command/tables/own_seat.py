"""The player's seat at a table: taken by an invitation, or come back to.

Its link is kept, in a file that its owner alone can read, so the invitation leads back to it too.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from rich.console import Console

from covert_command.games.kept_game import games_folder
from covert_command.games.played_game import RefusalError
from covert_command.options.file_path import write_new
from covert_command.tables.calls import TableCalls
from covert_command.tables.link import JOIN, TableLink, read_link
from covert_command.terminal.dialogue import typed_line
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.typed_number import typed_number
from covertbots.v1 import tables_pb2 as v1


def seat_link(console: Console, calls: TableCalls, link: TableLink, name: str | None) -> TableLink:
    """Return the link of the player's seat, which is taken if need be; Mistake if it cannot be."""
    if link.kind != JOIN:
        return link
    kept = _kept(link)
    if kept is not None:
        return kept
    try:
        return _joined(console, calls, link, name)
    except RefusalError as error:
        raise Mistake(f"--table: {error}") from None


def _joined(console: Console, calls: TableCalls, link: TableLink, name: str | None) -> TableLink:
    """Take a seat; the player is asked for a name and a seat until the server takes them."""
    table = calls.look(link.table, link.secret, 0).table
    show_seats(console, table)
    open_seats = [number for number, seat in enumerate(table.seats, 1) if seat.open]
    if not open_seats:
        raise Mistake("--table: all seats of the table are taken")
    asked = v1.JoinTableRequest(table=link.table, invitation=link.secret)
    if len(open_seats) > 1:
        asked.seat = _chosen_seat(open_seats) - 1
    while True:
        asked.name = name or typed_line("Your name: ").strip()
        try:
            joined = calls.ask("JoinTable", asked, v1.JoinTableResponse)
        except RefusalError as error:
            if name is not None or not str(error).startswith("name: "):
                option = "--name" if str(error).startswith("name: ") else "--table"
                raise Mistake(f"{option}: {str(error).removeprefix('name: ')}") from None
            console.print(str(error), style="red")
        else:
            own = link.of_seat(joined.seat_token)
            _keep(own)
            return own


def _chosen_seat(open_seats: list[int]) -> int:
    listed = ", ".join(map(str, open_seats))
    while True:
        typed = typed_line(f"Which seat? {listed}; Enter for the first: ").strip()
        number = typed_number(typed) if typed else open_seats[0]
        if number in open_seats:
            return number


def show_seats(console: Console, table: v1.Table) -> None:
    """Print who sits where."""
    for number, seat in enumerate(table.seats, 1):
        console.print(f"  Seat {number}: {sitting(seat)}", soft_wrap=True)


def sitting(seat: v1.TableSeat) -> str:
    """Return who has a seat, in words."""
    if seat.open:
        return "open"
    if not seat.bot:
        return seat.name
    return f"{seat.name}, played by {seat.bot}"


def forget(link: TableLink) -> None:
    """Forget the seat of a table that is over, or gone."""
    with suppress(OSError):
        _file(link).unlink()


def _file(link: TableLink) -> Path:
    return games_folder() / f"table-{link.table}.link"


def _kept(link: TableLink) -> TableLink | None:
    """Return the link of the seat taken before; None without one. Another server that is said to
    have the table gets no token of it."""
    with suppress(OSError, UnicodeDecodeError, Mistake):
        kept = read_link(_file(link).read_text(encoding="utf-8"))
        return kept if kept.address == link.address and kept.table == link.table else None
    return None


def _keep(link: TableLink) -> None:
    with suppress(OSError):  # the link that is printed leads back too
        games_folder().mkdir(parents=True, exist_ok=True)
        _file(link).unlink(missing_ok=True)
        write_new(_file(link), f"{link}\n", private=True)
