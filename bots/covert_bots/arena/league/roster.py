"""The bots that were handed in to a league, in a small file beside its ledger.

It is replaced as a whole, and synced to the disk before a call is answered: a league that is killed
has the old file or the new one. Which bots play, and their games, only the ledger says.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from covert_bots.arena.errors import LedgerError
from covert_bots.arena.ledger_file import errors_as_ours

SUFFIX = ".bots"  # after the name of the ledger
LAYOUT = 1


@dataclass(frozen=True)
class Entry:
    """A bot that was handed in."""

    name: str
    bot: str  # as the arena names it, such as `grpc://host:port/spec`
    holder: str = ""  # who has handed it in; empty for the organiser
    submitted: float = 0.0  # time of day
    withdrawn: bool = False
    stopped: str = ""  # why it cannot be asked; empty if it can
    expelled: bool = False  # withdrawn by the organiser

    @property
    def plays(self) -> bool:
        """True if it may begin games."""
        return not (self.withdrawn or self.stopped)


class Roster:
    """The file of a league, its bots by name, in the order in which they came. LedgerError if it
    cannot be read or written."""

    def __init__(self, ledger: Path) -> None:
        self.path = ledger.with_name(ledger.name + SUFFIX)
        self._entries = {entry.name: entry for entry in self._read()}

    def __iter__(self) -> Iterator[Entry]:
        return iter(tuple(self._entries.values()))

    def __len__(self) -> int:
        return len(self._entries)

    def named(self, name: str) -> Entry | None:
        """Return the bot with a name; None if there is none."""
        return self._entries.get(name)

    def of_bot(self, bot: str) -> Entry | None:
        """Return the entry of a bot; None if there is none."""
        return next((entry for entry in self if entry.bot == bot), None)

    def put(self, *entries: Entry) -> None:
        """Add bots, or change those of these names. Nothing changes if the disk is full."""
        changed = {**self._entries, **{entry.name: entry for entry in entries}}
        self._write({"league": LAYOUT, "bots": [asdict(entry) for entry in changed.values()]})
        self._entries = changed

    def _read(self) -> list[Entry]:
        try:
            with errors_as_ours(self.path):
                text = self.path.read_text(encoding="utf-8") if self.path.exists() else ""
            tree: Any = json.loads(text) if text else {"league": LAYOUT, "bots": []}
            if tree["league"] != LAYOUT:
                raise ValueError(f"its layout is {tree['league']}")
            return [_entry(line) for line in tree["bots"]]
        except LedgerError:
            raise
        except (ValueError, TypeError, LookupError) as error:
            raise LedgerError(
                f"{self.path}: damaged ({error}); expected the bots of a league, layout {LAYOUT}"
            ) from None

    def _write(self, tree: dict[str, Any]) -> None:
        beside = self.path.with_name(f".{self.path.name}.new")
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC
        with errors_as_ours(self.path):
            number = os.open(beside, flags, 0o600)
            with os.fdopen(number, "w", encoding="utf-8") as file:
                file.write(json.dumps(tree, ensure_ascii=False, indent=1) + "\n")
                file.flush()
                os.fsync(number)
            beside.replace(self.path)
            folder = os.open(self.path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _entry(line: Any) -> Entry:
    """Read a bot; ValueError or TypeError if it is none."""
    entry = Entry(**line)
    for field in fields(Entry):
        value, kind = getattr(entry, field.name), type(field.default)
        expected = str if field.name in ("name", "bot") else kind
        if not isinstance(value, expected) and not (expected is float and type(value) is int):
            raise ValueError(f"{field.name} is {value!r}")
    return entry
