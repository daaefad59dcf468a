"""The bots of Covert Action: their beliefs, their styles of speech, their models of others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b
from math import fsum
from typing import ClassVar, cast

from covert_bots.covert_action.story import settled
from covert_bots.players import bots
from covert_bots.players.bot import Bot, Question
from covert_bots.players.bots import flat_parameters, ismcts_parameters
from covert_bots.players.spec import Parameter, Spec
from covert_engine.covert_action import Belief, Kind, Plain, Reasoned, View, unpack
from covert_engine.covert_action.evaluation.behaviour import EVEN
from covert_engine.covert_action.evaluation.fitted import DEAF_BOTS, OF_BOTS, REPEATED_BY_BOTS
from covert_engine.covert_action.evaluation.speech import STYLES, StyleName
from covert_engine.search import ActionResult, SearchParams, SearchResult, StopReason

SEARCHED, STEADY = "searched", "steady"
EVALUATORS = ("hand-made", "plain", "uniform")
HEEDED = {
    "posterior": Belief(OF_BOTS, repeated=REPEATED_BY_BOTS),
    "deaf": Belief(DEAF_BOTS, repeated=REPEATED_BY_BOTS),
}
"""The beliefs of bots: from all public acts, or from these without statements."""
HEEDING_NOTHING = Belief(EVEN)
"""The belief `uniform`: no statement or act makes a card likelier."""

SEARCH = SearchParams(
    confidence=0,  # measured only in Covert
    root_confidence=0,
    evaluator=Reasoned(HEEDED["posterior"]),
    belief=HEEDED["posterior"],
)
ALIKE = 1 - 1e-6  # shares that differ by less are equal up to rounding
IN_TALK = {Kind.PASS, Kind.AM, Kind.IS, Kind.URGE}


def _belief(choices: Sequence[str]) -> Parameter:
    return Parameter(
        "belief",
        "choice",
        "posterior",
        None,
        None,
        "How it judges what is likely: posterior, by what has been said and done; deaf, by what "
        "has been done" + ("; uniform, by neither." if "uniform" in choices else "."),
        tuple(choices),
    )


def _style(name: str, default: str, choices: Sequence[str], description: str) -> Parameter:
    return Parameter(name, "choice", default, None, None, description, tuple(choices))


SPEAKS = "How it speaks: " + ", ".join(STYLES[:-1]) + f" or {STYLES[-1]}."
SUPPOSED = (
    _belief((*HEEDED, "uniform")),
    _style(
        "style",
        SEARCHED,
        (SEARCHED, STEADY, *STYLES),
        "How it speaks: searched, by what it finds, while it keeps to a story unless another claim "
        "is clearly better; steady, so too, and where nothing is clearly better it says what costs "
        "nothing; or in a style as `greedy` has them.",
    ),
    _style("supposed", "mixed", STYLES, "The style in which it supposes others to speak."),
)


ANCHOR = Parameter(
    "anchor",
    "float",
    3.0,
    0.0,
    100.0,
    "Standard errors by which a shot, or holding, has to be better than what `greedy` would do.",
)


class Random(bots.Random):
    """A bot that takes any legal action."""


class Greedy(Bot):
    """A bot that shoots at the likeliest good target and speaks in a style."""

    name = "greedy"
    description = (
        "Shoots the seat at which its shot is most likely good, if that is likelier than not (at "
        "exactly 50%, at random) or if it is ordered to shoot. Speaks in a style. Does not search."
    )
    parameters = (
        _belief(tuple(HEEDED)),
        _style("style", "mixed", STYLES, SPEAKS),
    )
    quick = True

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        belief, style = spec.choice("belief"), spec.choice("style")
        assert belief is not None
        self.evaluator = Reasoned(HEEDED[belief], style=_style_name(style))

    def think(self, question: Question) -> SearchResult:
        return by_rule(self.evaluator, question)


class _Believing(Bot):
    """A bot that searches the worlds of its belief; the other seats choose by a rule in them."""

    evaluators: ClassVar = {"plain": Plain()}

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        style, supposed = spec.choice("style"), spec.choice("supposed")
        belief = HEEDED.get(spec.choice("belief") or "")
        reading = belief or HEEDING_NOTHING
        self.speaker = None
        self.steady = style == STEADY
        if style not in (SEARCHED, STEADY):
            self.speaker = Reasoned(reading, style=_style_name(style))
        self.settings = replace(
            type(self).settings,
            evaluator=Reasoned(reading, style=_style_name(supposed)),
            belief=belief,
        )

    def spoken(self, question: Question) -> SearchResult | None:
        """Return the statement of its style; None if statements are searched, or outside talk."""
        if self.speaker is None or not in_talk(question):
            return None
        return by_rule(self.speaker, question)

    def settled(self, result: SearchResult, question: Question) -> SearchResult:
        """Return the result with the statement that fits its story."""
        view = question.view
        assert isinstance(view, View)
        return settled(result, view, steady=self.steady) if in_talk(question) else result


class Flat(_Believing, bots.Flat):
    """A bot that compares actions by simulations, without a tree."""

    settings = SEARCH
    parameters = (*flat_parameters(SEARCH, EVALUATORS), ANCHOR, *SUPPOSED)

    def __init__(self, spec: Spec) -> None:
        super().__init__(spec)
        anchor = spec.number("anchor")
        assert anchor is not None
        self.anchor = anchor

    def think(self, question: Question) -> SearchResult:
        return self.spoken(question) or self.settled(super().think(question), question)

    def params(self, question: Question) -> SearchParams:
        """Return the parameters of the search; the anchor applies only outside talk, because a
        wrong shot costs more than a wrong word."""
        params = super().params(question)
        return params if in_talk(question) else replace(params, flat_anchor=self.anchor)


class Ismcts(_Believing, bots.Ismcts):
    """A bot that searches a tree of its seat's observations."""

    settings = SEARCH
    parameters = (*ismcts_parameters(SEARCH, EVALUATORS), *SUPPOSED)

    def think(self, question: Question) -> SearchResult:
        report = question.progress
        if report is not None:
            question = question._replace(
                progress=lambda result: report(self.settled(result, question))
            )
        return self.spoken(question) or self.settled(super().think(question), question)


