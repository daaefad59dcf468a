"""Reads a state from plain data."""

from covert_engine.covert.cards._compiled cimport CompiledSet
from covert_engine.covert.rules._state cimport State

# Fills `state` from `StateFields` (`fields.py`) and returns all mistakes as pairs (field,
# description), at most 64. A state without violations can be played on safely.
cdef list read_state(CompiledSet cards, object fields, State* state)
