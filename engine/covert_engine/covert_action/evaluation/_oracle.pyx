"""A belief in the true cards: the ceiling of what a belief can be worth."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from covert_engine.covert_action.knowledge._view cimport View
from covert_engine.covert_action.knowledge._worlds cimport begin_world, finish_world
from covert_engine.covert_action.rules._settings cimport MAX_CENTRE, MAX_SEATS, NONE, Rules
from covert_engine.covert_action.rules._state cimport State
from covert_engine.search._belief cimport Belief
from covert_engine.covert_action.rules.names import ROLES


cdef void prepare(const void* rules, const void* model, const void* view,
                  void* scratch) noexcept nogil:
    pass


cdef void sample_known(const void* rules, const void* model, const void* scratch,
                      const void* memory, uint64_t key, void* out) noexcept nogil:
    cdef const View* view = <const View*> memory
    cdef const KnownCards* known = <const KnownCards*> model
    cdef State* state = <State*> out
    cdef uint64_t stream
    begin_world(<const Rules*> rules, view, key, &stream, state)
    memcpy(state.role, known.role, MAX_SEATS)
    memcpy(state.centre_role, known.centre_role, MAX_CENTRE)
    finish_world(<const Rules*> rules, view, &stream, state)


cdef class Oracle(BeliefTable):
    """A belief in the true Spy cards, to measure the worth of knowing them.

    No player has one. Plan cards and all chance to come are dealt as usual.
    """

    def __init__(self, roles, centre):
        """Take the cards of the seats and of the centre, as in `State.hidden`. They must agree with
        the view that is searched; ValueError for an unknown name."""
        memset(&self.memory, NONE, sizeof(KnownCards))
        for field, names, most in (("roles", roles, MAX_SEATS), ("centre", centre, MAX_CENTRE)):
            if len(names) > most or not all(name in ROLES for name in names):
                raise ValueError(f"{field}: {names!r}; expected at most {most} of "
                                 f"{', '.join(ROLES)}")
        for place, name in enumerate(roles):
            self.memory.role[place] = ROLES.index(name)
        for place, name in enumerate(centre):
            self.memory.centre_role[place] = ROLES.index(name)
        self.game = "covert-action"
        self.belief = Belief(model=&self.memory, scratch_bytes=0, prepare=prepare,
                             sample=sample_known)
