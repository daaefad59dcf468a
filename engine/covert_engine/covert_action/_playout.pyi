from covert_engine.covert_action.evaluation._posterior import Belief
from covert_engine.covert_action.rules._settings import Settings

def measure_playouts(settings: Settings, games: int, seed: int = 1) -> dict[str, float]:
    """Play `games` whole random games; return games, decisions, rounds and CPU seconds."""

def measure_copies(copies: int = 1_000_000) -> dict[str, float]:
    """Copy a state many times; return the number of copies, `bytes` of a state, `truth_bytes` of it
    without the statements, and CPU seconds."""

def measure_worlds(settings: Settings, worlds: int = 200_000) -> dict[str, float]:
    """Deal worlds from the middle of a random game; return the number of worlds, the bytes of a
    view, and CPU seconds for as many views and for as many worlds."""

def measure_posteriors(
    settings: Settings, belief: Belief, posteriors: int = 100_000
) -> dict[str, float]:
    """Compute the posteriors of all seats in the last window of a first stretch, in which all have
    spoken at random and held; return their number, the statements, and CPU seconds for as many
    posteriors with all figures, and for the weights of rows alone, which are what a search
    needs."""
