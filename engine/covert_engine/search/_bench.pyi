from collections.abc import Callable

from covert_engine.search._game import GameState, SearchView

def measure_playouts(
    deal: Callable[[int], GameState], games: int, seed: int = 1
) -> dict[str, float]:
    """Play `games` whole random games, dealt by `deal(seed)` from the seed on; return games,
    decisions, rounds and CPU seconds without the deals."""

def measure_copies(state: GameState, copies: int) -> dict[str, float]:
    """Copy a state many times; return the bytes of a state and CPU seconds."""

def measure_worlds(state: GameState, worlds: int) -> dict[str, float]:
    """Write the views of a state, seat by seat, and deal worlds from the last; return the bytes of
    a view, and CPU seconds for so many views and for as many worlds."""

def simulated_decisions(
    view: SearchView, simulations: int, worlds: int, seed: int = 0, horizon: int = 0
) -> tuple[int, int]:
    """Play simulations from a view; return the decisions played and the CPU nanoseconds spent.

    Decisions are taken evenly at random, leaves are not valued, and the worlds are dealt before the
    clock starts: the time is that of making, choosing and applying legal actions.
    """
