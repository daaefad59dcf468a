"""Reasons for a move: its effects, its figures from the search, and the cost of another move.

The search gives no reasons, only figures. So the text separates its figures, each as in its answer,
from consequences of the rules, which a reader can check on the table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from covert_bots.covert.words.change import UNSHOWN
from covert_bots.covert.words.clauses import clauses
from covert_bots.covert.words.turn_story import expectation, turn_of
from covert_bots.players.suggestion import Suggestion, alike
from covert_command.covert.screen.effects import effects
from covert_engine.covert import View
from covert_engine.covert.rules.actions import unpack
from covert_engine.search import ActionResult


class NotLookedAtError(ValueError):
    """A move that the search has left out."""


def why(
    view: View,
    suggestion: Suggestion,
    names: Sequence[str],
    asked: Sequence[int] = (),
    ways: Mapping[int, Sequence[int]] | None = None,
) -> list[str]:
    """Return paragraphs about the recommended move, or about the move that begins with `asked`.

    The recommended move is compared with the next best, any other with the recommended one. `ways`
    has, for the first action of a move, all the actions that a reader knows it by. NotLookedAtError
    if the search has left the move out.
    """
    return _Reasons(view, suggestion, names, ways or {}).paragraphs(asked)


class _Reasons:
    """The answer of a search, for putting it into words."""

    def __init__(
        self,
        view: View,
        suggestion: Suggestion,
        names: Sequence[str],
        ways: Mapping[int, Sequence[int]],
    ) -> None:
        self._view = view
        self._suggestion = suggestion
        self._names = names
        self._ways = ways

    def paragraphs(self, asked: Sequence[int]) -> list[str]:
        best, *others = self._suggestion.moves
        line = self._suggestion.principal_variation
        turn = turn_of(self._view, line)
        chosen = self._does(turn.shown, turn.decided)
        if not asked or asked[0] == best.action:
            against = [self._next_best(others[0], best)] if others else ["There is no other move."]
            expected = expectation(self._view, line, self._names)
            paragraphs = [_sentence(chosen), _measured(best, self._view.seat), *against, expected]
            return [paragraph for paragraph in paragraphs if paragraph]
        move = next((other for other in others if other.action == asked[0]), None)
        if move is None:
            raise NotLookedAtError
        figures = _measured(move, self._view.seat, best)
        if len(asked) > 1:  # the figures are for its first step, with any continuation
            figures = figures.replace("Measured:", "Measured for its first step:")
        paragraphs = [_sentence(self._does(asked, asked)), figures, f"Best: {chosen}"]
        return [paragraph for paragraph in paragraphs if paragraph]

    def _next_best(self, other: ActionResult, best: ActionResult) -> str:
        way = self._ways.get(other.action, (other.action,))
        sentences = [f"Next best: {self._does(way, way)}", _measured(other, self._view.seat, best)]
        if alike(other, best):
            sentences.append("The search cannot tell which of the two is better.")
        return " ".join(filter(None, sentences))

    def _does(self, shown: Sequence[int], decided: Sequence[int]) -> str:
        """Return actions and their effects."""
        cards = self._view.cards.source
        told = [action for action in shown[1:] if unpack(action).kind not in UNSHOWN]
        words = ", then ".join(clauses([*shown[:1], *told], cards, self._view.fields()))
        return " ".join([f"{words}.", *effects(self._view, decided, self._names)])


def _measured(move: ActionResult, seat: int, other: ActionResult | None = None) -> str:
    """Return a move's score, chance to win and visits, if the bot gives them, beside another's."""
    figures = []
    for name, form, here, there in (
        ("score", ".1f", move.expected_score, other and other.expected_score),
        ("chance to win", ".0%", move.win_probability, other and other.win_probability),
    ):
        if here:
            figure = format(here[seat], form)
            instead = format(there[seat], form) if there else ""
            if instead == figure:
                figures.append(f"the same {name} {figure}")
            else:
                figures.append(f"{name} {figure}{f' instead of {instead}' if instead else ''}")
    if move.visits:
        figures.append("1 visit" if move.visits == 1 else f"{move.visits} visits")
    if not figures:
        return "The search has not tried it." if other and other.visits else ""
    return f"Measured: {', '.join(figures)}."


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"
