"""Simulation below the tree: a policy plays a world on, and its leaf is valued."""

from libc.stdint cimport int32_t, uint64_t

from covert_engine.search._evaluator cimport Evaluator, action_t
from covert_engine.search._game cimport MAX_PLAYERS, GameFunctions
from covert_engine.search._root cimport Root


cdef enum Selection:
    PUCT = 0
    UCB = 1


cdef struct SearchSettings:  # `SearchParams` in C, described in parameters.py
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
    int32_t horizon          # changes of the stamp before a leaf is valued; 0: never
    int32_t step_ceiling
    bint actor_knows


cdef struct Simulator:       # context of simulations; one for each lane
    GameFunctions game
    Evaluator evaluator      # gives priors and values
    Evaluator policy         # simulated decisions are drawn by its priors
    SearchSettings settings
    void* scratch            # the evaluator's
    void* policy_scratch     # the policy's; the same memory if both are one
    int32_t estimates        # figures of `estimate`, of all seats together; 0: not requested
    bint follows             # one of the two has `begin` and `step`


cdef struct Horizon:
    int32_t stamp            # the game's stamp at the last look
    int32_t left             # changes of it before the leaf; -1: to the game's end
    float rest               # share of the leaf in the utilities; 1 until a change was valued
    float earlier[MAX_PLAYERS]   # weighted utilities at the changes before the leaf


cdef inline Horizon first_horizon(const Simulator* simulator, const void* state) noexcept nogil:
    cdef const GameFunctions* game = &simulator.game
    cdef Horizon horizon
    horizon.left = simulator.settings.horizon if simulator.settings.horizon > 0 else -1
    horizon.stamp = game.horizon(game.rules, state) if simulator.settings.horizon > 0 else 0
    horizon.rest = 1
    return horizon


# Takes 1 - lambda of the rest of the utilities from this state.
cdef void value_early(const Simulator* simulator, const void* state,
                      Horizon* horizon) noexcept nogil


cdef inline bint reached(const Simulator* simulator, const void* state,
                         Horizon* horizon) noexcept nogil:
    """Return True if `state` is the leaf, and from then on. Values the changes before it."""
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
# `simulator_free` frees its memory.
cdef int simulator_init(Simulator* simulator, Root root, object params) except -1
cdef void simulator_free(Simulator* simulator) noexcept
# Call the hooks of the evaluators: for a new world, and for an action just played.
cdef void begin(const Simulator* simulator, const void* state) noexcept nogil
cdef void step(const Simulator* simulator, action_t action, const void* state) noexcept nogil
# Writes the evaluator's weights of the actions and returns their sum.
cdef double weigh(const Simulator* simulator, const void* state, const action_t* actions,
                  int32_t count, float* weights) noexcept nogil
# Draws one of the actions by the simulation's policy; returns its index.
cdef int32_t draw_action(const Simulator* simulator, const void* state, const action_t* actions,
                         int32_t count, uint64_t* stream) noexcept nogil
# Adds the further figures of a state to those of an action.
cdef void add_estimates(const Simulator* simulator, const void* state,
                        double* estimates) noexcept nogil
# Plays `state` on to the horizon, the end of the game or the ceiling of steps, writes the utilities
# of that leaf, with those of earlier changes, and returns the number of decisions played.
cdef int32_t simulate(const Simulator* simulator, void* state, Horizon* horizon,
                      uint64_t* stream, float* utilities) noexcept nogil
