"""The effects of a seat's actions, in sentences that a reader can check on the table.

All of them follow from the rules and the seat's view, after all that the actions bring about if
nobody uses Espionage: the changes in lacking symbols, the spaces beside a die, the numbers that a
code lacks. Nothing is measured here, and nothing hidden is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from covert_bots.covert.words.narration import (
    Fields,
    agency_words,
    code_words,
    listed,
    mission_words,
)
from covert_bots.covert.words.needs import lack, lacking_words, means_of, missing
from covert_bots.covert.words.placed import NEAREST, Table, placed, steps_between
from covert_bots.covert.words.printed import ABILITY_WORDS, points
from covert_bots.covert.words.tiles import short_of, standing
from covert_bots.covert.words.turn_story import fields_after, in_sight
from covert_bots.players.amounts import counted, numbered
from covert_engine.covert import View
from covert_engine.covert.rules.actions import Ability, Action, Kind, Source, unpack

ORDINALS = ("first", "second", "third", "fourth")
SIXTH = 6  # the mission that makes the round the last (rules 8.1)
POINTS_OF_A_CODE = 2


def effects(view: View, actions: Sequence[int], names: Sequence[str]) -> list[str]:
    """Return the effects of these actions of the view's seat, in the order of play."""
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
        """Yield the effects of the actions; every one of them has at least one sentence."""
        sentences = [*self._of_cards(done), *self._of_codes(done), *self._ways()]
        for action in done:
            if action is done[0] or action.kind not in (Kind.STOP, Kind.END, Kind.REFUSE):
                sentences += _TOLD.get(Kind(action.kind), _nothing)(self, action)
        yield from dict.fromkeys(sentences)
        if not sentences:
            yield "None of your missions comes nearer."
        yield from self._gained()

    def own(self, fields: Fields) -> Any:
        """Return the seat's own fields."""
        return fields["players"][self._seat]

    def _missions_in(self, fields: Fields) -> list[int]:
        return [place["card"] for place in self.own(fields)["missions"] if place["card"]]

    def _lacks(self, number: int, fields: Fields) -> list[str]:
        mission = self._cards.missions[number - 1]
        return missing(mission, means_of(fields, self._seat, self._cards), self._cards)

    def _named(self, number: int) -> str:
        return mission_words(number - 1, self._cards)

    def _asking(self, symbol: str, fields: Fields) -> list[str]:
        """Return the missions in hand that lack a symbol."""
        held = self._missions_in(fields)
        return [self._named(number) for number in held if symbol in self._lacks(number, fields)]

    # missions

    def _of_cards(self, done: Sequence[Action]) -> Iterator[str]:
        yield from self._completed()
        if done[0].kind in (Kind.RETURN_MISSION, Kind.DISCARD_MISSION):
            yield from self._given_up(done[0].first + 1)
            yield from self._kept()
        else:
            yield from self._missions()
        yield from self._only_taken_away(done)

    def _completed(self) -> Iterator[str]:
        """Yield the points and feet of the completed missions."""
        had, has = (self.own(fields)["completed_missions"] for fields in self._both)
        for number in has:
            foot = self._cards.missions[number - 1].foot
            if number not in had and foot:
                yield f"The foot of {self._named(number)} then gives {foot} for later missions."
        if len(has) > len(had) and len(has) == SIXTH and not self._before["final_round"]:
            yield "It is your sixth mission, so this round is the last."
        now, then = (self._points(fields) for fields in self._both)
        if now != then:
            yield f"You then have {points(then)} (now {now})."

    @property
    def _both(self) -> tuple[Fields, Fields]:
        return self._before, self._after

    def _points(self, fields: Fields) -> int:
        own = self.own(fields)
        worth: int = sum(
            self._cards.missions[card - 1].points for card in own["completed_missions"]
        )
        return worth + POINTS_OF_A_CODE * len(own["completed_codes"])

    def _given_up(self, number: int) -> Iterator[str]:
        """Yield the mission that goes, if it is not one just taken."""
        if number in self._missions_in(self._before):
            lacking = lacking_words(self._lacks(number, self._before))
            yield f"You give up {self._named(number)}, which lacks {lacking}."

    def _kept(self) -> Iterator[str]:
        """Yield the missions that stay when one goes back."""
        for number in self._missions_in(self._after):
            lacking = lacking_words(self._lacks(number, self._after))
            yield f"{self._named(number)} stays, and lacks {lacking}."

    def _missions(self) -> Iterator[str]:
        """Yield the lacking symbols of each mission in hand, where they change."""
        held = self._missions_in(self._before)
        for number in self._missions_in(self._after):
            then = self._lacks(number, self._after)
            if number not in held:
                yield f"{self._named(number)} then lacks {lacking_words(then)}."
                continue
            now = self._lacks(number, self._before)
            if sorted(now) != sorted(then):
                change = f"{lacking_words(then)} (now {lacking_words(now)})"
                yield f"{self._named(number)} then lacks {change}."

    def _only_taken_away(self, done: Sequence[Action]) -> Iterator[str]:
        """Yield face-up missions that are taken and discarded at once."""
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

    # agents and gains

    def _ways(self) -> Iterator[str]:
        """Yield the places that missions lack, where an agent comes nearer or goes farther away."""
        now, then = (self.own(fields)["agents"] for fields in self._both)
        if now == then:
            return
        inside: dict[str, Sequence[str]] = {city: (city,) for city in self._cards.cities}
        inside |= {region.name: region.cities for region in self._cards.regions}
        held = self._missions_in(self._after)
        lacked = dict.fromkeys(
            symbol
            for number in held
            for symbol in self._lacks(number, self._after)
            if symbol in inside
        )
        for place in list(lacked)[:NEAREST]:
            had, has = (self._away(inside[place], agents) for agents in (now, then))
            if had and has and had != has:
                asking = lack(self._asking(place, self._after))
                away = f"{numbered(has, 'step')} from the nearest of your agents (now {had})"
                yield f"{place}, which {asking}, is then {away}."

    def _away(self, cities: Sequence[str], agents: Sequence[str]) -> int:
        """Return the steps to a place from the nearest agent; 0 if one is there."""
        return min(steps_between(self._cards, city, cities) for city in agents)

    def _gained(self) -> Iterator[str]:
        """Yield the other uses of new Agency Cards, and the cubes that are taken."""
        had = {place["card"] for place in self.own(self._before)["agency_cards"]}
        for place in self.own(self._after)["agency_cards"]:
            if place["card"] and place["card"] not in had:
                yield f"You can also play A{place['card']} {self._uses(place['card'])}."
        now, then = (len(self.own(fields)["cubes"]) for fields in self._both)
        if then > now:
            yield f"You then hold {numbered(then, 'cube')} (now {now})."

    def _uses(self, number: int) -> str:
        card = self._cards.agency[number - 1]
        return f"as {ABILITY_WORDS[card.ability]} or for a flight to {card.city}"

    def _on_circles(self, fields: Fields) -> int:
        return sum(circle["spaces"].count(self._seat + 1) for circle in fields["circles"])

    def forfeited(self, _: Action) -> Iterator[str]:
        """Yield the number of dice that are left."""
        left = self._on_circles(self._after)
        dice = "1 die" if left == 1 else f"{left} dice"
        yield f"The action of the die is lost, and you have {dice} left to resolve."

    def moving(self, _: Action) -> Iterator[str]:
        """Yield the steps that the agents may go."""
        movement = self._after.get("movement")
        if movement and movement["pool"]:
            yield f"Your agents may then go {numbered(movement['pool'], 'step')} together."
        elif movement and self.own(self._before)["agents"] == self.own(self._after)["agents"]:
            yield f"Each of your agents may then go {numbered(movement['steps'][0], 'step')}."

    def chosen(self, _: Action) -> Iterator[str]:
        """Yield the new face of a die."""
        face = self._after["turn"]["shifted"]
        if face:
            yield f"The die then shows a {face}."

    def discarded(self, action: Action) -> Iterator[str]:
        """Yield the uses of an Agency Card that goes, if it is not one just taken."""
        number = action.first + 1
        if number in [place["card"] for place in self.own(self._before)["agency_cards"]]:
            yield f"You can no longer play A{number} {self._uses(number)}."

    # codes

    def _of_codes(self, done: Sequence[Action]) -> Iterator[str]:
        """Yield the numbers that each code in hand lacks, where they change."""
        if not any(action.kind == Kind.SWAP for action in done):
            return
        codes = self._codes_in(self._before)
        held = [code for code in codes if code in self._codes_in(self._after)]
        changes = [(code, self._short(code, self._before), self._short(code)) for code in held]
        for code, now, then in changes:
            if now != then:
                yield f"{self._code(code)} then {standing(then)} (now {standing(now)})."
        if codes == held and all(now <= then for _, now, then in changes):
            yield "No code of yours comes nearer."

    def _codes_in(self, fields: Fields) -> list[int]:
        return [place["card"] for place in self.own(fields)["codes"] if place["card"]]

    def _code(self, number: int) -> str:
        numbers = " ".join(map(str, self._cards.codes[number - 1].numbers))
        return f"{code_words(number - 1, self._cards)}, {numbers},"

    def _short(self, number: int, fields: Fields | None = None) -> int:
        fields = self._after if fields is None else fields
        numbers = self._cards.codes[number - 1].numbers
        # After the last one of a turn the dice have gone back, so those before count.
        return short_of(numbers, fields, self.own(self._before)["decoder_dice"])

    def drawn(self, draw: Action) -> Iterator[str]:
        """Yield the missions that lack the equipment on the drawn code."""
        top = self._before["code_decks"][draw.first]["top_equipment"]
        asking = self._asking(top, self._before)
        if asking:
            yield f"The code that you draw gives {top} once it is broken, which {lack(asking)}."
        else:
            yield f"The code that you draw gives {top}, which none of your missions lacks."

    # turns

    def placed(self, action: Action) -> Iterator[str]:
        """Yield the uses of a die where it is placed."""
        table = Table(
            self._before,
            self._after,
            self._seat,
            self._cards,
            self._names,
            lambda number: self._lacks(number, self._after),
        )
        return placed(table, action.first, action.second)

    def passed(self, _: Action) -> Iterator[str]:
        """Yield the place in the turn order, and the dice that are left."""
        if self._seat not in self._after["order"]:
            return
        place = ORDINALS[self._after["order"].index(self._seat)]
        yield f"You are then {place} in turn order, in Break Codes and in Dice Resolution."
        dice = self.own(self._before)["dice"]
        if dice:
            verb = "stays" if len(dice) == 1 else "stay"
            yield f"Your {listed(map(str, dice))} {verb} unplaced in this round."

    def stopped(self, _: Action) -> Iterator[str]:
        """Yield the dice, codes or agents that stay as they are."""
        own = self.own(self._before)
        decision = self._before["decision"]
        if decision == "place" and own["dice"]:
            yield f"You keep your {listed(map(str, own['dice']))} for a later turn."
        elif decision == "step" and own["agents"] == self.own(self._after)["agents"]:
            yield f"Your agents stay in {listed(own['agents'])}."
        elif decision == "break":
            for code in self._codes_in(self._before):
                short = self._short(code, self._before)
                but = "but" if not short else "and"
                yield f"{self._code(code)} stays unbroken, {but} {standing(short)}."

    def ended(self, _: Action) -> Iterator[str]:
        """Yield the number of dice left to resolve."""
        left = self._on_circles(self._before)
        yield f"You have {numbered(left, 'die') if left == 1 else f'{left} dice'} left to resolve."

    def rerolled(self, action: Action) -> Iterator[str]:
        """Yield what a reroll uses up."""
        if action.second != Source.BY_CHARACTER and self.own(self._before)["reroll_token"]:
            yield "That uses up your reroll token: it works once in a game."

    def used(self, action: Action) -> Iterator[str]:
        """Yield the effects of a special ability."""
        turn = self._after["turn"]
        if action.first == Ability.SNEAK_ATTACK:
            yield f"You may then place {turn['owed']} dice in this turn."
        elif action.first == Ability.CODE_BREAKER:
            yield f"You then have {numbered(turn['swaps'], 'swap')} left."
        elif action.first == Ability.FIRST and self._before["phase"] == "first_a":
            yield "You break your codes before the turn order."
        elif action.first == Ability.FIRST:
            yield "You resolve one die before the turn order."
        drawn = [self.own(fields)["token_draws"] for fields in self._both]
        if drawn[1] > drawn[0]:
            yield f"You draw {counted(drawn[1] - drawn[0], 'random token')}."
        yield from self.moving(action)

    def flown(self, action: Action) -> Iterator[str]:
        """Yield the missions that lack the city of a flight whose agent is still open."""
        if "use" not in self._after or self._after["use"]["agent"]:
            return
        city = self._cards.agency[action.first].city
        asking = self._asking(city, self._after)
        if asking:
            yield f"The agent goes to {city}, which {lack(asking)}."

    def refused(self, _: Action) -> Iterator[str]:
        """Yield the cards and tokens of the ability that stay in hand."""
        ability = self._before["decision"]
        left = [place["card"] for place in self.own(self._after)["agency_cards"]]
        cards = [
            agency_words(place["card"] - 1, self._cards)
            for place in self.own(self._before)["agency_cards"]
            if place["card"] in left and self._cards.agency[place["card"] - 1].ability == ability
        ]
        tokens = min(_tokens(fields, ability) for fields in self._both)
        if tokens:
            cards.append("your token" if tokens == 1 else f"{tokens} tokens")
        if cards:
            yield f"You keep {listed(cards)}."


