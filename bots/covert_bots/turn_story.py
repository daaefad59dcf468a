"""A recommended turn told in words, and the line a search expects.

A search's line holds decisions only; what the rules force in between (the last payment, say) is
found by playing the line in a world sampled from the view. Nothing of that world is told that the
view does not hold: where a roll or a hidden draw comes up, the story ends.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from covert_bots.clauses import clauses
from covert_bots.narration import Fields, listed, phrase
from covert_bots.suggestion import RankedMove
from covert_engine.covert import State, View
from covert_engine.covert.actions import Ability, CharacterPlay, Kind, pack, unpack

__all__ = ["expectation", "turn_in_words"]

WORLDS_TRIED = 4  # to find one in which the whole line can be played
LINE_SHOWN = 8  # actions of an expected line that are told
REFUSAL = pack(Kind.REFUSE)
UNTOLD = {Kind.STOP, Kind.END, Kind.REFUSE}  # they go without saying, but for the first decision
# With which first operand these kinds show the seat something it could not foresee.
SURPRISING: dict[Kind, set[int]] = {
    Kind.TAKE_MISSION: {3},
    Kind.TAKE_AGENCY: {6},
    Kind.REWARD: {1},
    Kind.DRAW_CODE: {0, 1},
    Kind.ROLL: {0},
    Kind.USE: {Ability.SEARCH, CharacterPlay.TOKEN_PLAY, CharacterPlay.AGENCY_PLAY},
}


def turn_in_words(view: View, line: Sequence[int]) -> str:
    """The turn that `line` begins, up to its end or to what cannot be foreseen, in a sentence."""
    parts = (_own_part(view, line, key) for key in range(WORLDS_TRIED))
    actions, complete = max(parts, key=lambda part: (part[1], len(part[0])))
    words = ", then ".join(clauses(actions, view.cards.source, view.fields()))
    rest = "" if complete else "; the rest of the turn is still open"
    return f"{words[0].upper()}{words[1:]}{rest}."


def expectation(view: View, move: RankedMove, names: Sequence[str]) -> str:
    """Why: the line expected after `move`, and the chances to win it leads to."""
    cards = view.cards.source
    lines = (list(_played(view, move.principal_variation, key)) for key in range(WORLDS_TRIED))
    line = max(lines, key=len)[:LINE_SHOWN]
    told = [
        phrase(done[0][1], cards).told("You" if done[0][0] == view.seat else names[done[0][0]])
        for _, done in line
    ]
    words = "; ".join(told)
    if not move.win_probability:
        return f"Expected: {words}."
    chances = listed(
        f"{'you' if seat == view.seat else names[seat]} {chance:.0%}"
        for seat, chance in enumerate(move.win_probability)
    )
    return f"Expected: {words}. Chances to win: {chances}."


def _played(
    view: View, line: Sequence[int], key: int
) -> Iterator[tuple[State, list[tuple[int, int]]]]:
    """Plays `line` in one world: after each decision the world and all that was done, as far as
    it goes. Refusals that the seat could not see are missing from a line and played here."""
    world = view.sample(key)
    for decision in line:
        while world.actor != view.seat and decision != REFUSAL and not world.over:
            if decision in world.legal_actions() or REFUSAL not in world.legal_actions():
                break
            world.play(REFUSAL)
        if decision not in world.legal_actions():
            return
        _, done = world.play_watched(decision)
        yield world, done


def _own_part(view: View, line: Sequence[int], key: int) -> tuple[list[int], bool]:
    """The seat's own actions in the present turn, and whether they are the whole of it."""
    seat = view.seat
    before = view.fields()
    own_turn = before.get("on_turn") == seat or before["decision"] == "first"
    turn = _Turn(before)
    actions: list[int] = []
    for world, done in _played(view, line, key):
        if not own_turn and done[0][0] != seat:
            return actions, True
        surprised = False
        for action in [action for actor, action in done if actor == seat]:
            if turn.is_over_before(action):
                return actions, True
            if not actions or not (surprised or unpack(action).kind in UNTOLD):
                actions.append(action)
            if turn.is_over_after(action):
                return actions, True
            surprised = surprised or _surprises(action)
        after = world.view(seat).fields()
        turn.decision = after["decision"]
        if world.over or (own_turn and not _same_turn(before, after, seat)):
            return actions, True
        if surprised:
            return actions, not own_turn
    return actions or [line[0]], not own_turn


class _Turn:
    """Tells from one seat's own actions where its turn ends."""

    def __init__(self, before: Fields) -> None:
        self.decision: str = before["decision"]
        self.owed: int = before["turn"]["owed"]
        self.placed: bool = before["turn"]["placed"] > 0

    def is_over_before(self, action: int) -> bool:
        """Whether `action` belongs to a later turn: the token is never taken after a die (3.10)."""
        return self.placed and unpack(action).kind == Kind.PASS

    def is_over_after(self, action: int) -> bool:
        """Whether `action`, which belongs to the turn, is its last."""
        kind, first, _, _ = unpack(action)
        if kind == Kind.PLACE:
            self.owed -= 1
            self.placed = True
            return self.owed == 0
        if kind == Kind.USE and first == Ability.SNEAK_ATTACK:
            self.owed += 1
        if kind == Kind.STOP:
            return self.decision == "place"
        if kind == Kind.REFUSE:
            return self.decision == "first"
        return kind in (Kind.PASS, Kind.END)


def _same_turn(before: Fields, after: Fields, seat: int) -> bool:
    same_phase = all(before[key] == after[key] for key in ("round", "phase"))
    return same_phase and bool(after.get("on_turn") == seat or "use" in after)


def _surprises(action: int) -> bool:
    kind, first, _, _ = unpack(action)
    return first in SURPRISING.get(Kind(kind), ())
