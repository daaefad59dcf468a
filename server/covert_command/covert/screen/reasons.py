"""Why a move: what it does, what the search measured of it, and what another one would cost.

The search gives no reasons, only figures. So the text keeps apart what it found, each number as in
its answer, and what follows from the rules, which a reader can check on the table.
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
    """The search has left a move out."""


def why(
    view: View,
    suggestion: Suggestion,
    names: Sequence[str],
    asked: Sequence[int] = (),
    ways: Mapping[int, Sequence[int]] | None = None,
) -> list[str]:
    """Paragraphs about the recommended move, or about the one that begins with `asked`.

    The recommended one is held against the next best, any other against the recommended one. `ways`
    has for the first action of a move all the actions that a reader knows it by. NotLookedAtError
    if the search has not looked at the move.
    """
    return _Reasons(view, suggestion, names, ways or {}).paragraphs(asked)


class _Reasons:
    """The answer of a search, to be put into words."""

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
            found = [_sentence(chosen), _measured(best, self._view.seat), *against, expected]
            return [one for one in found if one]
        move = next((one for one in others if one.action == asked[0]), None)
        if move is None:
            raise NotLookedAtError
        figures = _measured(move, self._view.seat, best)
        if len(asked) > 1:  # the figures are those of whatever may follow its first step
            figures = figures.replace("Measured:", "Measured for its first step:")
        found = [_sentence(self._does(asked, asked)), figures, f"Best: {chosen}"]
        return [one for one in found if one]

    def _next_best(self, other: ActionResult, best: ActionResult) -> str:
        way = self._ways.get(other.action, (other.action,))
        found = [f"Next best: {self._does(way, way)}", _measured(other, self._view.seat, best)]
        if alike(other, best):
            found.append("The search cannot tell which of the two is better.")
        return " ".join(filter(None, found))

    def _does(self, shown: Sequence[int], decided: Sequence[int]) -> str:
        """Actions, and what they do."""
        cards = self._view.cards.source
        told = [one for one in shown[1:] if unpack(one).kind not in UNSHOWN]
        words = ", then ".join(clauses([*shown[:1], *told], cards, self._view.fields()))
        return " ".join([f"{words}.", *effects(self._view, decided, self._names)])


def _measured(move: ActionResult, seat: int, other: ActionResult | None = None) -> str:
    """Score, chance to win and visits of a move, as far as the bot says, against another's."""
    found = []
    for name, form, here, there in (
        ("score", ".1f", move.expected_score, other and other.expected_score),
        ("chance to win", ".0%", move.win_probability, other and other.win_probability),
    ):
        if here:
            figure = format(here[seat], form)
            instead = format(there[seat], form) if there else ""
            if instead == figure:
                found.append(f"the same {name} {figure}")
            else:
                found.append(f"{name} {figure}{f' instead of {instead}' if instead else ''}")
    if move.visits:
        found.append("1 visit" if move.visits == 1 else f"{move.visits} visits")
    if not found:
        return "The search has not tried it." if other and other.visits else ""
    return f"Measured: {', '.join(found)}."


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}"
