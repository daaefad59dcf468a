"""What happened at the table, in words, as far as one seat may be told.

Actions tell of themselves what a seat may not know only where their operand is hidden: which
mission was returned, which card a Search kept and where the others went are told as numbers of
cards, and a refusal is not told at all (rules 10.9). Everything else comes from the seat's own
views.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from covert_bots.covert.words.narration import (
    ABILITY_WORDS,
    DECK_WORDS,
    Fields,
    Phrase,
    agency_words,
    code_words,
    listed,
    mission_words,
    phrase,
)
from covert_engine.covert import View
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.rules.actions import CharacterPlay, Kind, Target, unpack

__all__ = ["events", "told"]

CHANGED = {  # what each kind of action makes unknown of the fields that words are taken from
    Kind.TAKE_MISSION: ("missions_face_up",),
    Kind.TAKE_AGENCY: ("agency_face_up",),
    Kind.REWARD: ("agency_face_up", "pairs"),
    Kind.SWAP: ("tiles",),
    Kind.DRAW_CODE: ("code_decks",),
    Kind.RETURN_CODE: ("code_decks",),
    Kind.AGENT: ("use",),
    Kind.KEEP: ("search",),
}
LOOKED_AT = 3  # cards of a whole Search (rules 6.7)


def told(
    action: int, seat: int, observer: int | None, cards: CardSet, fields: Fields | None = None
) -> Phrase | None:
    """What `observer` (None: an onlooker) may be told of an action of `seat`; None: nothing.

    `fields` are those of the observer's view in which it is taken, as far as they are known.
    """
    kind, _, _, deck = unpack(action)
    if seat == observer:
        return phrase(action, cards, fields)
    if kind == Kind.REFUSE:
        return None
    if kind == Kind.RETURN_MISSION:
        return Phrase("put", "one mission under the mission deck")
    if kind == Kind.KEEP:
        # A whole Search goes on: what comes of it shows when the other two lie below the deck.
        looked_at = len(fields.get("search", {}).get("cards", ())) if fields else 0
        return None if looked_at == LOOKED_AT else Phrase("keep", f"one card of {DECK_WORDS[deck]}")
    if kind == Kind.BOTTOM:
        return Phrase("keep", f"one card and put two under {DECK_WORDS[deck]}")
    return phrase(action, cards, fields)


def events(
    done: Sequence[tuple[int, int]], before: View, after: View, names: Sequence[str]
) -> list[str]:
    """One line for each thing the seat of the two views may be told of what was done.

    `done` holds pairs (seat, action) as `State.play_watched` gives them, `before` and `after` are
    the seat's views around them; `names` those of the seats. The seat itself is told as "You".
    """
    cards = before.cards.source
    seen, now = before.fields(), after.fields()
    lines: list[str] = []
    scene = _Scene(seen)
    for place, (seat, action) in enumerate(done):
        words = told(action, seat, before.seat, cards, scene.fields)
        kind = unpack(action).kind
        # Whether an action was forced may be hidden, so it must not show in the words: a turn's end
        # is told of nobody, and a refusal only to the seat that had a choice.
        untold = kind == Kind.END or (kind == Kind.REFUSE and place > 0)
        if words is not None and not untold:
            lines.append(f"{words.told(_name(seat, before.seat, names))}.")
        scene.play(action)
        if kind == Kind.ROLL:
            lines.append(f"The dice: {_faces(now['players'][seat]['dice'])}.")
    if any(seat == before.seat and _draws_unseen(action) for seat, action in done):
        gained = _gained(seen, now, before.seat, cards)
        if gained:
            lines.append(f"You have drawn {listed(gained)}.")
    if now["final_round"] and not seen["final_round"]:
        lines.append("A sixth mission is completed: this round is the last.")
    if now["round"] != seen["round"] and now["phase"] != "over":
        rolls = listed(
            f"{_name(seat, before.seat, names)} {_faces(player['dice'])}"
            for seat, player in enumerate(now["players"])
        )
        lines.append(f"Round {now['round']}. Dice: {rolls}.")
    if now["phase"] == "over":
        lines.append("The game is over.")
    return lines


class _Scene:
    """What of a view can be named while several actions are told one after the other."""

    def __init__(self, seen: Fields) -> None:
        kept = {"order", *(row for rows in CHANGED.values() for row in rows)}
        self.fields = {key: seen[key] for key in kept if key in seen}

    def play(self, action: int) -> None:
        """Forgets what the action changes, and goes on counting turn order tokens."""
        kind = Kind(unpack(action).kind)
        if kind == Kind.PASS:
            self.fields["order"] = [*self.fields["order"], None]
        for row in CHANGED.get(kind, ()):
            self.fields.pop(row, None)


def _name(seat: int, observer: int, names: Sequence[str]) -> str:
    return "You" if seat == observer else names[seat]


def _faces(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice)) or "none"


def _draws_unseen(action: int) -> bool:
    kind, first, second, _ = unpack(action)
    if kind == Kind.PLACE:
        return second == Target.FOLDER
    if kind == Kind.USE:
        return first in (CharacterPlay.TOKEN_PLAY, CharacterPlay.AGENCY_PLAY)
    deck = {Kind.TAKE_MISSION: 3, Kind.TAKE_AGENCY: 6, Kind.REWARD: 1}
    return kind == Kind.DRAW_CODE or (kind in deck and first == deck[Kind(kind)])


def _gained(before: Fields, after: Fields, seat: int, cards: CardSet) -> list[str]:
    """What a seat's own hand holds now and did not hold before, in words."""
    new = {
        pile: sorted(_held(after, seat, pile) - _held(before, seat, pile))
        for pile in ("agency_cards", "missions", "codes")
    }
    tokens = _tokens(after) - _tokens(before)
    return [
        *(agency_words(number - 1, cards) for number in new["agency_cards"]),
        *(mission_words(number - 1, cards) for number in new["missions"]),
        *(code_words(number - 1, cards) for number in new["codes"]),
        *(f"a token of {ABILITY_WORDS[ability]}" for ability in tokens.elements()),
    ]


def _held(fields: Fields, seat: int, pile: str) -> set[int]:
    return {place["card"] for place in fields["players"][seat][pile] if place["card"]}


def _tokens(fields: Fields) -> Counter[str]:
    return Counter({tokens["ability"]: tokens["count"] for tokens in fields["tokens"]})
