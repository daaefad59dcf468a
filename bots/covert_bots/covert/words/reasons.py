"""Reasons for a move: its effects, and how it does against another one.

The search gives no reasons, only figures. So the text separates consequences of the rules, which a
reader can check on the table, from differences measured where both moves were played on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from covert_bots.covert.words.change import UNSHOWN
from covert_bots.covert.words.clauses import sentence
from covert_bots.covert.words.differences import PlayedOn, in_words
from covert_bots.covert.words.effects import effects
from covert_bots.covert.words.plans import plan_in_words
from covert_bots.covert.words.turn_story import expectation, turn_of
from covert_bots.players.suggestion import Suggestion
from covert_engine.covert import View
from covert_engine.covert.rules.actions import unpack
from covert_engine.search import ActionResult

NO_BETTER = "No other move can be better."
LEFT_OUT = "The search leaves it out: another move is always at least as good."


class Way(NamedTuple):
    """A move as a reader knows it: one or more actions of a seat."""

    shown: Sequence[int]
    """Actions to be put into words, forced ones included."""
    decided: Sequence[int]
    """The decisions among them."""


class Answer(NamedTuple):
    """An answer of a search."""

    suggestion: Suggestion
    played_on: PlayedOn | None
    """Its first two moves played on, if they were."""
    against: str = ""
    """The chance to win against the bots at the table, in a sentence, if there is one."""


def why(
    view: View, answer: Answer, names: Sequence[str], ways: Mapping[int, Way] | None = None
) -> list[str]:
    """Return paragraphs about the recommended move, the next best, and how the two compare.

    `ways` has the move that begins with an action, if it has more than this one.
    """
    suggestion, played_on, against = answer
    best, *others = suggestion.moves
    line = suggestion.principal_variation
    paragraphs = [_best(view, suggestion, names)]
    if not others:
        paragraphs.append(NO_BETTER)
    elif best.visits and not others[0].visits:
        paragraphs.append("The search has tried no other move.")
    else:
        other = others[0].action
        way = (ways or {}).get(other, Way((other,), (other,)))
        paragraphs.append(f"Next best: {_does(view, way, names)}")
        if played_on is not None:
            paragraphs.append(in_words(view, played_on, other, names))
    rest = [plan_in_words(view), expectation(view, line, names), against]
    return [*paragraphs, *filter(None, rest)]


def why_other(
    view: View,
    answer: Answer,
    way: Way,
    names: Sequence[str],
    searched: Callable[[Sequence[int]], Answer],
) -> list[str]:
    """Return paragraphs about another way than the recommended one, and how the two compare.

    `searched` searches some actions alone: that of the way beside the recommended one.
    """
    suggestion = answer.suggestion
    action, best = way.decided[0], suggestion.moves[0].action
    paragraphs = [_does(view, way, names)]
    if action == best:
        paragraphs.append("It begins like the best move.")
    elif all(move.action != action for move in suggestion.moves):
        alone = searched((action,)).suggestion.moves[0]
        paragraphs += [LEFT_OUT, *filter(None, [_alone(alone, view.seat)])]
    else:
        beside, played_on, _ = searched((action, best))
        if played_on is not None:
            turned = beside.moves[0].action == best
            result = played_on.turned if turned else played_on
            first_steps = " This compares the first steps alone." if len(way.decided) > 1 else ""
            compared = in_words(view, result, best, names, recommended=False)
            paragraphs.append(f"{compared}{first_steps}")
    return [*paragraphs, f"Best: {_best(view, suggestion, names)}"]


def _best(view: View, suggestion: Suggestion, names: Sequence[str]) -> str:
    turn = turn_of(view, suggestion.principal_variation)
    return _does(view, Way(turn.shown, turn.decided), names)


def _does(view: View, way: Way, names: Sequence[str]) -> str:
    """Return actions and their effects."""
    told = [action for action in way.shown[1:] if unpack(action).kind not in UNSHOWN]
    words = sentence([*way.shown[:1], *told], view.cards.source, view.fields())
    return " ".join([f"{words}.", *effects(view, way.decided, names)])


def _alone(move: ActionResult, seat: int) -> str:
    """Return the figures of a move that was played on by itself."""
    if not move.visits or not move.win_probability:
        return ""
    figures = f"a chance to win against equals of {move.win_probability[seat]:.0%}"
    if move.expected_score:
        figures += f" and an expected score of {move.expected_score[seat]:.1f}"
    return f"Played on in {move.visits} worlds, it has {figures}."
