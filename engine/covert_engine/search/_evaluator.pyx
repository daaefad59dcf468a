"""The class of evaluators, and the evaluator that knows nothing."""

from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from covert_engine.random._splitmix cimport below, draw, mix, unit
from covert_engine.search._game cimport (
    MAX_ACTIONS, MAX_PLAYERS, NOBODY, GameFunctions, GameState, GameTable, checked_key
)

cdef int64_t END_OF_TIME = (<int64_t> 1 << 62)    # a stamp that no game reaches


cdef class EvaluatorTable:

    cdef int check(self, str game) except -1:
        if self.evaluator.value == NULL:
            raise ValueError("evaluator: it has not been set up; expected one such as HandMade()")
        if self.game is not None and self.game != game:
            raise ValueError(f"state: of {game!r}; expected one of {self.game!r}")
        return 0

    def value(self, GameState state not None):
        """Return the value of a state to each seat, 0..1, as a search values a leaf; once the game
        is over, that of the result. ValueError for the state of another game."""
        cdef GameTable table = state.table()
        cdef const void* memory = state.address()
        cdef void* scratch = scratch_for(self, table, memory)
        cdef float utilities[MAX_PLAYERS]
        if state.ended():
            table.game.result(table.game.rules, memory, utilities)
        else:
            self.evaluator.value(table.game.rules, self.evaluator.model, scratch, memory, utilities)
        free(scratch)
        return [utilities[seat] for seat in range(table.game.players)]

    def estimate(self, GameState state not None):
        """Return the figures that the evaluator expects at the end, each by seat; the last are the
        chances to win, which add up to 1. ValueError for the state of another game, or if the
        evaluator estimates nothing."""
        cdef GameTable table = state.table()
        cdef const void* memory = state.address()
        cdef void* scratch = scratch_for(self, table, memory)
        cdef float figures[MAX_ESTIMATES]
        cdef int32_t players = table.game.players, kinds = self.evaluator.estimates, i
        if kinds:
            self.evaluator.estimate(table.game.rules, self.evaluator.model, scratch, memory,
                                    figures)
        free(scratch)
        if kinds == 0:
            raise ValueError("evaluator: it estimates nothing; expected one with chances to win")
        return tuple([[figures[i * players + seat] for seat in range(players)]
                      for i in range(kinds)])

    def priors(self, GameState state not None, *, bint canonical=False):
        """Return the policy: a probability for each action of `legal_actions(canonical=...)` of the
        state, in that order; equal ones if the evaluator has no policy. ValueError for the state of
        another game."""
        cdef list actions = state.legal_actions(canonical=canonical)
        cdef GameTable table = state.table()
        cdef const void* memory = state.address()
        cdef void* scratch = scratch_for(self, table, memory)
        cdef action_t acts[MAX_ACTIONS]
        cdef float weights[MAX_ACTIONS]
        cdef int32_t count = len(actions), i
        cdef double total = 0
        for i in range(count):
            acts[i] = actions[i]
        if count:
            total = weigh_by(&self.evaluator, table.game.rules, scratch, memory, acts, count,
                             weights)
        free(scratch)
        return [weights[i] / total for i in range(count)]

    def simulate(self, GameState state not None, key, int rounds=1):
        """Play on, in place, by the policy, until `rounds` rounds have ended (0: to the end of the
        game); return the number of decisions.

        A search simulates like this below its tree; setup is part of round 1. The draws are a
        function of `key` (0..2^64-1); the game's own chance is separate. ValueError for a key out
        of range, rounds below 0, or the state of another game.
        """
        cdef GameTable table = state.table()
        cdef uint64_t stream = mix(checked_key(key))
        cdef int64_t decisions, end
        cdef void* memory
        cdef void* scratch
        if rounds < 0:
            raise ValueError(f"rounds: {rounds} is not within 0..{(1 << 31) - 1}")
        scratch = scratch_for(self, table, state.address())
        end = table.game.horizon(table.game.rules, state.address())
        end = end + rounds if rounds else END_OF_TIME
        memory = malloc(table.game.state_bytes)
        if memory == NULL:
            free(scratch)
            raise MemoryError
        state.load(memory)
        with nogil:
            decisions = play_on(&table.game, &self.evaluator, scratch, memory, end, &stream)
        memcpy(<void*> state.address(), memory, state.size())
        free(memory)
        free(scratch)
        return decisions


cdef void* scratch_for(EvaluatorTable table, GameTable game, const void* state) except NULL:
    """Return scratch memory prepared for a state, to be freed."""
    cdef void* scratch
    table.check(game.name)
    scratch = calloc(1, max(1, table.evaluator.scratch_bytes))
    if scratch == NULL:
        raise MemoryError
    if table.evaluator.begin != NULL:
        table.evaluator.begin(game.game.rules, table.evaluator.model, scratch, state)
    return scratch


cdef int64_t play_on(const GameFunctions* game, const Evaluator* evaluator, void* scratch,
                     void* state, int64_t end, uint64_t* stream) noexcept nogil:
    """Play on by the policy until the game's stamp is `end`; return the number of decisions."""
    cdef action_t actions[MAX_ACTIONS]
    cdef float weights[MAX_ACTIONS]
    cdef int64_t decisions = 0
    cdef int32_t count = game.legal(game.rules, state, actions), drawn
    cdef double rest
    while count and game.horizon(game.rules, state) < end:
        if evaluator.prior == NULL:
            drawn = below(draw(stream), count)
        else:
            rest = unit(draw(stream))
            rest *= weigh_by(evaluator, game.rules, scratch, state, actions, count, weights)
            drawn = index_at(rest, weights, count)
        game.apply(game.rules, state, actions[drawn], NOBODY, 0)
        decisions += 1
        if evaluator.step != NULL:
            evaluator.step(game.rules, evaluator.model, scratch, actions[drawn], state)
        count = game.legal(game.rules, state, actions)
    return decisions


cdef EvaluatorTable evaluator_table(str game, Evaluator evaluator):
    cdef EvaluatorTable made = EvaluatorTable.__new__(EvaluatorTable)
    made.game = game
    made.evaluator = evaluator
    return made


cdef void halfway(const void* rules, const void* model, void* scratch, const void* state,
                  float* utilities) noexcept nogil:
    cdef int32_t seat
    for seat in range(MAX_PLAYERS):
        utilities[seat] = 0.5


UNIFORM = evaluator_table(None, Evaluator(
    model=NULL, scratch_bytes=0, estimates=0, prior=NULL, value=halfway, estimate=NULL, begin=NULL,
    step=NULL))


def without_prior(EvaluatorTable evaluator not None):
    cdef EvaluatorTable made = evaluator_table(evaluator.game, evaluator.evaluator)
    made.evaluator.prior = NULL
    made.owner = evaluator
    return made
