"""The statement of a bot that searches, where the search cannot tell statements apart.

1. A seat that has claimed a role in this round keeps to its story.
2. A steady one says what costs nothing. A Bodyguard or a Cleaner tells the truth; a Sniper, a Mole
   or a Saboteur claims what one of them would say, at first what nobody of its team has claimed; or
   it says nothing.

Another statement is made only if its value is clearly higher. Nobody is made to claim what all know
to be false.
"""

from __future__ import annotations

from collections.abc import Iterator

from covert_bots.players.suggestion import alike
from covert_engine.covert_action import Belief, Kind, Role, View, pack, parse_action, unpack
from covert_engine.covert_action.rules.names import ROLES
from covert_engine.search import SearchResult

HONEST = (Role.BODYGUARD, Role.CLEANER)
"""The roles that cost nothing to show; the others claim one of them."""
PUBLIC = Belief()


def story_of(view: View) -> int | None:
    """Return the role that the view's seat has last claimed in this round; None if none."""
    return _latest_claims(view).get(view.seat)


def settled(result: SearchResult, view: View, *, steady: bool) -> SearchResult:
    """Return the result of a search for a statement, with the action that the rules above choose,
    the second only if `steady`."""
    moves = {move.action: move for move in result.actions}
    first = moves[result.action]
    for action in _preferred(view, steady):
        move = moves.get(action)
        if move is None or not (move is first or alike(move, first)):
            continue
        entries = [
            entry._replace(paired_error=move.paired_error if entry is first else None)
            for entry in result.actions
        ]
        return result._replace(action=action, actions=tuple(entries))
    return result


def _preferred(view: View, steady: bool) -> Iterator[int]:
    """Yield what to say, the first choice first, if its value is not clearly lower."""
    story = story_of(view)
    if story is None and not steady:
        return
    own = Role(ROLES.index(view.fields()["players"][view.seat]["role"]))
    possible = PUBLIC.beliefs(view, public=True).roles[view.seat]
    roles = [own] if own in HONEST else _covers(view)
    for role in roles if story is None else [story]:
        if possible[role] > 0:
            yield pack(Kind.AM, role)
    if steady:
        yield pack(Kind.PASS)


def _covers(view: View) -> list[Role]:
    """Return the roles that serve as a cover, those first that fewest of the team claim."""
    teams = [player["team"] for player in view.fields()["players"]]
    claimed = [
        role for seat, role in _latest_claims(view).items() if teams[seat] == teams[view.seat]
    ]
    return sorted(HONEST, key=claimed.count)


def _latest_claims(view: View) -> dict[int, int]:
    """Return the role that each seat has last claimed in this round, by seat."""
    said = [
        (heard["seat"], unpack(parse_action(heard["text"])))
        for heard in view.fields()["statements"]
    ]
    return {seat: role for seat, (kind, role, _) in said if kind == Kind.AM}
