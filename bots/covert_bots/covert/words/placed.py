"""The use of a die where it is placed, in sentences that a reader can check on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from covert_bots.covert.words.circles import open_faces
from covert_bots.covert.words.narration import ANY_CARD, Fields, dice_words, listed, mission_words
from covert_bots.covert.words.needs import lack, lacking_words
from covert_bots.players.amounts import counted, numbered
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.rules.actions import Target

CIRCLES = 4  # the first targets
NEAREST = 4  # places that a die on Movement names
Lacking = Callable[[int], Sequence[str]]


class Table(NamedTuple):
    """The table on which a die is placed, as its seat sees it."""

    before: Fields
    after: Fields
    seat: int
    cards: CardSet
    names: Sequence[str]
    lacking: Lacking
    """The symbols that a mission lacks after the placement."""


def placed(table: Table, face: int, target: int) -> Iterator[str]:
    """Yield the uses of a die on its target, and the dice that fit there no longer or now."""
    yield from _USES[target](table, face)
    if target < CIRCLES:
        yield from _beside(table, face, target)


def _held(table: Table) -> dict[str, Sequence[str]]:
    """Return the lacking symbols of each mission in hand, by its name."""
    places = table.after["players"][table.seat]["missions"]
    numbers = [place["card"] for place in places if place["card"]]
    return {mission_words(number - 1, table.cards): table.lacking(number) for number in numbers}


def _complete(table: Table, face: int) -> Iterator[str]:
    held = _held(table)
    ready = [mission for mission, lacking in held.items() if not lacking]
    if ready:
        yield f"The die can complete {listed(ready, 'or')}, for which you lack nothing."
    elif held:
        still = "; ".join(f"{name} lacks {lacking_words(lack)}" for name, lack in held.items())
        yield f"None of your missions can be completed yet: {still}."
    else:
        yield "You hold no mission."


def _missions(table: Table, face: int) -> Iterator[str]:
    if not _held(table):
        yield "You hold no mission."
    shown = [number for number in table.before["missions_face_up"] if number]
    lacks = [
        f"{mission_words(number - 1, table.cards)} lacks {lacking_words(table.lacking(number))}"
        for number in shown
    ]
    if lacks:
        yield f"Face up: {'; '.join(lacks)}."


def _agency(table: Table, face: int) -> Iterator[str]:
    held = _held(table)
    served = False
    player = table.after["players"][table.seat]
    reaches = table.cards.characters[player["character"] - 1].effect == "reach"
    for region, card in zip(table.cards.regions, table.before["agency_face_up"], strict=True):
        kind = table.cards.agency[card - 1].equipment if card else ""
        asking = [mission for mission, lacking in held.items() if kind in lacking]
        if asking:
            near = reaches or any(city in player["agents"] for city in region.cities)
            price = dice_words(1 if near else 2)
            yield f"Face up in {region.name}, for {price}: {kind}, which {lack(asking)}."
            served = True
    helped = [mission for mission, lacking in held.items() if ANY_CARD in lacking]
    if helped:
        yield f"{lack(helped)} {ANY_CARD}."
    elif held and not served:
        yield "No face-up Agency Card shows equipment that you lack."


def _movement(table: Table, face: int) -> Iterator[str]:
    agents = table.after["players"][table.seat]["agents"]
    places = {city: (city,) for city in table.cards.cities} | {
        region.name: region.cities for region in table.cards.regions
    }
    held = _held(table)
    missed = dict.fromkeys(
        symbol for lacking in held.values() for symbol in lacking if symbol in places
    )
    if held and not missed:
        yield "Your missions lack no city and no region."
    for place in list(missed)[:NEAREST]:
        asking = [mission for mission, lacking in held.items() if place in lacking]
        # An agent that is there already serves another symbol of the mission.
        others = [
            (steps_between(table.cards, city, places[place]), agent)
            for agent, city in enumerate(agents, 1)
            if city not in places[place]
        ]
        if others:
            steps, agent = min(others)
            away = f"{numbered(steps, 'step')} from agent {agent}"
            yield f"{place}, which {lack(asking)}, is {away}."


def steps_between(cards: CardSet, start: str, ends: Sequence[str]) -> int:
    """Return the number of connections from a city to the nearest of some."""
    reached, border, steps = {start}, {start}, 0
    while not reached.intersection(ends):
        border = {
            city
            for pair in cards.connections
            if border.intersection(pair)
            for city in pair
            if city not in reached
        }
        reached |= border
        steps += 1
    return steps


def _folder(table: Table, face: int) -> Iterator[str]:
    had, has = (
        fields["players"][table.seat]["token_draws"] for fields in (table.before, table.after)
    )
    tokens = counted(has - had, "random token")
    yield f"You draw {tokens}." if has > had else "The bag is empty, so you draw no token."


def _decoder(table: Table, face: int) -> Iterator[str]:
    codes = [place["card"] for place in table.after["players"][table.seat]["codes"]]
    with_face = [card for card in codes if face in table.cards.codes[card - 1].numbers]
    for card in with_face:
        yield f"C{card} has a {face}, which the die can stand for."
    if codes and not with_face:
        yield f"None of your codes has a {face}."


_USES: Mapping[int, Callable[[Table, int], Iterator[str]]] = {
    Target.COMPLETE_CIRCLE: _complete,
    Target.MISSION_CIRCLE: _missions,
    Target.AGENCY_CIRCLE: _agency,
    Target.MOVEMENT_CIRCLE: _movement,
    Target.FOLDER: _folder,
    Target.DECODER: _decoder,
}


def _beside(table: Table, face: int, circle: int) -> Iterator[str]:
    """Yield the unplaced dice that lose or gain a space on the circle."""
    spaces = [bool(owner) for owner in table.before["circles"][circle]["spaces"]]
    wraps = table.before["options"]["circle_wraps"]
    was = open_faces(spaces, wraps)
    spaces[face - 1] = True
    now = open_faces(spaces, wraps)
    no_more: list[tuple[str, list[int]]] = []
    new: list[tuple[str, list[int]]] = []
    for seat, player in enumerate(table.before["players"]):
        if seat in table.before["order"]:
            continue  # has taken a turn order token
        own = seat == table.seat
        left = table.after["players"][seat]["dice"] if own else player["dice"]
        whose = "your" if own else f"{table.names[seat]}'s"
        for dice, changes in ((was - now, no_more), (now - was, new)):
            faces = sorted(dice & set(left))
            if faces:
                changes.append((whose, faces))
    if no_more:
        yield _fit(no_more, "no longer")
    if new:
        yield _fit(new, "now")


def _fit(dice: Sequence[tuple[str, list[int]]], since: str) -> str:
    """Return a sentence about dice that fit a circle, or do not: "North's 1 and your 3 no longer
    fit there."."""
    words = " and ".join(f"{whose} {listed(map(str, faces))}" for whose, faces in dice)
    verb = "fits" if sum(len(faces) for _, faces in dice) == 1 else "fit"
    return f"{words[0].upper()}{words[1:]} {since} {verb} there."
