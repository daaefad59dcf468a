"""Could a game show this view, and could it reach this state?"""

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.exchange._reader cimport Reader
from covert_engine.covert.rules._state cimport State
from covert_engine.covert.knowledge._view cimport View

# All that is wrong, as pairs (field of covert_view.proto, what is wrong with it); at most 64. What
# the reader of the view (`_read_view.pyx`) found comes first; all values are in their range now,
# and no rule is asked about that depends on one that could not be read. A view without violations
# can be sampled, and its worlds played, safely.
cdef list check_view(const CardSet* cards, const View* view, Reader reader)
# The same for a state: what each seat may know of it must be in order, and so must the rest.
cdef list check_state(const CardSet* cards, const State* state)
