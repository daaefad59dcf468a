"""Moves in words, each checked on the positions before and after a stretch of play.

A move may span several steps, so it is true if it describes the way from the position before one
step to that after the same or a later one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from covert_engine.covert.cards.card_set import CardSet
from truth.claims import items
from truth.position import Position

NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
TARGETS = (
    "Complete Mission",
    "Mission Cards",
    "Agency Cards",
    "Movement",
    "the Special Operations folder",
    "the Decoder",
)
ABILITIES = {
    "+1": "plus_one",
    "-1": "minus_one",
    "Move x3": "move_three",
    "Sneak Attack": "sneak_attack",
    "First": "first",
    "Search": "search",
    "Code Breaker": "code_breaker",
}
DECKS = {None: None, "the Agency deck": "agency", "the mission deck": "mission"}
CARD = r"A(\d+) \(\S+?\)"
CODE = r"C(\d+) \(\S+?\)"
MEANS = rf"with (?:{CARD}|a token|your character)"


class Play:
    """What the seat had and saw before a step, and after it or a later one."""

    def __init__(self, position: Position, before: Any, after: Any) -> None:
        self.position = position
        self.cards: CardSet = position.cards
        self.before, self.after = before, after
        self.had = before["players"][position.seat]
        self.has = after["players"][position.seat]

    def lost(self, pile: str, card: int) -> bool:
        here, there = ([place["card"] for place in own[pile]] for own in (self.had, self.has))
        return card in here and card not in there

    def held(self, pile: str, card: int) -> bool:
        return card in [place["card"] for place in self.had[pile]]

    def gained(self, pile: str) -> int:
        return len(self.has[pile]) - len(self.had[pile])

    def paid(self, card: str | None, words: str, ability: str) -> bool:
        """Return true if this card, or a token or the character, has been used for an ability."""
        if card is not None:
            fits = self.cards.agency[int(card) - 1].ability == ability
            return fits and self.lost("agency_cards", int(card))
        if "token" in words:
            return bool(self.has["tokens"] < self.had["tokens"])
        return bool(self.has["character_uses"] != self.had["character_uses"])

    def on_circle(self, fields: Any, circle: int) -> Counter[int]:
        spaces = fields["circles"][circle]["spaces"]
        own = self.position.seat + 1
        return Counter(face for face, owner in enumerate(spaces, 1) if owner == own)

    def face_up(self, card: int, region: str) -> bool:
        place = [area.name for area in self.cards.regions].index(region)
        return bool(self.before["agency_face_up"][place] == card)


Check = Callable[[Play, re.Match[str]], bool]
FORMS: list[tuple[re.Pattern[str], Check]] = []


def move(form: str) -> Callable[[Check], Check]:
    """Register the check of a form of words; `form` is a regular expression."""

    def registered(check: Check) -> Check:
        FORMS.append((re.compile(form), check))
        return check

    return registered


@move(r"put M(\d+) under the mission deck")
def _(play: Play, said: re.Match[str]) -> bool:
    return play.lost("missions", int(said[1]))


@move(rf"place a (\d) on ({'|'.join(TARGETS)})")
def _(play: Play, said: re.Match[str]) -> bool:
    face, target = int(said[1]), TARGETS.index(said[2])
    fewer = len(play.has["dice"]) < len(play.had["dice"])
    if target < 4:
        then, now = play.on_circle(play.after, target), play.on_circle(play.before, target)
        return fewer and (then - now)[face] == 1
    if target == 4:
        return fewer and face in play.had["dice"] and play.has["folder_dice"] > 0
    then, now = Counter(play.has["decoder_dice"]), Counter(play.had["decoder_dice"])
    return fewer and (then - now)[face] > 0


@move(r"take turn order token #(\d)|take the lowest turn order token")
def _(play: Play, said: re.Match[str]) -> bool:
    place = int(said[1]) if said[1] else len(play.before["order"]) + 1
    return bool(play.before["order"] + [play.position.seat] == play.after["order"][:place])


@move(r"stop(?: (placing dice|breaking codes|moving))?")
def _(play: Play, said: re.Match[str]) -> bool:
    of = {"placing dice": "place", "breaking codes": "break", "moving": "step"}
    decision = play.before["decision"]
    return decision == of[said[1]] if said[1] else decision in of.values()


@move(r"end the turn")
def _(play: Play, said: re.Match[str]) -> bool:
    if play.before["decision"] == "last_mission":
        return bool(play.before["to_decide"] == play.position.seat)
    return bool(play.before["on_turn"] == play.position.seat and play.before["turn"]["acted"])


@move(r"choose a (\d)( on the Decoder)? to reroll(?: with your character)?")
def _(play: Play, said: re.Match[str]) -> bool:
    return int(said[1]) in play.had["decoder_dice" if said[2] else "dice"]


@move(r"reroll ([\d, and]+?)( on the Decoder)? with (the reroll token|your character)")
def _(play: Play, said: re.Match[str]) -> bool:
    faces = Counter(map(int, items(said[1])))
    chosen = Counter(play.before.get("reroll", {}).get("faces", ()))
    dice = Counter(play.had["decoder_dice" if said[2] else "dice"])
    return not faces - dice - chosen


@move(r"reroll the dice chosen")
def _(play: Play, said: re.Match[str]) -> bool:
    return bool(play.before["reroll"]["faces"]) and "reroll" not in play.after


@move(rf"use (\S+|Move x3|Sneak Attack|Code Breaker)(?: on (the \w+ deck))? {MEANS}(?: on a (\d))?")
def _(play: Play, said: re.Match[str]) -> bool:
    ability, deck, card, face = said.groups()
    if "your character" in said[0]:
        return play.paid(None, "", "")
    on_die = face is None or int(face) in play.had["dice"]
    named = play.after.get("use", {}).get("deck", DECKS.get(deck))
    right = on_die and named in (DECKS.get(deck), "unspecified")
    return right and play.paid(card, said[0], ABILITIES[ability])


@move(rf"use Move x3 {MEANS}: (.+)")
def _(play: Play, said: re.Match[str]) -> bool:
    return play.paid(said[1], said[0], "move_three") and arrived(play, said[2])


@move(r"use your character to (?:draw (?:a|an|\d) (token|Agency Card)s?|move agents)(?:: (.+))?")
def _(play: Play, said: re.Match[str]) -> bool:
    return play.paid(None, "", "") and (said[2] is None or arrived(play, said[2]))


@move(r"change a die showing (\d)")
def _(play: Play, said: re.Match[str]) -> bool:
    return int(said[1]) in play.had["dice"]


@move(rf"fly (?:agent (\d) )?to (\S+) with {CARD}")
def _(play: Play, said: re.Match[str]) -> bool:
    agent, city, card = said.groups()
    goes = play.cards.agency[int(card) - 1].city == city and play.lost("agency_cards", int(card))
    return goes and (agent is None or play.has["agents"][int(agent) - 1] == city)


@move(r"send agent (\d)(?: to (\S+))?")
def _(play: Play, said: re.Match[str]) -> bool:
    return said[2] in (None, play.has["agents"][int(said[1]) - 1])


@move(r"move (?:with (\w+) (?:die|dice))?(?:: )?(agent .+)?")
def _(play: Play, said: re.Match[str]) -> bool:
    dice = play.on_circle(play.before, 3) - play.on_circle(play.after, 3)
    paid = said[1] is None or dice.total() >= NUMBERS[said[1]]
    return paid and (said[2] is None or arrived(play, said[2]))


def arrived(play: Play, ways: str) -> bool:
    """Return true if "agent 1 to Prague and Vienna, agent 2 to Rome" is where agents are in the
    end, and each goes along connections."""
    at = dict(enumerate(play.had["agents"], 1))
    joined = {frozenset(pair) for pair in play.cards.connections}
    for agent, cities in re.findall(r"agent (\d) to (.+?)(?=, agent|$)", ways):
        for city in items(cities):
            if frozenset((at[int(agent)], city)) not in joined:
                return False
            at[int(agent)] = city
    return bool(list(at.values()) == play.has["agents"])


@move(r"swap the (\d) on tile (\d+) with the (\d) on tile (\d+)")
def _(play: Play, said: re.Match[str]) -> bool:
    one, at, other, there = map(int, said.groups())
    tiles = list(play.before["tiles"])
    if (tiles[at - 1], tiles[there - 1]) != (one, other):
        return False
    tiles[at - 1], tiles[there - 1] = other, one
    return bool(tiles == play.after["tiles"])


@move(r"swap tiles (\d+) and (\d+)")
def _(play: Play, said: re.Match[str]) -> bool:
    at, there = int(said[1]) - 1, int(said[2]) - 1
    tiles = list(play.before["tiles"])
    tiles[at], tiles[there] = tiles[there], tiles[at]
    return bool(tiles == play.after["tiles"])


@move(rf"break code {CODE}, ([\d ]+), on tiles? ([\d, and]+?)(?:, with (a die of .+))?")
def _(play: Play, said: re.Match[str]) -> bool:
    code, numbers, path, dice = said.groups()
    tiles = [int(tile) for tile in items(path)]
    shown = {tile: play.before["tiles"][tile - 1] for tile in tiles}
    for face, tile in re.findall(r"a die of (\d) on tile (\d+)", dice or ""):
        if int(face) not in play.had["decoder_dice"]:
            return False
        shown[int(tile)] = int(face)
    read = [shown[tile] for tile in tiles]
    whole = list(play.cards.codes[int(code) - 1].numbers)
    done = int(code) in play.has["completed_codes"]
    return done and read == whole == [int(number) for number in numbers.split()]


@move(rf"break code {CODE}, ([\d ]+), on tiles? ([\d, and]+)")
def _(play: Play, said: re.Match[str]) -> bool:
    """Words of a plan made before a swap do not name dice."""
    return int(said[1]) in play.has["completed_codes"]


@move(rf"claim code {CODE}, ([\d ]+), from tiles? ([\d, and]+) on")
def _(play: Play, said: re.Match[str]) -> bool:
    """Return true if the claim begins so, or the rest was forced and the code is broken."""
    code, numbers, path = said.groups()
    claim = play.after.get("claim", {"code": 0, "tiles": []})
    begun = [int(tile) for tile in items(path)]
    whole = " ".join(map(str, play.cards.codes[int(code) - 1].numbers)) == numbers
    open_end = claim["code"] == int(code) and claim["tiles"][: len(begun)] == begun
    forced = play.held("codes", int(code)) and int(code) in play.has["completed_codes"]
    return whole and (open_end or forced)


@move(rf"read the (\d) of {CODE} on tile (\d+)(, with a die on it)?")
def _(play: Play, said: re.Match[str]) -> bool:
    number, code, tile, covered = said.groups()
    named = play.before["claim"]
    at = len(named["tiles"])
    right = play.cards.codes[int(code) - 1].numbers[at] == int(number)
    shown = play.before["tiles"][int(tile) - 1] == int(number)
    return right and named["code"] == int(code) and shown != bool(covered)


@move(r"read the next numbers? of the code on tiles? [\d, and]+")
def _(play: Play, said: re.Match[str]) -> bool:
    return "claim" in play.before


@move(r"draw a code from code deck (\d)(?:, with (\S+) on top)?")
def _(play: Play, said: re.Match[str]) -> bool:
    top = play.before["code_decks"][int(said[1]) - 1]["top_equipment"]
    return said[2] in (None, top) and len(play.has["codes"]) > len(play.had["codes"])


@move(r"complete M(\d+)(?: for (\d+) points?)?(?: paying (.+))?")
def _(play: Play, said: re.Match[str]) -> bool:
    mission, points, payments = said.groups()
    worth = play.cards.missions[int(mission) - 1].points
    done = play.after.get("use", {}).get("mission") == int(mission) or (
        int(mission) in play.has["completed_missions"]
        and int(mission) not in play.had["completed_missions"]
    )
    return done and points in (None, str(worth)) and payable(play, payments, int(mission))


@move(r"pay (.+)")
def _(play: Play, said: re.Match[str]) -> bool:
    return payable(play, said[1], play.before["use"]["mission"])


def payable(play: Play, payments: str | None, mission: int) -> bool:
    """Return true if each card or code has been paid, and each foot is there."""
    cards = [int(card) for card in re.findall(CARD, payments or "")]
    codes = [int(code) for code in re.findall(CODE, payments or "")]
    feet = re.findall(r"the (\S+) with the foot of (M\d+|a completed mission)", payments or "")
    all_feet = [play.cards.missions[done - 1].foot for done in play.had["completed_missions"]]
    laid = play.before.get("use", {}).get("codes", ())
    open_codes = [*play.had["completed_codes"], *laid]
    return (
        all(play.lost("agency_cards", card) for card in cards)
        and all(code in open_codes for code in codes)
        and all(foot in all_feet for foot, _ in feet)
        and all(
            play.cards.missions[int(where[1:]) - 1].foot == foot
            for foot, where in feet
            if where.startswith("M")
        )
    )


@move(rf"shuffle {CODE} back into a code deck")
def _(play: Play, said: re.Match[str]) -> bool:
    return int(said[1]) not in play.has["completed_codes"]


@move(r"draw a mission from the deck(?: and discard M(\d+))?")
def _(play: Play, said: re.Match[str]) -> bool:
    if said[1]:
        return play.lost("missions", int(said[1]))
    return play.gained("missions") == 1


@move(r"take the mission M(\d+)(?: (only to discard it|and discard M(\d+)))?")
def _(play: Play, said: re.Match[str]) -> bool:
    mission, discarded, other = said.groups()
    if int(mission) not in play.before["missions_face_up"]:
        return False
    gone = play.after["mission_deck"]["discards"]
    if other:
        return int(other) in gone
    in_hand = int(mission) in [place["card"] for place in play.has["missions"]]
    return int(mission) in gone if discarded else in_hand


@move(r"draw an Agency Card from the deck for (one die|two dice)")
def _(play: Play, said: re.Match[str]) -> bool:
    return spent(play, said[1]) and play.gained("agency_cards") == 1


@move(rf"take {CARD}, face up in (\S+), for (one die|two dice|a pair of cubes)")
def _(play: Play, said: re.Match[str]) -> bool:
    paid = said[3] == "a pair of cubes" or spent(play, said[3])
    return paid and play.face_up(int(said[1]), said[2]) and play.gained("agency_cards") >= 0


@move(r"draw from the Agency deck for a pair of cubes")
def _(play: Play, said: re.Match[str]) -> bool:
    return "pairs" in play.before or len(play.has["cubes"]) <= len(play.had["cubes"])


@move(r"take the (?:face-up Agency Card|Agency Card, face up in \S+,) for a pair of cubes")
def _(play: Play, said: re.Match[str]) -> bool:
    return play.gained("agency_cards") >= 1


def spent(play: Play, dice: str) -> bool:
    fewer = play.on_circle(play.before, 2) - play.on_circle(play.after, 2)
    return fewer.total() == NUMBERS[dice.split()[0]]


@move(rf"take a die back from ({'|'.join(TARGETS[:4])}) without its action")
def _(play: Play, said: re.Match[str]) -> bool:
    circle = TARGETS.index(said[1])
    fewer = play.on_circle(play.before, circle) - play.on_circle(play.after, circle)
    return fewer.total() == 1


@move(rf"discard (?:{CARD}|M(\d+))")
def _(play: Play, said: re.Match[str]) -> bool:
    if said[1]:
        return play.lost("agency_cards", int(said[1]))
    return play.lost("missions", int(said[2]))


@move(rf"keep (?:{CARD}|M(\d+))(?:, with (.+) as the bottom card of (the \w+ deck))?")
def _(play: Play, said: re.Match[str]) -> bool:
    card, mission, last, _ = said.groups()
    looked_at = [place["card"] for place in play.before["search"]["cards"]]
    kept = int(card or mission) in looked_at
    return kept and (last is None or number_of(last) in looked_at)


@move(r"make (.+) the bottom card of the \w+ deck|put (.+) under the \w+ deck, above the last card")
def _(play: Play, said: re.Match[str]) -> bool:
    looked_at = [place["card"] for place in play.before["search"]["cards"]]
    return number_of(said[1] or said[2]) in looked_at


def number_of(card: str) -> int:
    match = re.match(r"[AM](\d+)", card)
    assert match
    return int(match[1])


@move(rf"take {CARD} through Espionage (?:with {CARD}|with a token)")
def _(play: Play, said: re.Match[str]) -> bool:
    taken, card = said.groups()
    pool = play.before["espionage"]["pool"]
    return int(taken) in pool and play.paid(card, said[0], "espionage")


@move(r"decline (First|Espionage)")
def _(play: Play, said: re.Match[str]) -> bool:
    return bool(play.before["decision"] == said[1].lower())


HIDDEN = (
    r"put one mission under the mission deck",
    r"keep one card of the \w+ deck",
    r"keep one card and put two under the \w+ deck",
    r"take the face-up mission at place \d",
    r"(?:take the|draw an) Agency Card, face up in \S+, for (?:one die|two dice|a pair of cubes)",
)


def forms_of(who: str, verb: str, rest: str) -> bool:
    """Return true if what a seat does is of a known form: "East places a 3 on Movement"."""
    rest = rest.replace("their character", "your character")
    verbs = [verb] if who == "you" else [verb[:-1], verb.removesuffix("es"), verb[:-3] + "y"]
    return any(
        re.fullmatch(form, verb + rest)
        for verb in verbs
        for form in (*HIDDEN, *(form.pattern for form, _ in FORMS))
    )


def unplayed(position: Position, words: str) -> Iterator[str]:
    """Yield the moves in these words that are of no known form, or did not happen so."""
    yield from unknown(position.cards, words)
    at = 0
    for clause in words.split(", then "):
        checks = _checks(clause)
        happened = _step(position, at, checks)
        if checks and happened is None:
            yield f"false: {clause}"
        at = at if happened is None else happened


def unknown(cards: CardSet, words: str) -> Iterator[str]:
    """Yield the moves in these words that are of no known form, and cards that are others."""
    for kind, number, equipment in re.findall(r"\b([AC])(\d+) \((\S+?)\)", words):
        pile = cards.agency if kind == "A" else cards.codes
        if pile[int(number) - 1].equipment != equipment:
            yield f"false: {kind}{number} is no {equipment}"
    for clause in words.split(", then "):
        if not _checks(clause):
            yield f"unknown: {clause}"


def _checks(clause: str) -> list[tuple[re.Match[str], Check]]:
    return [(match, check) for form, check in FORMS if (match := form.fullmatch(clause))]


def _step(position: Position, at: int, checks: list[tuple[re.Match[str], Check]]) -> int | None:
    """Return the first step from `at` on in which a move happens; None if it does not."""
    afters = [*(step.after for step in position.steps), position.after]
    for begin in range(at, len(position.steps)):
        for after in afters[begin:]:
            play = Play(position, position.steps[begin].before, after)
            for match, check in checks:
                try:
                    if check(play, match):
                        return begin
                except KeyError:
                    continue
    return None
