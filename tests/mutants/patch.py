"""A mutant: a file with one piece of text exchanged for another."""

from __future__ import annotations

import difflib
import hashlib
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Mutant:
    """One way in which the project could be wrong."""

    id: str
    file: str  # from the root of the checkout
    start: int  # where `old` begins in the file
    old: str
    new: str
    wrong: str  # in a sentence
    breaks: tuple[str, ...] = ()  # rule numbers and laws; none if it is a mechanical one

    def applied(self, text: str) -> str:
        """Return the text of the file with the mutant in it."""
        if text[self.start : self.start + len(self.old)] != self.old:
            raise ValueError(f"{self.id}: {self.file} has changed; {self.old!r} is not there")
        return text[: self.start] + self.new + text[self.start + len(self.old) :]

    def line(self, text: str) -> int:
        """Return the number of the first line that differs."""
        return text.count("\n", 0, self.start) + 1

    def difference(self, root: Path) -> str:
        """Return the change as a patch."""
        text = (root / self.file).read_text(encoding="utf-8")
        return "".join(
            difflib.unified_diff(
                text.splitlines(keepends=True),
                self.applied(text).splitlines(keepends=True),
                f"a/{self.file}",
                f"b/{self.file}",
            )
        )

    @property
    def digest(self) -> str:
        """A digest that changes when the patch does."""
        return digest_of(self.file, str(self.start), self.old, self.new)


def digest_of(*texts: str) -> str:
    """Return a short hash of a few texts."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:12]
