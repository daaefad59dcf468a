"""A belief in the cards as they lie: the ceiling of what a belief can be worth."""

from libc.stdint cimport uint64_t

from covert_engine.covert._adapter cimport SearchState
from covert_engine.covert._game cimport State
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
    """Deals worlds in which all hands are the true ones: for measuring what knowing them is worth.

    No player has one. In every world missions, codes, Agency Cards and tokens in hand are those of
    the state, and so is each place in a deck that some seat knows. What no seat can know yet is
    drawn anew, as `State.redrawn` does: dice, tokens still in the bag, shuffles, and the order of
    the other cards in the decks. So the future is as uncertain as for any bot.
    """

    def __init__(self, State state not None):
        """The truth as it is now. A search with this belief takes the view of the seat that decides
        in this very state; with any other, what it finds means nothing."""
        self.memory = state.memory
        self.owner = state.cards
        self.game = "covert"
        self.belief = Belief(model=&self.memory, scratch_bytes=0, prepare=prepare,
                             sample=sample_true)

    def world(self, uint64_t key):
        """The world that is dealt for a key, 0 to 2^64 - 1."""
        cdef CompiledSet cards = self.owner
        cdef SearchState searched
        cdef State state = State.__new__(State)
        self.belief.sample(&cards.tables, self.belief.model, NULL, NULL, key, &searched)
        state.cards = cards
        state.memory = searched.state
        return state
