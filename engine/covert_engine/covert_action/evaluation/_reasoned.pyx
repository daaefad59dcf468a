"""The reasoning evaluator.

1. The actor's knowledge is its view: its card, its Plan cards, and everything public.
2. Its posterior gives p_k, the chance that a shot at k now is good. It shoots at the seat with the
   highest p_k; unless it is ordered to shoot, only if p_k exceeds a bound. With two teams a round
   has two sides: a seat that holds is on the right one half of the time, a seat that shoots with
   probability p_k, so shooting pays when p_k > 1/2, and the bound is 1/2 (SHOOTS_ABOVE).
3. When it talks, the posterior computed without its own card stands for what the others believe
   about it, and its style chooses the statement from that.
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

SHOOTS_ABOVE = 0.5           # even odds; see 2
SHARPNESS = 50.0             # hand-set: a shot .1 worse than the best gets e^-5 of its weight
cdef float LEAST = 1e-4      # weight of an unwanted action, relative to 1 for the best


cdef double weigh_shots(const ReasonedModel* model, const Posterior* own, const action_t* actions,
                        int32_t count, float* weights) noexcept nogil:
    """Step 2: softmax over the chances of a good shot, with HOLD counted as `shoots_above`. Return
    the sum of the weights."""
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
    """Step 3. Compute only the posterior that the style needs, then speak."""
    cdef int seat = now.view.seat
    cdef int role = now.view.role[seat]
    if model.manner.style == POINTING:
        weigh_rows(rules, &model.hearing, &now.view, &now.weights)
        sum_up(rules, &now.view, &now.weights, &now.own)
    elif model.manner.style != MUTE:
        now.view.role[seat] = NONE
        now.view.seat = NONE
        weigh_rows(rules, &model.hearing, &now.view, &now.weights)
        sum_up(rules, &now.view, &now.weights, &now.table_belief)
    return speak(rules, &model.manner, &now.view.public, seat, role, &now.table_belief, &now.own,
                 actions, count, weights)


cdef void value(const void* rules, const void* model, void* scratch, const void* memory,
                float* utilities) noexcept nogil:
    chances(<const Rules*> rules, <const State*> memory, utilities)


cdef void estimate(const void* rules, const void* model, void* scratch, const void* memory,
                   float* figures) noexcept nogil:
    """Write each seat's number of distinct Plan card types, then each seat's chance of winning."""
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
    """The reasoning evaluator of Covert Action: each seat shoots and speaks on the basis of its
    own card and the exact posterior given all public acts, and nothing else.

    A seat shoots at the target with the highest chance of a good shot, if it is ordered to or the
    chance exceeds `shoots_above`. Its style decides its statements. The value is that of `Plain`.

    >>> from covert_engine.covert_action import Reasoned, Settings, State
    >>> state = State.deal(Settings(4), seed=1)
    >>> shares = dict(zip(state.legal_texts(), Reasoned(style="bluffing").priors(state)))
    >>> max(shares, key=shares.get), state.hidden()["roles"][state.actor]
    ('am mole', 'mole')
    """

    def __init__(self, Belief belief=None, *, style="mixed", shoots_above=SHOOTS_ABOVE,
                 sharpness=SHARPNESS):
        """Take `belief`, the seats' model of each other (None: `Belief()`, with its default
        figures). A shot must be good with a chance above `shoots_above`, 0 to 1. `sharpness`, 0 up
        to 1e9, is the inverse temperature of the choice between shooting and holding and among
        targets; 0 is uniform. ValueError names a value out of bounds."""
        if style not in STYLES:
            raise ValueError(f"style: {style!r}; expected {', '.join(STYLES)}")
        if not 0 <= shoots_above <= 1:
            raise ValueError(f"shoots_above: {shoots_above!r}; expected 0 to 1")
        if not 0 <= sharpness < 1e9:
            raise ValueError(f"sharpness: {sharpness!r}; expected 0 up to 1e9")
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
        """The seats' style of speech."""
        return self.style_name
