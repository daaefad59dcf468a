"""Errors for the mistakes of a caller: a small family of `ValueError`."""

from __future__ import annotations

from collections.abc import Iterable

from covert_engine.input.hints import nearest
from covert_engine.input.spelling import Said


class CovertError(ValueError):
    """A caller's mistake; the message names the offending value and what was expected."""


class NotationError(CovertError):
    """Text that is not an action, a deal or a position in the notation.

    Its text ends with the word that was probably meant. It looks for that word only then, because
    that is slow.
    """

    def __init__(self, wrong: str, word: str = "", choices: Iterable[str] = ()) -> None:
        """Take the description of the mistake, the wrong word, and the words it may have meant."""
        self.wrong = wrong
        """The mistake, without a hint."""
        self._word = word
        self._choices = tuple(choices)
        super().__init__(wrong, word, self._choices)

    def __str__(self) -> str:
        near = nearest(self._word, self._choices) if self._choices else None
        return self.wrong if near is None else f"{self.wrong}; did you mean {near!r}?"


class IllegalActionError(CovertError):
    """An action that the rules do not allow to the seat to decide."""


class ProblemsError(CovertError):
    """All problems of a file, in its order."""

    def __init__(self, problems: Iterable[str], lines: Iterable[int | None] = ()) -> None:
        self.problems: list[str] = list(problems)
        """Problems, each with its entry."""
        known = list(lines)
        self.lines: list[int | None] = known + [None] * (len(self.problems) - len(known))
        """Line of the file of each problem; None where it has none."""
        super().__init__(self.problems, self.lines)

    def __str__(self) -> str:
        texts = [
            problem if line is None else f"line {line}: {problem}"
            for problem, line in zip(self.problems, self.lines, strict=True)
        ]
        if len(texts) == 1:
            return texts[0]
        return "\n".join([f"{len(texts)} problems:", *(f"  {text}" for text in texts)])


class FieldsError(CovertError):
    """Fields of a position that no game could reach."""

    def __init__(self, violations: Iterable[tuple[str, str]]) -> None:
        self.violations: list[tuple[str, str]] = [
            (field, Said(description)) for field, description in violations
        ]
        """Pairs (field, mistake)."""
        super().__init__(self.violations)

    def __str__(self) -> str:
        lines = [f"{field}: {description}" for field, description in self.violations]
        if len(lines) == 1:
            return lines[0]
        return "\n".join([f"{len(lines)} violations:", *(f"  {line}" for line in lines)])


class ViewError(FieldsError):
    """A view that no game could show; `violations` are pairs (field, mistake)."""


class StateError(FieldsError):
    """A state that no game could reach; `violations` are pairs (field, mistake)."""


class RecordError(CovertError):
    """A game record that cannot be read or replayed."""

    def __init__(self, wrong: str, action: int | None = None) -> None:
        super().__init__(wrong)
        self.action = action
        """Number of the illegal action, from 1; None for any other mistake."""
