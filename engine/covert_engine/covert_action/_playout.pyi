from covert_engine.covert_action.evaluation._posterior import Belief
from covert_engine.covert_action.rules._settings import Settings

TRUTH_BYTES: int
"""Bytes of a state without the statements."""

def measure_posteriors(
    settings: Settings, belief: Belief, posteriors: int = 100_000
) -> dict[str, float]:
    """Compute the posteriors of all seats in the last window of a first stretch, in which all have
    spoken at random and held; return their number, the statements, and CPU seconds for as many
    posteriors with all figures, and for the weights of rows alone, which are what a search
    needs."""
