"""Rules in Python behind the table of C functions."""

from covert_engine.search._game cimport GameTable, SearchView


cdef class PythonTable(GameTable):
    """The table of one view, whose functions take the GIL and ask the rules."""
    cdef object guard                # a `Guard`: its methods return None after an error


cdef class PythonView(SearchView):
    """The view of a seat in a game whose rules are in Python."""
    cdef readonly object rules
    cdef readonly object guard       # a `Guard` of these rules, for searches of this view
    cdef readonly bytes data         # all that the seat knows
    cdef readonly int seat
    cdef readonly object actor       # the seat to decide; None when the game is over
