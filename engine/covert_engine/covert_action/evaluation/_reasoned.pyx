"""The evaluator that reasons (rules 9.4).

1. What the actor may know is its view: its card, its Plan cards, and what is public.
2. Its posterior gives p_k, the chance that a shot at k now is good. Of several it prefers the
   highest. Not ordered it shoots only above a bound: with two teams a round has two sides, who
   holds is on the right one half of the time, and who shoots with p.
3. In talk the posterior without its card is what the table believes of it, and its style speaks.
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
    AGENTS_WORDS, KEENNESS, LEVELS, MOST_SAID, SILENCE, SLIPS, STYLES
)

SHOOTS_ABOVE = 0.5
SHARPNESS = 50.0
cdef float LEAST = 1e-4      # weight of what is not wanted, against 1 for the best


cdef double weigh_shots(const ReasonedModel* model, const Posterior* own, const action_t* actions,
                        int32_t count, float* weights) noexcept nogil:
    """Step 2: each action by how much worse it is than the best; holding is worth the bound."""
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
    """Step 3. What the style does not ask for is not worked out."""
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
    """The types of Plan cards that each seat holds, then the chance of each to win."""
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
    """The evaluator of Covert Action that reasons: each seat shoots and speaks by its own card and
    by the exact posterior of what has been done in the open, of the rest it reads nothing.

    A seat shoots at whom its shot is likeliest to be good at, if that is likely enough or it is
    ordered. What it says is its style's. The value is that of the plain evaluator.

    >>> from covert_engine.covert_action import Reasoned, Settings, State
    >>> state = State.deal(Settings(4), seed=1)
    >>> shares = dict(zip(state.legal_texts(), state.priors(Reasoned(style="bluffing"))))
    >>> max(shares, key=shares.get), state.hidden()["roles"][state.actor]
    ('am mole', 'mole')
    """

    def __init__(self, Belief belief=None, *, style="mixed", shoots_above=SHOOTS_ABOVE,
                 sharpness=SHARPNESS):
        """`belief` is how the seats read each other (None: by the figures of now). A shot has to
        be good with more than `shoots_above`, 0 to 1; `sharpness`, at least 0, is how strictly that
        is kept. ValueError names what is out of bounds."""
        if style not in STYLES:
            raise ValueError(f"style: {style!r}; expected {', '.join(STYLES)}")
        if not 0 <= shoots_above <= 1:
            raise ValueError(f"shoots_above: {shoots_above!r}; expected 0 to 1")
        if not 0 <= sharpness < 1e9:
            raise ValueError(f"sharpness: {sharpness!r}; expected at least 0")
        if belief is None:
            belief = Belief()
        cdef Manner* manner = &self.memory.manner
        self.named = style
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
        self.game = "covert-action"
        self.evaluator = Evaluator(
            model=&self.memory, scratch_bytes=sizeof(Reasoning), estimates=2, prior=prior,
            value=value, estimate=estimate, begin=NULL, step=NULL)

    @property
    def style(self):
        """How the seats speak."""
        return self.named
