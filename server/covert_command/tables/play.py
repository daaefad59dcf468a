"""A whole game at a table of a server, from joining it to its end."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.text import Text

from covert_command.games.kept_game import YOU, begun, name_of, new_file
from covert_command.games.play import TablePlace
from covert_command.games.played_game import MovedOnError, RefusalError
from covert_command.tables.calls import LOOKING, TableCalls
from covert_command.tables.game import TableGame
from covert_command.tables.link import TableLink
from covert_command.tables.own_seat import forget, seat_link, show_seats, sitting
from covert_command.tables.waiting_line import line_until
from covert_command.terminal.command_line import with_this_program
from covert_command.terminal.dialogue import LeavingError, agreed, typed_line
from covert_command.terminal.mistakes import Mistake
from covertbots.v1 import tables_pb2 as v1

HINTS = {
    v1.HINT_POLICY_OFF: "Nobody may ask for hints.",
    v1.HINT_POLICY_OWN_SEAT: "You may ask for hints.",
    v1.HINT_POLICY_AFTER_GAME: "Hints are for after the game.",
}
GONE = ("TABLE_UNKNOWN", "TOKEN_WRONG")  # reasons for which the link leads nowhere
Seated = Callable[[TableGame, TableCalls, Sequence[str], Path], tuple[TablePlace, str]]


def play_at_table(
    console: Console,
    calls: TableCalls,
    link: TableLink,
    name: str | None,
    seated: Seated,
) -> None:
    """Play at the table of a link to its end, or until the player leaves.

    `seated` returns the player's place in the game of the table, and the bot that gives hints."""
    own = seat_link(console, calls, link, name)
    console.print(f"Your seat: {own}", soft_wrap=True)
    console.print("Whoever has this link plays for you; keep it to come back.", style="dim")
    try:
        game = TableGame(calls, own.table, own.secret, _dealt(console, calls, own))
        file = new_file()
        with begun(file):
            place, adviser = seated(game, calls, _seats(game.table), file)
            _Playing(console, game, place, adviser).play()
            _end(console, game, place)
    except LeavingError:
        console.print(_how_to_come_back(own), soft_wrap=True)
    except RefusalError as error:
        if error.reason in GONE:
            forget(own)
        raise Mistake(f"--table: {error}") from None
    except Mistake:
        raise
    except BaseException:
        console.print(f"\n{_how_to_come_back(own)}", soft_wrap=True)
        raise
    else:
        forget(own)


def _dealt(console: Console, calls: TableCalls, own: TableLink) -> v1.Table:
    """Return the table once its game has begun."""
    table = calls.look(own.table, own.secret, sys.maxsize).table
    if table.status == v1.TABLE_STATUS_OPEN:
        show_seats(console, table)
    with console.status("waiting until all seats are taken"):
        while table.status == v1.TABLE_STATUS_OPEN:
            table = calls.look(own.table, own.secret, 0, LOOKING).table
    if not table.HasField("seat"):
        raise Mistake("--table: the link is that of the host; expected the link of a seat")
    return table


def _seats(table: v1.Table) -> list[str]:
    """Return who sits where, as records have it."""
    return [
        YOU if number == table.seat else seat.bot or _in_a_record(seat.name)
        for number, seat in enumerate(table.seats)
    ]


def _in_a_record(name: str) -> str:
    plain = "".join(" " if char in ";#" else char for char in name).strip()
    return f"{plain} (a person)" if plain in ("", YOU) else plain


def _how_to_come_back(own: TableLink) -> str:
    return f"To come back: {with_this_program('play', '--table', str(own))}"


class _Playing:
    """The game while it goes on."""

    def __init__(self, console: Console, game: TableGame, place: TablePlace, adviser: str) -> None:
        self._console = console
        self._game = game
        self._place = place
        self._sitting = [sitting(seat) for seat in game.table.seats]
        for number, who in enumerate(self._sitting):
            you = " (you)" if number == game.seat else ""
            console.print(Text.assemble("  ", place.seat_name(number), f": {who}{you}"))
        console.print(
            f"{HINTS.get(game.table.hints, '')} Type `help` for the commands.", style="dim"
        )
        self._player = place.player(console, game, adviser)
        self._player.read_by(self._line)

    def play(self) -> None:
        """Play until the game is over; LeavingError if the player leaves."""
        game, player = self._game, self._player
        before = game.come_back()
        if before is None:
            player.open([])
        else:
            player.come_back(before)
        self._take_back_the_seat()
        while not game.over:
            if not game.is_to_decide:
                with self._console.status("waiting for the others"):
                    news = game.look(LOOKING)
                if news:
                    player.watch()
                self._show_changed_seats()
                continue
            try:
                player.decide()
            except MovedOnError as error:
                self._console.print(str(error), style="red")
                player.let_go("the game has gone on")
                if game.look():
                    player.watch()
                self._show_changed_seats()
            except RefusalError as error:
                self._console.print(str(error), style="red")
                player.let_go("it was refused")
                game.look()

    def _line(self, prompt: str) -> str:
        if not self._game.table.HasField("window_closes"):
            return typed_line(prompt)
        return line_until(prompt, self._game.has_moved_on)

    def _show_changed_seats(self) -> None:
        """Print who sits where now, as far as that has changed."""
        now = [sitting(seat) for seat in self._game.table.seats]
        for number, (before, who) in enumerate(zip(self._sitting, now, strict=True)):
            if who != before:
                name = self._place.seat_name(number)
                self._console.print(Text.assemble(name, f" is now {who}"), style="dim")
        own, self._sitting = self._sitting[self._game.seat], now
        if now[self._game.seat] != own:
            self._take_back_the_seat()

    def _take_back_the_seat(self) -> None:
        """Offer the seat back, if a bot plays it."""
        bot = self._game.table.seats[self._game.seat].bot
        if bot and not self._game.over and agreed(f"{bot} plays your seat. Take it back?"):
            with suppress(RefusalError):
                self._game.hand_over()
            self._sitting = [sitting(seat) for seat in self._game.table.seats]


def _end(console: Console, game: TableGame, place: TablePlace) -> None:
    """Print how the game has ended, and keep its record."""
    game.reveal()
    console.print()
    place.show_end(console, game)
    try:
        place.file.write_text(place.record(game), encoding="utf-8")
    except OSError as error:
        console.print(f"The record cannot be kept: {error.strerror}", style="red")
        return
    console.print(f"The game is in {place.file}.", soft_wrap=True)
    again = with_this_program("replay", name_of(place.file))
    console.print(f"To see it again: {again}{place.more}", soft_wrap=True)
    with suppress(LeavingError):
        place.offer_more(console)
