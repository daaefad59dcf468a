"""The reasoning evaluator (rules 9.4).

1. The actor's knowledge is its view: its card, its Plan cards, and everything public.
2. Its posterior gives p_k, the chance that a shot at k now is good. It prefers the highest. Unless
   ordered it shoots only above a bound: with two teams a round has two sides, a seat that holds is
   on the right one half of the time, and a seat that shoots with probability p.
3. In talk the posterior without its card is the table's belief about it, and its style speaks.
"""

from covert_engine.search._exponential cimport exponential
from libc.stdint cimport int32_t

from covert_engine.covert_action.evaluation._posterior cimport (
    Belief, Posterior, Weights, sum_up, weigh_rows
)
from covert_engine.covert_action.evaluation._speech cimport (
    MUTE, POINTING, Manner, Style, speak
)
from covert_engine.covert_action.evaluation._utility cimport chances, result
from covert_engine.covert_action.knowledge._view cimport observe
from covert_engine.covert_action.rules._actions cimport HOLD, action_t, first_of, kind_of
from covert_engine.covert_action.rules._settings cimport BODYGUARD, MAX_SEATS, NONE, Rules
from covert_engine.covert_action.rules._state cimport DEADLINE, OVER, TALK, State
from covert_engine.covert_action.rules._winners cimport types_held
from covert_engine.search._evaluator cimport Evaluator
from covert_engine.covert_action.evaluation.speech import (
    AGENTS_WORDS, KEENNESS, LEVELS, MOST_SAID, SILENCE, SLIPS, STORY_GAIN, STYLES
)

SHOOTS_ABOVE = 0.5
SHARPNESS = 50.0
cdef float LEAST = 1e-4      # weight of an unwanted action, relative to 1 for the best


cdef double weigh_shots(const ReasonedModel* model, const Posterior* own, const action_t* actions,
                        int32_t count, float* weights) noexcept nogil:
    """Step 2: weighs each action by its distance from the best; holding is worth the bound."""
    cdef double best = 0
    cdef double total = 0
    cdef double worth
    cdef int32_t i
    for i in range(count):
        worth = model.shoots_above
        if kind_of(actions[i]) != HOLD:
            worth = own.good[first_of(actions[i])]
        weights[i] = worth
        best = max(best, worth)
    for i in range(count):
        weights[i] = max(LEAST, exponential(model.sharpness * (weights[i] - best)))
        total += weights[i]
    return total


cdef double prior(const void* rules, const void* model, void* scratch, const void* memory,
                  const action_t* actions, int32_t count, float* weights) noexcept nogil:
    cdef const ReasonedModel* reasoned = <const ReasonedModel*> model
    cdef const State* state = <const State*> memory
    cdef Reasoning* now = <Reasoning*> scratch
    cdef double total
    cdef int seat = state.actor
    cdef int role
    cdef int32_t i
    observe(<const Rules*> rules, state, seat, &now.view)
    role = now.view.role[seat]
    if state.public.phase == TALK:
        return say(<const Rules*> rules, reasoned, now, actions, count, weights)
    if role == BODYGUARD and state.public.phase != DEADLINE:
        total = 0
        for i in range(count):
            weights[i] = 1 if kind_of(actions[i]) == HOLD else LEAST
            total += weights[i]
        return total
    weigh_rows(<const Rules*> rules, &reasoned.hearing, &now.view, &now.weights)
    sum_up(<const Rules*> rules, &now.view, &now.weights, &now.own)
    return weigh_shots(reasoned, &now.own, actions, count, weights)


cdef double say(const Rules* rules, const ReasonedModel* model, Reasoning* now,
                const action_t* actions, int32_t count, float* weights) noexcept nogil:
    """Step 3. Only what the style asks for is computed."""
    cdef int seat = now.view.seat
    cdef int role = now.view.role[seat]
    if model.manner.style == POINTING:
        weigh_rows(rules, &model.hearing, &now.view, &now.weights)
        sum_up(rules, &now.view, &now.weights, &now.own)
    elif model.manner.style != MUTE:
        now.view.role[seat] = NONE
        now.view.seat = NONE
        weigh_rows(rules, &model.hearing, &now.view, &now.weights)
        sum_up(rules, &now.view, &now.weights, &now.public_)
    return speak(rules, &model.manner, &now.view.public, seat, role, &now.public_, &now.own,
                 actions, count, weights)


cdef void value(const void* rules, const void* model, void* scratch, const void* memory,
                float* utilities) noexcept nogil:
    chances(<const Rules*> rules, <const State*> memory, utilities)


cdef void estimate(const void* rules, const void* model, void* scratch, const void* memory,
                   float* figures) noexcept nogil:
    """Write the number of types of Plan cards of each seat, then the chance of each to win."""
    cdef const State* state = <const State*> memory
    cdef int players = (<const Rules*> rules).players
    cdef int seat
    for seat in range(players):
        figures[seat] = types_held(state, seat)
    if state.public.phase == OVER:
        result(<const Rules*> rules, state, figures + players)
    else:
        chances(<const Rules*> rules, state, figures + players)


cdef class Reasoned(EvaluatorTable):
    """The reasoning evaluator of Covert Action: each seat shoots and speaks by its own card and the
    exact posterior given all public acts; it reads nothing else.

    A seat shoots at the seat where a good shot is likeliest, if that is likely enough or if it is
    ordered. Its style decides its statements. The value is that of the plain evaluator.

    >>> from covert_engine.covert_action import Reasoned, Settings, State
    >>> state = State.deal(Settings(4), seed=1)
    >>> shares = dict(zip(state.legal_texts(), Reasoned(style="bluffing").priors(state)))
    >>> max(shares, key=shares.get), state.hidden()["roles"][state.actor]
    ('am mole', 'mole')
    """

    def __init__(self, Belief belief=None, *, style="mixed", shoots_above=SHOOTS_ABOVE,
                 sharpness=SHARPNESS):
        """Take `belief`, the seats' model of each other (None: with the present figures). A shot
        must be good with a chance above `shoots_above`, 0 to 1; `sharpness`, at least 0, is the
        strictness of that bound. ValueError names a value out of bounds."""
        if style not in STYLES:
            raise ValueError(f"style: {style!r}; expected {', '.join(STYLES)}")
        if not 0 <= shoots_above <= 1:
            raise ValueError(f"shoots_above: {shoots_above!r}; expected 0 to 1")
        if not 0 <= sharpness < 1e9:
            raise ValueError(f"sharpness: {sharpness!r}; expected at least 0")
        if belief is None:
            belief = Belief()
        cdef Manner* manner = &self.memory.manner
        self.style_name = style
        self.memory.hearing = belief.memory
        self.memory.shoots_above = shoots_above
        self.memory.sharpness = sharpness
        manner.style = <Style> (<int> STYLES.index(style))
        manner.keenness = KEENNESS
        manner.slips = SLIPS
        manner.cap = MOST_SAID
        manner.silence = SILENCE
        manner.levels = LEVELS
        manner.agents_words = AGENTS_WORDS
        manner.gain = STORY_GAIN
        manner.turning = exponential(KEENNESS * STORY_GAIN)
        self.game = "covert-action"
        self.evaluator = Evaluator(
            model=&self.memory, scratch_bytes=sizeof(Reasoning), estimates=2, prior=prior,
            value=value, estimate=estimate, begin=NULL, step=NULL)

    @property
    def style(self):
        """Style of speech of the seats."""
        return self.style_name
