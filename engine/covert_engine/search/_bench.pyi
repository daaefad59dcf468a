from covert_engine.search._game import SearchView

def simulated_decisions(
    view: SearchView, simulations: int, worlds: int, seed: int = 0, horizon: int = 0
) -> tuple[int, int]:
    """Play simulations from a view; return the decisions played and the CPU nanoseconds spent.

    Decisions are taken evenly at random, leaves are not valued, and the worlds are dealt before the
    clock starts: the time is that of making, choosing and applying legal actions.
    """
