"""A caller's mistake with a card set; the others are in `covert_engine.reading.errors`."""

from __future__ import annotations

from collections.abc import Iterable

from covert_engine.reading.errors import CovertError

__all__ = ["CardSetError"]


class CardSetError(CovertError):
    """A card set that cannot be played with; `problems` are all that were found, in file order."""

    def __init__(self, problems: Iterable[str], lines: Iterable[int | None] = ()) -> None:
        self.problems: list[str] = list(problems)
        """Each with the entry it is about."""
        known = list(lines)
        self.lines: list[int | None] = known + [None] * (len(self.problems) - len(known))
        """The line of the file that each is about; None where there is none."""
        super().__init__(self.problems, self.lines)

    def __str__(self) -> str:
        texts = [
            problem if line is None else f"line {line}: {problem}"
            for problem, line in zip(self.problems, self.lines, strict=True)
        ]
        if len(texts) == 1:
            return texts[0]
        return "\n".join([f"{len(texts)} problems:", *(f"  {text}" for text in texts)])
