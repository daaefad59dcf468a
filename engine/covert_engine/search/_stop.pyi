from enum import IntEnum

from typing_extensions import disjoint_base

class Ending(IntEnum):
    """Reason for the end of a run of a lane or of trials."""

    BY_ITERATIONS = 0
    BY_TIME = 1
    BY_CPU_TIME = 2
    BY_STOP = 3
    BY_FAULT = 4

def clock() -> int:
    """Return the monotonic clock of deadlines, in nanoseconds. Python's differs from it: on some
    systems it stops while the machine sleeps."""

@disjoint_base
class StopFlag:
    """A flag that ends or pauses its searches, from any thread, within an iteration, or a world in
    which actions are compared."""

    def set(self) -> None:
        """Raise the flag for good; paused searches end."""
    def pause(self) -> None:
        """Pause the searches until `resume` or `set`, or until their time limit has passed."""
    def resume(self) -> None:
        """Let paused searches continue."""
    @property
    def is_set(self) -> bool:
        """True if the flag has been raised."""
    @property
    def is_paused(self) -> bool:
        """True if searches are paused."""
