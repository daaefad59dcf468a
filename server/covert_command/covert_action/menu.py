"""What a seat may do, as numbers to type: the numbers of statements; in a window, of seats."""

from __future__ import annotations

from collections.abc import Sequence

from covert_bots.covert_action.words.names import ROLE_NAMES
from covert_engine.covert_action import Kind, View, unpack
from covert_engine.covert_action.rules.names import ROLES

CELL = 3  # columns of a number
LABEL = 13  # columns before a row of numbers
ROWS = ((Kind.IS, "sniper"), (Kind.IS, "mole"), (Kind.IS, "saboteur"), (Kind.URGE, ""))


class Menu:
    """The legal actions of the seat of a view, by the numbers that it can type."""

    def __init__(self, view: View) -> None:
        self.actions: dict[int, int] = {}
        """By number."""
        self._seats = range(view.players)
        legal = view.legal_actions()
        self._talk = view.phase == "talk"
        if self._talk:
            self._add_statements(legal)
            return
        for action in legal:
            kind, target, _ = unpack(action)
            self.actions[0 if kind == Kind.HOLD else target + 1] = action

    def _add_statements(self, legal: Sequence[int]) -> None:
        """In the order of the screen: of oneself, then row by row of others."""
        self._own = [one for one in legal if unpack(one).kind in (Kind.PASS, Kind.AM)]
        self._rows: list[tuple[str, dict[int, int]]] = []
        number = 0
        for number, action in enumerate(self._own, 1):
            self.actions[number] = action
        for kind, role in ROWS:
            row = {}
            for action in legal:
                found = unpack(action)
                if found.kind == kind and (not role or ROLES[found.second] == role):
                    number += 1
                    self.actions[number] = action
                    row[found.first] = number
            if row:
                self._rows.append((f"is {role.capitalize()}" if role else "to shoot", row))

    def number_of(self, action: int) -> int | None:
        """The number to type for an action."""
        return next((number for number, one in self.actions.items() if one == action), None)

    def lines(self, *, brief: bool = False) -> list[str]:
        """The lines to show; brief where there is room for one."""
        if not self._talk:
            seats = " ".join(str(number) for number in sorted(self.actions) if number)
            hold = "0) Hold.  " if 0 in self.actions else ""
            return [f"  {hold}Shoot a seat: {seats}"]
        own = []
        for number, action in enumerate(self._own, 1):
            kind, role, _ = unpack(action)
            words = "pass" if kind == Kind.PASS else ROLE_NAMES[ROLES[role]]
            own.append(f"{number}) {words}")
        if brief:
            return ["  Type `pass`, `am mole`, `is 3 sniper`, `urge 3`; `moves` has the numbers"]
        first, *others = own
        lines = [f"  {first}   I am: {'  '.join(others)}"]
        lines.append("  Seat".ljust(LABEL) + self._row([str(seat + 1) for seat in self._seats]))
        for label, row in self._rows:
            numbers = [str(row.get(seat, "")) for seat in self._seats]
            lines.append(f"  {label}".ljust(LABEL) + self._row(numbers))
        return lines

    def _row(self, cells: Sequence[str]) -> str:
        return " ".join(cell.rjust(CELL) for cell in cells).rstrip()
