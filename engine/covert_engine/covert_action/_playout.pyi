from covert_engine.covert_action.evaluation._posterior import Belief
from covert_engine.covert_action.rules._settings import Settings

def measure_playouts(settings: Settings, games: int, seed: int = 1) -> dict[str, float]:
    """Plays `games` whole random games; returns games, decisions, rounds and CPU seconds."""

def measure_copies(copies: int = 1_000_000) -> dict[str, float]:
    """Copies a state again and again; returns the number of copies, `bytes` of a state,
    `truth_bytes` of it without the statements, and CPU seconds."""

def measure_worlds(settings: Settings, worlds: int = 200_000) -> dict[str, float]:
    """Looks at the middle of a random game and deals worlds of what is seen; returns the number,
    the bytes of a view, and CPU seconds for as many views and for as many worlds."""

def measure_posteriors(
    settings: Settings, belief: Belief, posteriors: int = 100_000
) -> dict[str, float]:
    """Works out the posteriors of all seats in the last window of a first stretch in which all have
    spoken at random and held; returns the number, its statements, and CPU seconds for as many
    posteriors with all figures, and for the weights of rows alone, which is what a search needs."""
