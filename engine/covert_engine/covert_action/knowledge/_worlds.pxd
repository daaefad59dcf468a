"""Worlds: the states that agree with a view."""

from libc.stdint cimport uint64_t

from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.rules._settings cimport Rules
from covert_engine.covert_action.rules._state cimport State

# Deals one world of `view`, a function of (view, key) alone. Over all keys every arrangement of the
# Spy cards and of the Plan cards that agrees with the view is equally likely (4.5). Trusts its
# caller: `view` comes from `observe` or has been checked.
#
# The world's `seed`, the order of the deck and any other ordered seat come from the key. In a
# window other seats have yet to choose.
cdef void sample(const Rules* rules, const View* view, uint64_t key, State* state) noexcept nogil

# The parts of `sample` before and after the Spy cards, for a belief that deals those itself;
# `stream` is that of the key.
cdef void begin_world(const Rules* rules, const View* view, uint64_t key, uint64_t* stream,
                      State* state) noexcept nogil
cdef void finish_world(const Rules* rules, const View* view, uint64_t* stream,
                       State* state) noexcept nogil
