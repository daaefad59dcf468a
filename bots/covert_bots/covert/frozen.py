"""Bots as they were at some time, so that progress can be measured from a fixed point.

The number in a name is that of the generation: `ismcts-1` answers as `ismcts` did when it was first
measured, bit for bit. `textbook` is the search of the paper with nothing added. No setting of their
searches is taken from elsewhere; `tests/golden/signature.txt` holds what they answer.
"""

from __future__ import annotations

from dataclasses import replace

from covert_bots.covert.bots import Flat, Greedy, Ismcts
from covert_bots.players.bots import (
    flat_parameters,
    greedy_parameters,
    ismcts_parameters,
    textbook_parameters,
)
from covert_engine.covert import HandMade
from covert_engine.covert.evaluation.weights import FIRST_POLICY_WEIGHTS, FIRST_VALUE_WEIGHTS
from covert_engine.search import SearchParams, Selection, without_prior

FIRST = SearchParams(
    selection=Selection.PUCT,
    exploration=1.5,
    confidence=0.0,
    root_confidence=0.0,
    evaluator=HandMade(FIRST_VALUE_WEIGHTS, FIRST_POLICY_WEIGHTS),
    actor_knows=False,
    first_play_reduction=0.2,
    root_first_play_reduction=0.05,
    deviation=0.25,
    deviation_weight=8.0,
    deviation_floor=0.15,
    prior_uniform=0.05,
    policy=None,
    belief=None,
    simulation_uniform=0.2,
    horizon=1,
    td_lambda=1.0,
    step_ceiling=4096,
    bound_width=1.5,
    bound_share=0.08,
    temperature=0.0,
    effective_visits=0.0,
    lanes=1,
    lanes_meet=False,
    estimates=False,
    hands=False,
    flat_candidates=8,
    flat_worlds=32,
    flat_anchor=0.0,
    greedy_worlds=8,
)

TEXTBOOK = replace(
    FIRST,
    selection=Selection.UCB,
    exploration=0.7,  # of the paper, for utilities from 0 to 1
    evaluator=without_prior(HandMade(FIRST_VALUE_WEIGHTS, FIRST_POLICY_WEIGHTS)),
    simulation_uniform=1.0,
    step_ceiling=1 << 18,  # more decisions than any game has
    bound_share=1.0,  # the most visited action is chosen, as in the paper
)


class FirstGreedy(Greedy):
    """The first `greedy`."""

    name = "greedy-1"
    description = "The first version of `greedy`, kept for comparison."
    settings = FIRST
    parameters = greedy_parameters(FIRST)


class FirstFlat(Flat):
    """The first `flat`."""

    name = "flat-1"
    description = "The first version of `flat`, kept for comparison."
    settings = FIRST
    parameters = flat_parameters(FIRST)


class FirstIsmcts(Ismcts):
    """The first `ismcts`."""

    name = "ismcts-1"
    description = "The first version of `ismcts`, kept for comparison."
    settings = FIRST
    parameters = ismcts_parameters(FIRST)


class Textbook(Ismcts):
    """ISMCTS as published: UCB1 with availability, no prior, uniform playouts.

    They are valued by the value of `ismcts-1` at the horizon, or by the result with `horizon=0`.
    """

    name = "textbook"
    description = "ISMCTS as published, without any knowledge of the game but the value of a leaf."
    settings = TEXTBOOK
    parameters = textbook_parameters(TEXTBOOK)
