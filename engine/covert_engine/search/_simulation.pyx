"""The simulation: a policy for all seats, then a value."""

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport calloc, free

from covert_engine.search._evaluator cimport (
    MAX_ESTIMATES, Evaluator, EvaluatorTable, action_t, index_at, weigh_by
)
from covert_engine.search._game cimport MAX_ACTIONS, MAX_PLAYERS, NOBODY, GameFunctions
from covert_engine.random._splitmix cimport below, draw, unit
from covert_engine.search._root cimport Root
from covert_engine.search.errors import SearchError


cdef SearchSettings settings_of(object params):
    cdef SearchSettings settings
    settings.exploration = params.exploration
    settings.confidence = params.confidence
    settings.root_confidence = params.root_confidence
    settings.first_play_reduction = params.first_play_reduction
    settings.root_first_play_reduction = params.root_first_play_reduction
    settings.deviation = params.deviation
    settings.deviation_weight = params.deviation_weight
    settings.deviation_floor = params.deviation_floor
    settings.prior_uniform = params.prior_uniform
    settings.simulation_uniform = params.simulation_uniform
    settings.td_lambda = params.td_lambda
    settings.selection = PUCT if params.selection.name == "PUCT" else UCB
    settings.horizon = params.horizon
    settings.step_ceiling = params.step_ceiling
    settings.actor_knows = params.actor_knows
    return settings


cdef EvaluatorTable evaluator_of(Root root, str field, EvaluatorTable chosen,
                                 EvaluatorTable otherwise):
    if chosen is None:
        return otherwise
    if chosen.evaluator.value == NULL:
        raise SearchError(field, chosen, "an evaluator that has been set up, such as HandMade()")
    if chosen.game is not None and chosen.game != root.table.name:
        raise SearchError(field, chosen, f"an evaluator of {root.table.name}")
    return chosen


cdef int simulator_init(Simulator* simulator, Root root, object params) except -1:
    cdef EvaluatorTable evaluator = evaluator_of(root, "params.evaluator", params.evaluator,
                                                 root.table.evaluator)
    cdef EvaluatorTable policy = evaluator_of(root, "params.policy", params.policy, evaluator)
    simulator.game = root.game
    simulator.evaluator = evaluator.evaluator
    simulator.policy = policy.evaluator
    simulator.settings = settings_of(params)
    simulator.estimates = 0
    if params.estimates:
        simulator.estimates = evaluator.evaluator.estimates * root.game.players
    assert simulator.estimates <= MAX_ESTIMATES
    simulator.follows = simulator.evaluator.step != NULL or simulator.policy.step != NULL
    simulator.scratch = calloc(1, max(1, simulator.evaluator.scratch_bytes))
    simulator.policy_scratch = simulator.scratch
    if policy is not evaluator:
        simulator.policy_scratch = calloc(1, max(1, simulator.policy.scratch_bytes))
    if simulator.scratch == NULL or simulator.policy_scratch == NULL:
        raise MemoryError
    return 0


cdef void simulator_free(Simulator* simulator) noexcept:
    if simulator.policy_scratch != simulator.scratch:
        free(simulator.policy_scratch)
    free(simulator.scratch)


cdef void begin(const Simulator* simulator, const void* state) noexcept nogil:
    cdef const Evaluator* evaluator = &simulator.evaluator
    cdef const Evaluator* policy = &simulator.policy
    if not simulator.follows:
        return
    if evaluator.begin != NULL:
        evaluator.begin(simulator.game.rules, evaluator.model, simulator.scratch, state)
    if policy.begin != NULL and simulator.policy_scratch != simulator.scratch:
        policy.begin(simulator.game.rules, policy.model, simulator.policy_scratch, state)


cdef void step(const Simulator* simulator, action_t action, const void* state) noexcept nogil:
    cdef const Evaluator* evaluator = &simulator.evaluator
    cdef const Evaluator* policy = &simulator.policy
    if not simulator.follows:
        return
    if evaluator.step != NULL:
        evaluator.step(simulator.game.rules, evaluator.model, simulator.scratch, action, state)
    if policy.step != NULL and simulator.policy_scratch != simulator.scratch:
        policy.step(simulator.game.rules, policy.model, simulator.policy_scratch, action, state)


cdef double weigh(const Simulator* simulator, const void* state, const action_t* actions,
                  int32_t count, float* weights) noexcept nogil:
    return weigh_by(&simulator.evaluator, simulator.game.rules, simulator.scratch, state, actions,
                    count, weights)


cdef int32_t draw_action(const Simulator* simulator, const void* state, const action_t* actions,
                         int32_t count, uint64_t* stream) noexcept nogil:
    cdef const SearchSettings* settings = &simulator.settings
    cdef float weights[MAX_ACTIONS]
    cdef double total
    # The uniform part of the mixture needs no call of the policy.
    if simulator.policy.prior == NULL or unit(draw(stream)) < settings.simulation_uniform:
        return below(draw(stream), count)
    total = weigh_by(&simulator.policy, simulator.game.rules, simulator.policy_scratch, state,
                     actions, count, weights)
    return index_at(total * unit(draw(stream)), weights, count)


cdef void add_estimates(const Simulator* simulator, const void* state,
                        double* estimates) noexcept nogil:
    cdef float figures[MAX_ESTIMATES]
    cdef int32_t i
    if simulator.estimates == 0:
        return
    simulator.evaluator.estimate(simulator.game.rules, simulator.evaluator.model,
                                 simulator.scratch, state, figures)
    for i in range(simulator.estimates):
        estimates[i] += figures[i]


cdef void value_leaf(const Simulator* simulator, const void* state,
                     float* utilities) noexcept nogil:
    simulator.evaluator.value(simulator.game.rules, simulator.evaluator.model, simulator.scratch,
                              state, utilities)


cdef void value_early(const Simulator* simulator, const void* state,
                      Horizon* horizon) noexcept nogil:
    cdef float share = horizon.rest * <float> (1 - simulator.settings.td_lambda)
    cdef float utilities[MAX_PLAYERS]
    cdef int32_t i
    value_leaf(simulator, state, utilities)
    for i in range(simulator.game.players):
        horizon.earlier[i] = share * utilities[i] + (
            horizon.earlier[i] if horizon.rest < 1 else <float> 0)
    horizon.rest -= share


cdef int32_t simulate(const Simulator* simulator, void* state, Horizon* horizon,
                      uint64_t* stream, float* utilities) noexcept nogil:
    cdef const GameFunctions* game = &simulator.game
    cdef action_t actions[MAX_ACTIONS]
    cdef action_t action
    cdef int32_t i, count, steps = 0
    while True:
        count = game.legal(game.rules, state, actions)
        if count == 0:
            game.result(game.rules, state, utilities)
            break
        if steps >= simulator.settings.step_ceiling or reached(simulator, state, horizon):
            value_leaf(simulator, state, utilities)
            break
        action = actions[draw_action(simulator, state, actions, count, stream)]
        game.apply(game.rules, state, action, NOBODY, 0)
        step(simulator, action, state)
        steps += 1
    if horizon.rest < 1:
        for i in range(game.players):
            utilities[i] = horizon.earlier[i] + horizon.rest * utilities[i]
    return steps
