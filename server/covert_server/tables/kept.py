"""A table as the server keeps it, and the protocol of the stores that keep it.

The log of actions is the state: positions and views are never kept, they follow from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from covertbots.v1 import tables_pb2


class Seat(NamedTuple):
    """A seat at a table. It is open if it has neither a token nor a bot."""

    name: str = ""
    """The name of its person; the game's own name if a bot has had it from the beginning."""
    bot: str = ""
    """Spec of the bot that plays it; empty for a person, and for an open seat."""
    token: bytes = b""
    """The hash of its person's token; empty if it has no person."""

    @property
    def is_open(self) -> bool:
        """True if nobody has taken it."""
        return not self.bot and not self.token

    @property
    def is_played_by_person(self) -> bool:
        """True if a person has it and plays it."""
        return bool(self.token) and not self.bot


class Entry(NamedTuple):
    """An action in the log of a table."""

    seat: int
    text: str
    after: int
    """How many news its seat had had when it chose."""
    news: tuple[int, ...]
    """How many news each seat had had when it was done."""


@dataclass
class KeptTable:
    """A table as it is kept."""

    name: str
    game: str
    client: str
    """The client that made it, whose share of the workers its bots take."""
    deal: bytes
    """The record of the game without its actions, serialized. Secret: it has the seed."""
    hints: tables_pb2.HintPolicy
    """Who may ask for hints."""
    window: int
    """Milliseconds that a window of sealed choices is open; 0 if the last choice closes it."""
    seeded: bool
    """True if who made the table chose the seed."""
    host: bytes
    """The hash of the host's token."""
    invitation: bytes
    """The hash of the invitation; empty without one."""
    host_seat: int | None
    seats: list[Seat]
    log: list[Entry] = field(default_factory=list)
    choices: dict[int, str] = field(default_factory=dict)
    """Choices of people in the open window, which are played when it closes."""
    window_closes: int | None = None
    """When that is, in milliseconds since 1970; None without such a window."""
    over: bool = False
    undone: int = 0
    """How many times something was taken back."""
    version: int = 0
    """Counts the changes. Never sent: it counts hidden ones too."""
    expires: int = 0
    """When it may be forgotten, in seconds since 1970."""

    @property
    def is_open(self) -> bool:
        """True while seats are open: the game has not begun."""
        return any(seat.is_open for seat in self.seats)


@dataclass(frozen=True)
class Change:
    """A change of a table: whatever is set."""

    expires: int
    window_closes: int | None = None
    seats: Mapping[int, Seat] = field(default_factory=dict)
    """New occupants."""
    choices: Mapping[int, str] = field(default_factory=dict)
    """Choices in the open window."""
    entries: tuple[Entry, ...] = ()
    """Actions that follow those of the log; no choices are left with them."""
    first: int = 0
    """How many actions the log has before these."""
    over: bool = False
    """True if the game is over with them."""
    keep: int | None = None
    """How many actions of the log are kept; the later ones are taken back, and the choices."""

    @property
    def ends_window(self) -> bool:
        """True if no choices are left."""
        return bool(self.entries) or self.keep is not None


class GivenHint(NamedTuple):
    """A hint that somebody has asked for."""

    number: int
    """How many actions there were before."""
    seat: int
    bot: str
    build: str


class Counts(NamedTuple):
    """How many there are at all tables that have not expired."""

    tables: dict[str, int]
    """By status: `open`, `playing`, `over`."""
    seats: dict[str, int]
    """By who plays them, `person`, `bot` or `open`, where the game is not over."""


class Most(NamedTuple):
    """The most tables that a server keeps."""

    tables: int
    of_client: int


class GoneError(Exception):
    """A table that does not exist, or no more."""


class ChangedError(Exception):
    """A table that has been changed by another process since it was read."""


class TakenError(Exception):
    """A table whose name another has."""


class ManyTablesError(Exception):
    """As many tables as may be kept; `of_client` is True if it is the client's own limit."""

    def __init__(self, of_client: bool) -> None:
        self.of_client = of_client
        super().__init__(of_client)


class StoreError(Exception):
    """A store that does not work now, such as one on a full disk."""


class StoreInUseError(StoreError):
    """A store that another server has for itself."""


class Store(Protocol):
    """A store of tables. A change is kept, whatever happens to the process, once it returns."""

    async def create(self, table: KeptTable, most: Most, now: int) -> None:
        """Keep a new table; ManyTablesError if there are too many."""

    async def load(self, name: str, now: int) -> KeptTable:
        """Return a table; GoneError if there is none of this name."""

    async def latest(self, name: str) -> int:
        """Return the version of a table if other processes may have changed it, else 0."""

    async def change(self, name: str, version: int, change: Change) -> None:
        """Change a table; ChangedError if it is of another version by now."""

    async def note_hint(self, name: str, number: int, seat: int, bot: str, build: str) -> None:
        """Note that a seat has asked for a hint after so many actions."""

    async def names(self, now: int) -> list[str]:
        """Return the names of all tables that have not expired."""

    async def count(self, now: int) -> Counts:
        """Count the tables and their seats."""

    async def hints(self, name: str) -> list[GivenHint]:
        """Return the hints that were asked for at a table."""

    async def take_up(self, tables: Sequence[tuple[KeptTable, Sequence[GivenHint]]]) -> None:
        """Keep tables from another store, all or none; TakenError names one that is here."""

    async def remove(self, versions: Mapping[str, int]) -> None:
        """Remove tables, all or none; ChangedError names one that is of another version by now."""

    async def forget(self, now: int) -> int:
        """Forget the tables that have expired, and return how many."""

    def listen(self, heard: Callable[[str | None, int], None]) -> None:
        """Call `heard`, on the event loop, with the name and version of each table that a process
        changes, where several may; with None if any may have been changed."""

    async def close(self) -> None:
        """End, once all that was asked for is done."""
