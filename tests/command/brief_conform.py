"""The checks of `conform` that depend on how calls are made: with one answer, in streams each way,
and with errors. What a server must answer is checked in full by `test_conform.py`."""

from __future__ import annotations

from command.shell import COMMAND

from covert_command.conformance.tables import CHECKS

__all__ = ["BRIEF", "OF_CALLS"]

NAMES = (
    "lists_itself",
    "ends_with_one_final_answer",
    "plays_a_seat",
    "names_errors",
    "tells_its_health",
)
OF_CALLS = tuple(check for check in CHECKS if check.run.__name__ in NAMES)
BRIEF = [  # the program, in a process of its own
    COMMAND[0],
    "-c",
    "from covert_command import main; from covert_command.commands import conform; "
    "conform.CHECKS = [check for check in conform.CHECKS "
    f"if check.run.__name__ in {NAMES}]; main()",
]
