"""Checks that a game could show a view and reach a state."""

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.input._reader cimport Reader
from covert_engine.covert.rules._state cimport State
from covert_engine.covert.knowledge._view cimport View

# Returns all mistakes as pairs (field of covert_view.proto, description), at most 64, those of the
# view's reader (`_read_view.pyx`) first. All values are within their range by now. A check that
# depends on an unreadable value is left out. A view without violations can be sampled, and its
# worlds played, safely.
cdef list check_view(const CardSet* cards, const View* view, Reader reader)
# The same for a state: the view of each seat must pass, and so must everything hidden.
cdef list check_state(const CardSet* cards, const State* state)