def in_talk(question: Question) -> bool:
    """Return true if the decision is a statement."""
    return unpack(question.decision.actions[0]).kind in IN_TALK


def by_rule(evaluator: Reasoned, question: Question) -> SearchResult:
    """Choose the action that an evaluator's policy prefers, at random between equals; draw
    statements by their shares."""
    view = question.view
    assert isinstance(view, View)
    world = view.sample(0)  # any world: the policy reads only the view's own card
    shares = dict(zip(world.legal_actions(seat=view.seat), evaluator.priors(world), strict=True))
    actions = question.decision.actions
    candidates = actions
    if not in_talk(question):  # a random choice between equals is unpredictable
        best = max(shares[action] for action in actions)
        candidates = [action for action in actions if shares[action] > ALIKE * best]
    chosen = _drawn(candidates, [shares[action] for action in candidates], question.seed, view)
    return SearchResult(
        action=chosen,
        actions=tuple(ActionResult(action, prior=shares[action]) for action in actions),
        values=(),
        iterations=0,
        worlds=0,
        distinct_worlds=0,
        nodes=0,
        stop_reason=StopReason.ITERATIONS,
        variation=(),
    )


def _drawn(actions: Sequence[int], shares: Sequence[float], seed: int, view: View) -> int:
    """Draw an action by the shares; a function of the seed and the view."""
    key = seed.to_bytes(8, "little") + view.digest()
    draw = int.from_bytes(blake2b(key, digest_size=8).digest(), "little") / 2**64 * fsum(shares)
    for action, share in zip(actions, shares, strict=True):
        draw -= share
        if draw < 0:
            return action
    return actions[-1]


def _style_name(style: str | None) -> StyleName:
    return cast(StyleName, style)  # the parameter has no other choices
