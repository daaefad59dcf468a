from enum import IntEnum

from typing_extensions import disjoint_base

class Ending(IntEnum):
    """What ended a run of a lane or of trials."""

    BY_ITERATIONS = 0
    BY_TIME = 1
    BY_CPU_TIME = 2
    BY_STOP = 3
    BY_FAULT = 4

def clock() -> int:
    """The monotonic clock of deadlines, in nanoseconds. Not that of Python, which on some systems
    stands still while the machine sleeps."""

@disjoint_base
class StopFlag:
    """Ends the searches it was given to, from any thread, within an iteration,
    or a world in which actions are compared; or lets them wait there."""

    def set(self) -> None:
        """Raise the flag; it stays raised, and who waits waits no more."""
    def pause(self) -> None:
        """Let the searches wait, until `resume` or `set`, or their limit of time has passed."""
    def resume(self) -> None:
        """Let the searches go on, if they wait."""
    @property
    def is_set(self) -> bool:
        """Whether the flag has been raised."""
    @property
    def is_paused(self) -> bool:
        """Whether searches wait."""
