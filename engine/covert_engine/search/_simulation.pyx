"""The simulation: a policy for all seats, then a value."""

from libc.stdint cimport int32_t, uint64_t

from covert_engine.search._game cimport MAX_ACTIONS, Game, action_t
from covert_engine.search._random cimport below, draw, unit


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


cdef double weigh(const Game* game, const Settings* settings, const void* state,
                  const action_t* actions, int32_t count, float* weights) noexcept nogil:
    cdef int32_t i
    if settings.uniform_prior:
        for i in range(count):
            weights[i] = 1
        return count
    return game.prior(game.rules, state, actions, count, weights)


cdef int32_t draw_action(const Game* game, const Settings* settings, const void* state,
                         const action_t* actions, int32_t count, uint64_t* stream) noexcept nogil:
    cdef float weights[MAX_ACTIONS]
    cdef double rest
    cdef int32_t i
    cdef int32_t drawn = 0
    # The uniform part of the mixture need not ask the policy at all.
    if settings.uniform_prior or unit(draw(stream)) < settings.simulation_uniform:
        return below(draw(stream), count)
    rest = weigh(game, settings, state, actions, count, weights) * unit(draw(stream))
    for i in range(count - 1):           # to the end: where it would stop cannot be guessed
        rest -= weights[i]
        drawn += rest >= 0
    return drawn


cdef int32_t simulate(const Game* game, const Settings* settings, void* state, Horizon* horizon,
                      uint64_t* stream, float* utilities) noexcept nogil:
    cdef action_t actions[MAX_ACTIONS]
    cdef int32_t count, steps = 0
    while True:
        count = game.legal(game.rules, state, actions)
        if count == 0:
            game.result(game.rules, state, utilities)
            return steps
        if steps >= settings.step_ceiling or reached(game, state, horizon):
            game.value(game.rules, state, utilities)
            return steps
        game.apply(game.rules, state,
                   actions[draw_action(game, settings, state, actions, count, stream)],
                   -1, 0)
        steps += 1