def _tokens(fields: Fields, ability: str) -> int:
    """Return how many tokens of an ability the seat holds."""
    return sum(token["count"] for token in fields["tokens"] if token["ability"] == ability)


def _nothing(_: _Effects, __: Action) -> Iterator[str]:
    return iter(())


_TOLD: Mapping[Kind, Callable[[_Effects, Action], Iterator[str]]] = {
    Kind.PLACE: _Effects.placed,
    Kind.DRAW_CODE: _Effects.drawn,
    Kind.PASS: _Effects.passed,
    Kind.STOP: _Effects.stopped,
    Kind.END: _Effects.ended,
    Kind.REROLL: _Effects.rerolled,
    Kind.USE: _Effects.used,
    Kind.FLY: _Effects.flown,
    Kind.REFUSE: _Effects.refused,
    Kind.FORFEIT: _Effects.forfeited,
    Kind.MOVE: _Effects.moving,
    Kind.DIE: _Effects.chosen,
    Kind.DISCARD: _Effects.discarded,
}


def _without_unseen(fields: Fields, seat: int, known: set[tuple[str, int]]) -> Fields:
    """Return the fields with only the known cards in the seat's hand; an Agency Card that is not
    known counts as one of no equipment."""
    players = list(fields["players"])
    own = players[seat]
    agency = [
        place if ("agency_cards", place["card"]) in known else {"card": 0}
        for place in own["agency_cards"]
    ]
    rest = {
        pile: [place for place in own[pile] if (pile, place["card"]) in known]
        for pile in ("missions", "codes")
    }
    players[seat] = {**own, "agency_cards": agency, **rest}
    return {**fields, "players": players}
