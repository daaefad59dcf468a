"""Worlds: the states that agree with a view."""

from libc.stdint cimport uint64_t

from covert_engine.covert.cards._compiled cimport CardSet
from covert_engine.covert.rules._state cimport State
from covert_engine.covert.knowledge._view cimport View


# Deals one world of `view`, a function of (view, key) alone. Over all keys every assignment of
# unseen cards and tokens to unknown places that agrees with the view is equally likely. Trusts its
# caller: `view` comes from `observe` or has passed `check_view`.
#
# The world's `seed` comes from the key. In a window that asks another seat, or nobody, the world
# stands at the opening of the window. A view that knows fewer cards than its seat could (a client's
# memory) is dealt as it is, and the view of such a world knows no more. Deductions by elimination
# are not part of a view (10.8): a world dealt while another seat pays for a mission may hold a hand
# that cannot pay it, and then has no legal action.
cdef void sample(const CardSet* cards, const View* view, uint64_t key, State* state) noexcept nogil
