"""Writes a state as plain data."""

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.rules._state cimport State

# Returns the fields of a state as a tree of dictionaries and lists: `StateFields` of `fields.py`.
cdef dict write_state(CompiledSet cards, const State* state)
