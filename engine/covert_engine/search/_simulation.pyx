"""The simulation: a policy for all seats, then a value."""

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc, free

from covert_engine.search._evaluator cimport MAX_ESTIMATES, EvaluatorTable, action_t
from covert_engine.search._game cimport MAX_ACTIONS, NOBODY, Game
from covert_engine.random._splitmix cimport below, draw, unit
from covert_engine.search._root cimport Root
from covert_engine.search.errors import SearchError


cdef Settings settings_of(object params):
    cdef Settings settings
    settings.exploration = params.exploration
    settings.first_play_reduction = params.first_play_reduction
    settings.root_first_play_reduction = params.root_first_play_reduction
    settings.deviation = params.deviation
    settings.deviation_weight = params.deviation_weight
    settings.deviation_floor = params.deviation_floor
    settings.prior_uniform = params.prior_uniform
    settings.simulation_uniform = params.simulation_uniform
    settings.selection = PUCT if params.selection.name == "PUCT" else UCB
    settings.horizon = params.horizon
    settings.step_ceiling = params.step_ceiling
    settings.actor_knows = params.actor_knows
    settings.uniform_prior = params.uniform_prior
    settings.estimates = params.estimates
    return settings


cdef EvaluatorTable simulator_init(Simulator* simulator, Root root, object params):
    cdef EvaluatorTable evaluator = params.evaluator
    if evaluator is None:
        evaluator = root.table.evaluator
    elif evaluator.game != root.table.name:
        raise SearchError("params.evaluator", evaluator, f"an evaluator of {root.table.name}")
    simulator.game = root.game
    simulator.evaluator = evaluator.evaluator
    simulator.settings = settings_of(params)
    simulator.estimates = evaluator.evaluator.estimates * root.game.players
    assert simulator.estimates <= MAX_ESTIMATES
    simulator.scratch = calloc(1, max(1, evaluator.evaluator.scratch_bytes))
    if simulator.scratch == NULL:
        raise MemoryError
    return evaluator


cdef void simulator_free(Simulator* simulator) noexcept:
    free(simulator.scratch)


cdef double weigh(const Simulator* simulator, const void* state, const action_t* actions,
                  int32_t count, float* weights) noexcept nogil:
    cdef int32_t i
    if simulator.settings.uniform_prior:
        for i in range(count):
            weights[i] = 1
        return count
    return simulator.evaluator.prior(simulator.game.rules, simulator.evaluator.model,
                                     simulator.scratch, state, actions, count, weights)


cdef int32_t draw_action(const Simulator* simulator, const void* state, const action_t* actions,
                         int32_t count, uint64_t* stream) noexcept nogil:
    cdef const Settings* settings = &simulator.settings
    cdef float weights[MAX_ACTIONS]
    cdef double rest
    cdef int32_t i
    cdef int32_t drawn = 0
    # The uniform part of the mixture need not ask the policy at all.
    if settings.uniform_prior or unit(draw(stream)) < settings.simulation_uniform:
        return below(draw(stream), count)
    rest = weigh(simulator, state, actions, count, weights) * unit(draw(stream))
    for i in range(count - 1):           # to the end: where it would stop cannot be guessed
        rest -= weights[i]
        drawn += rest >= 0
    return drawn


cdef void add_estimates(const Simulator* simulator, const void* state,
                        double* estimates) noexcept nogil:
    cdef float figures[MAX_ESTIMATES]
    cdef int32_t i
    if not simulator.settings.estimates or simulator.estimates == 0:
        return
    simulator.evaluator.estimate(simulator.game.rules, simulator.evaluator.model,
                                 simulator.scratch, state, figures)
    for i in range(simulator.estimates):
        estimates[i] += figures[i]


cdef int32_t simulate(const Simulator* simulator, void* state, Horizon* horizon,
                      uint64_t* stream, float* utilities) noexcept nogil:
    cdef const Game* game = &simulator.game
    cdef action_t actions[MAX_ACTIONS]
    cdef int32_t count, steps = 0
    while True:
        count = game.legal(game.rules, state, actions)
        if count == 0:
            game.result(game.rules, state, utilities)
            return steps
        if steps >= simulator.settings.step_ceiling or reached(game, state, horizon):
            simulator.evaluator.value(game.rules, simulator.evaluator.model, simulator.scratch,
                                      state, utilities)
            return steps
        game.apply(game.rules, state,
                   actions[draw_action(simulator, state, actions, count, stream)], NOBODY, 0)
        steps += 1
