"""Hints in an answer: beliefs about the cards, chances to win, and a reason."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum

from covert_bots.covert_action.action_message import ROLES
from covert_bots.covert_action.story import story_of
from covert_bots.covert_action.words.names import seat_names
from covert_bots.covert_action.words.reason import Grounds, reason
from covert_bots.players.suggestion import Suggestion, alike
from covert_engine.covert_action import Belief, Beliefs, Plain, Role, View
from covert_engine.covert_action.rules.names import ROLES as ROLE_NAMES
from covertbots.v1.covert_action_pb2 import CovertActionHint

BELIEF = Belief()
DECIMALS = 12
WORLDS = 64  # equally likely, for the average of chances by Plan cards


def hint_of(suggestion: Suggestion, view: View) -> CovertActionHint:
    """Return the hints beside a bot's ranked actions; a function of the view and the suggestion."""
    seat, players = view.seat, view.players
    beliefs = BELIEF.beliefs(view)
    public = BELIEF.beliefs(view, public=True)
    message = beliefs_of(view)
    message.win_probability.extend(_chances(suggestion, view))
    best, *others = suggestion.moves
    other = next((move for move in others if move.visits), None)
    grounds = Grounds(
        action=best.action,
        value=best.value if best.visits else None,
        alike=sum(alike(move, best) for move in others),
        other=None if other is None else other.action,
        other_value=0.0 if other is None else other.value,
        good=beliefs.good,
        own=ROLE_NAMES.index(view.fields()["players"][seat]["role"]),
        story=story_of(view),
        taken_for_mole=public.roles[seat][Role.MOLE],
        taken_for_sniper=public.acts[seat],
    )
    message.reason = reason(grounds, seat_names(players))
    return message


def beliefs_of(view: View) -> CovertActionHint:
    """Return the beliefs about the cards, for any view: its seat need not be the one to decide."""
    beliefs = BELIEF.beliefs(view)
    public = BELIEF.beliefs(view, public=True)
    used = sorted(set(view.settings.team_cards))
    return CovertActionHint(
        seats=[_seat_belief(beliefs, seat, used) for seat in range(view.players)],
        of_viewer=_seat_belief(public, view.seat, used, target=False),
    )


def _seat_belief(
    beliefs: Beliefs, seat: int, used: Sequence[int], *, target: bool = True
) -> CovertActionHint.SeatBelief:
    return CovertActionHint.SeatBelief(
        seat=seat,
        roles=[
            CovertActionHint.RoleProbability(
                role=ROLES[role], probability=_share(beliefs.roles[seat][role])
            )
            for role in used
        ],
        acts_as_sniper=_share(beliefs.acts[seat]),
        good_target=_share(beliefs.good[seat]) if target else 0.0,
    )


def _share(probability: float) -> float:
    """Round off the errors of sums, so that certainty is 1."""
    return round(probability, DECIMALS)


def _chances(suggestion: Suggestion, view: View) -> list[float]:
    """Return the chances after the recommended action if the bot estimates them, else by the Plan
    cards alone."""
    chances = suggestion.moves[0].win_probability
    if len(chances) < view.players:
        plain = Plain()
        worlds = [plain.value(view.sample(key)) for key in range(WORLDS)]
        chances = tuple(fsum(values) for values in zip(*worlds, strict=True))
    total = fsum(chances)
    return [chance / total for chance in chances]
