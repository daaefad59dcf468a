"""Facts of a state that a player can check: what stands on the table, and how near missions are.

`covert/facts.py` names them in their order.
"""

from covert_engine.search._game cimport FactFunctions


# Those of a game with so many players.
cdef FactFunctions fact_functions(int players) noexcept
