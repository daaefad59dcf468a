"""A belief in the true cards: the ceiling of what a belief can be worth."""

from libc.stdint cimport uint64_t

from covert_engine.covert._adapter cimport SearchState
from covert_engine.covert._game cimport State, new_state
from covert_engine.covert.cards._compiled cimport CardSet, CompiledSet
from covert_engine.covert.knowledge._redraw cimport redraw
from covert_engine.covert.rules._state cimport State as StateMemory
from covert_engine.search._belief cimport Belief


cdef void prepare(const void* rules, const void* model, const void* view,
                  void* scratch) noexcept nogil:
    pass


cdef void sample_true(const void* rules, const void* model, const void* scratch, const void* view,
                      uint64_t key, void* out) noexcept nogil:
    cdef SearchState* searched = <SearchState*> out
    searched.state = (<const StateMemory*> model)[0]
    redraw(<const CardSet*> rules, &searched.state, key)
    searched.count = -1


cdef class Oracle(BeliefTable):
    """A belief in the true hands, to measure the worth of knowing them.

    No player has one. Every world keeps the missions, codes, Agency Cards and tokens in hand of the
    state, and each place in a deck that some seat knows. Everything that no seat can know yet is
    drawn anew, as by `State.redrawn`: dice, tokens in the bag, shuffles, and the order of the other
    cards in the decks. So the future is as uncertain as for any bot.
    """

    def __init__(self, State state not None):
        """Take the truth from a state. A search with this belief must take the view of the seat to
        decide in this very state; with any other view its results mean nothing."""
        self.memory = state.memory
        self.owner = state.cards
        self.game = "covert"
        self.belief = Belief(model=&self.memory, scratch_bytes=0, prepare=prepare,
                             sample=sample_true)

    def world(self, uint64_t key):
        """Return the world dealt for a key, 0 to 2^64 - 1."""
        cdef CompiledSet cards = self.owner
        cdef SearchState searched
        cdef State state = new_state(cards)
        self.belief.sample(&cards.tables, self.belief.model, NULL, NULL, key, &searched)
        state.memory = searched.state
        return state
