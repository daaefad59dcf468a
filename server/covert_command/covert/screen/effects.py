"""What some actions of a seat do, in sentences that one can check on the table.

All of it follows from the rules and from what the seat sees: which missions lack less or more
afterwards, what can be placed beside a die, what a card asks for. Nothing is measured here, and
nothing that lies hidden is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from covert_bots.covert.words.narration import Fields, listed, mission_words
from covert_bots.covert.words.needs import means_of, missing, with_counts
from covert_bots.covert.words.turn_story import fields_after, in_sight
from covert_command.covert.screen.circles import open_faces
from covert_command.covert.screen.drawing import CIRCLE_ROWS
from covert_engine.covert import View
from covert_engine.covert.rules.actions import Action, Kind, Source, Target, unpack

NOTHING = "nothing"


def effects(view: View, actions: Sequence[int], names: Sequence[str]) -> list[str]:
    """What these actions of the view's seat do, in the order in which they are taken."""
    done = [unpack(action) for action in actions]
    before, after = view.fields(), fields_after(view, actions)
    return list(_Effects(view, before, after, names).told(done))


class _Effects:
    """A view before and after some actions of its seat."""

    def __init__(self, view: View, before: Fields, after: Fields, names: Sequence[str]) -> None:
        self._cards = view.cards.source
        self._seat = view.seat
        self._names = names
        self._before = before
        self._after = _without_unseen(after, view.seat, in_sight(view, before))

    def told(self, done: Sequence[Action]) -> Iterator[str]:
        kinds = {action.kind for action in done}
        yield from self._completed()
        if Kind.RETURN_MISSION in kinds:
            yield from self._kept()
        else:
            yield from self._missions()
        yield from self._only_taken_away(done)
        for action in done:
            if action.kind == Kind.PLACE:
                yield from self._placed(action)
            elif action.kind == Kind.DRAW_CODE:
                yield from self._asked_for(action)
            elif action.kind == Kind.PASS and self._own(self._before)["dice"]:
                dice = listed(map(str, self._own(self._before)["dice"]))
                yield f"Your dice {dice} are not placed in this round."
        if any(one.kind == Kind.REROLL and one.second != Source.BY_CHARACTER for one in done):
            yield "That uses up your reroll token: it works once in a game."

    def _own(self, fields: Fields) -> Any:
        return fields["players"][self._seat]

    def _missions_in(self, fields: Fields) -> list[int]:
        return [place["card"] for place in self._own(fields)["missions"] if place["card"]]

    def _lacks(self, number: int, fields: Fields) -> list[str]:
        mission = self._cards.missions[number - 1]
        return missing(mission, means_of(fields, self._seat, self._cards), self._cards)

    def _named(self, number: int) -> str:
        return mission_words(number - 1, self._cards)

    def _completed(self) -> Iterator[str]:
        """The feet of the missions that are completed."""
        had = self._own(self._before)["completed_missions"]
        for number in self._own(self._after)["completed_missions"]:
            foot = self._cards.missions[number - 1].foot
            if number not in had and foot:
                yield f"The foot of {self._named(number)} then gives {foot} for later missions."

    def _kept(self) -> Iterator[str]:
        """The missions that stay, where one goes back."""
        for number in self._missions_in(self._after):
            lacking = _list(self._lacks(number, self._after))
            yield f"{self._named(number)} stays, and lacks {lacking}."

    def _missions(self) -> Iterator[str]:
        """What each mission in hand lacks afterwards, if that is something else."""
        held = self._missions_in(self._before)
        for number in self._missions_in(self._after):
            then = self._lacks(number, self._after)
            if number not in held:
                yield f"{self._named(number)} then lacks {_list(then)}."
                continue
            now = self._lacks(number, self._before)
            if sorted(now) != sorted(then):
                yield f"{self._named(number)} then lacks {_list(then)} (now {_list(now)})."

    def _only_taken_away(self, done: Sequence[Action]) -> Iterator[str]:
        """A face-up mission that is taken and discarded at once."""
        taken = {
            self._before["missions_face_up"][action.first]
            for action in done
            if action.kind == Kind.TAKE_MISSION
            and action.first < len(self._before["missions_face_up"])
        }
        for action in done:
            number = action.first + 1
            if action.kind == Kind.DISCARD_MISSION and number in taken:
                yield f"You do not keep {self._named(number)}, and nobody else can take it."

    def _asked_for(self, draw: Action) -> Iterator[str]:
        """The missions that lack the equipment on the code that is drawn."""
        top = self._before["code_decks"][draw.first]["top_equipment"]
        asking = [
            self._named(number)
            for number in self._missions_in(self._before)
            if top in self._lacks(number, self._before)
        ]
        if asking:
            yield f"The code gives {top} once it is broken, which {_lack(asking)}."

    # a die

    def _placed(self, action: Action) -> Iterator[str]:
        face, target = action.first, action.second
        yield from self._use_of(face, target)
        if target < len(CIRCLE_ROWS):
            yield from self._beside(face, target)

    def _use_of(self, face: int, target: int) -> Iterator[str]:
        """What a die on this target can serve, of what the missions in hand lack now."""
        held = self._missions_in(self._after)
        named = {self._named(number): self._lacks(number, self._after) for number in held}
        if target == Target.COMPLETE_CIRCLE:
            ready = [mission for mission, lacking in named.items() if not lacking]
            if ready:
                yield f"The die can complete {' or '.join(ready)}, for which you lack nothing."
            else:
                yield "None of your missions can be completed yet."
        elif target == Target.MISSION_CIRCLE:
            open_ones = [number for number in self._before["missions_face_up"] if number]
            easy = [self._named(one) for one in open_ones if not self._lacks(one, self._after)]
            if easy:
                yield f"Of the missions face up, you lack nothing for {listed(easy)}."
        elif target == Target.AGENCY_CIRCLE:
            face_up = filter(None, self._before["agency_face_up"])
            shown = {self._cards.agency[card - 1].equipment for card in face_up}
            yield from _served("Face up, of what you lack", shown, named)
        elif target == Target.MOVEMENT_CIRCLE:
            yield from _served("Places you lack", self._places(), named)
        elif target == Target.FOLDER:
            yield "You draw a random token."
        elif target == Target.DECODER:
            for place in self._own(self._after)["codes"]:
                numbers = self._cards.codes[place["card"] - 1].numbers
                if face in numbers:
                    yield f"C{place['card']} has a {face}, which the die can stand for."

    def _places(self) -> set[str]:
        """All cities and regions."""
        return {*self._cards.cities, *(region.name for region in self._cards.regions)}

    def _beside(self, face: int, circle: int) -> Iterator[str]:
        """Which dice that are still to be placed lose or gain a space on the circle."""
        spaces = [bool(owner) for owner in self._before["circles"][circle]["spaces"]]
        wraps = self._before["options"]["circle_wraps"]
        was = open_faces(spaces, wraps)
        spaces[face - 1] = True
        now = open_faces(spaces, wraps)
        no_more: list[tuple[str, list[int]]] = []
        new: list[tuple[str, list[int]]] = []
        for seat, player in enumerate(self._before["players"]):
            if seat in self._before["order"]:
                continue  # has taken a turn order token
            own = seat == self._seat
            left = self._own(self._after)["dice"] if own else player["dice"]
            whose = "your" if own else f"{self._names[seat]}'s"
            for dice, found in ((was - now, no_more), (now - was, new)):
                faces = sorted(dice & set(left))
                if faces:
                    found.append((whose, faces))
        if no_more:
            yield _fit(no_more, "no longer")
        if new:
            yield _fit(new, "now")


