"""What every search does below its tree: a policy plays a world on, and its leaf is valued."""

from libc.stdint cimport int32_t, uint64_t

from covert_engine.search._evaluator cimport Evaluator, action_t
from covert_engine.search._game cimport MAX_PLAYERS, GameFunctions
from covert_engine.search._root cimport Root


cdef enum Selection:
    PUCT = 0
    UCB = 1


cdef struct SearchSettings:  # `SearchParams` in C; parameters.py says what each means
    double exploration
    double confidence
    double root_confidence
    double first_play_reduction
    double root_first_play_reduction
    double deviation
    double deviation_weight
    double deviation_floor
    double prior_uniform
    double simulation_uniform
    double td_lambda
    int32_t selection        # Selection
    int32_t horizon          # changes of the stamp after which a leaf is valued; 0: never
    int32_t step_ceiling
    bint actor_knows


cdef struct Simulator:       # what simulations need; a lane has one of its own
    GameFunctions game
    Evaluator evaluator      # its priors and values count
    Evaluator policy         # simulated decisions are drawn by its priors
    SearchSettings settings
    void* scratch            # the evaluator's
    void* policy_scratch     # the policy's; the same if both are one
    int32_t estimates        # figures of `estimate`, of all seats together; 0: not asked for
    bint follows             # one of the two has `begin` and `step`


cdef struct Horizon:
    int32_t stamp            # the game's stamp when last looked at
    int32_t left             # changes of it still to come before the leaf; -1: to the game's end
    float rest               # share of the leaf in the utilities; 1 until a change was valued
    float earlier[MAX_PLAYERS]   # utilities at the changes before it, each by its share


cdef inline Horizon first_horizon(const Simulator* simulator, const void* state) noexcept nogil:
    cdef const GameFunctions* game = &simulator.game
    cdef Horizon horizon
    horizon.left = simulator.settings.horizon if simulator.settings.horizon > 0 else -1
    horizon.stamp = game.horizon(game.rules, state) if simulator.settings.horizon > 0 else 0
    horizon.rest = 1
    return horizon


# Takes 1 - lambda of what is left of the utilities from this state.
cdef void value_early(const Simulator* simulator, const void* state,
                      Horizon* horizon) noexcept nogil


cdef inline bint reached(const Simulator* simulator, const void* state,
                         Horizon* horizon) noexcept nogil:
    """Whether `state` is the leaf; once it is true it stays so. A change before it is valued."""
    cdef int32_t stamp
    if horizon.left <= 0:
        return horizon.left == 0
    stamp = simulator.game.horizon(simulator.game.rules, state)
    if stamp != horizon.stamp:
        horizon.stamp = stamp
        horizon.left -= 1
        if horizon.left and simulator.settings.td_lambda < 1:
            value_early(simulator, state, horizon)
    return horizon.left == 0


# Makes a simulator for a root's game, with the evaluators of `params` (SearchParams), which must
# live as long, or else the game's own. SearchError for an evaluator of another game.
# `simulator_free` gives its memory back.
cdef int simulator_init(Simulator* simulator, Root root, object params) except -1
cdef void simulator_free(Simulator* simulator) noexcept
# The hooks of the evaluators: of a world just dealt, and of an action just played.
cdef void begin(const Simulator* simulator, const void* state) noexcept nogil
cdef void step(const Simulator* simulator, action_t action, const void* state) noexcept nogil
# Writes the evaluator's weights of the actions and returns their sum.
cdef double weigh(const Simulator* simulator, const void* state, const action_t* actions,
                  int32_t count, float* weights) noexcept nogil
# Draws one of the actions by the simulation's policy; returns its place.
cdef int32_t draw_action(const Simulator* simulator, const void* state, const action_t* actions,
                         int32_t count, uint64_t* stream) noexcept nogil
# Adds the further figures of a state to those of an action.
cdef void add_estimates(const Simulator* simulator, const void* state,
                        double* estimates) noexcept nogil
# Plays `state` on to the horizon, the end of the game or the ceiling of steps, writes the
# utilities of that leaf, with those of earlier changes, and returns how many decisions were played.
cdef int32_t simulate(const Simulator* simulator, void* state, Horizon* horizon,
                      uint64_t* stream, float* utilities) noexcept nogil
