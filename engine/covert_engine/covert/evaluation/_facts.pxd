"""Facts of a state that a player can check: the table, and the distance of missions.

`covert/facts.py` names them in order.
"""

from covert_engine.search._game cimport FactFunctions


# Returns the facts of a game with so many players.
cdef FactFunctions fact_functions(int players) noexcept