def _served(start: str, there: Set[str], missions: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """What each mission lacks of what is there: "Places you lack: Oslo ('Night Train')."."""
    found = [
        f"{listed(dict.fromkeys(one for one in lacking if one in there))} ({mission})"
        for mission, lacking in missions.items()
        if not there.isdisjoint(lacking)
    ]
    if found:
        yield f"{start}: {', '.join(found)}."


def _fit(dice: Sequence[tuple[str, list[int]]], since: str) -> str:
    """Whose dice fit a circle, or do not: "North's 1 and your 3 no longer fit there."."""
    words = " and ".join(f"{whose} {listed(map(str, faces))}" for whose, faces in dice)
    verb = "fits" if sum(len(faces) for _, faces in dice) == 1 else "fit"
    return f"{words[0].upper()}{words[1:]} {since} {verb} there."


def _without_unseen(fields: Fields, seat: int, known: set[tuple[str, int]]) -> Fields:
    """The fields with only those cards in the seat's hand that are known."""
    players = list(fields["players"])
    players[seat] = {
        **players[seat],
        **{
            pile: [one for one in players[seat][pile] if (pile, one["card"]) in known]
            for pile in ("agency_cards", "missions", "codes")
        },
    }
    return {**fields, "players": players}


def _lack(who: Sequence[str]) -> str:
    return f"{listed(who)} {'lacks' if len(who) == 1 else 'lack'}"


def _list(lacking: Sequence[str]) -> str:
    return listed(with_counts(lacking)) if lacking else NOTHING
