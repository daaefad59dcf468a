"""Free plays: special abilities, flights, and the abilities of characters."""

from __future__ import annotations

from covert_engine.covert.cards.card_set import ABILITIES
from rules.model.decks import (
    can_draw,
    draw,
    draw_agency,
    gain_agency,
    gain_mission,
    meet_agency_limit,
    meet_mission_limit,
)
from rules.model.movement import enter, leave, walk
from rules.model.table import (
    AGENTS,
    MAX_PLAYS,
    Flow,
    Place,
    Search,
    Table,
    Use,
    ability_text,
    choose,
)
from rules.model.windows import espionage_window, sources, spend

# How a character's effect is played, and the ability it is like.
PLAYS = {
    "shift_die": ("plus_one", "minus_one"),
    "steps": ("move_three",),
    "search_deck": ("search",),
    "draw_token": ("draw_token",),
    "draw_agency": ("draw_agency",),
}
ABILITY_OF_TEXT = {
    ability_text(ability): ability
    for ability in ("plus_one", "minus_one", "move_three", "sneak_attack", "search", "code_breaker")
} | {"draw-token": "draw_token", "draw-agency": "draw_agency"}
SEARCHED = 3
DECK_TEXTS = {"agency": "agency", "missions": "mission"}


def plays_left(table: Table) -> bool:
    """11.3: at most 100 plays a turn."""
    assert table.turn is not None
    if table.turn.plays < MAX_PLAYS:
        return True
    table.note("11.3 a hundred plays")
    return False


def ability_plays(table: Table, seat: int, *abilities: str) -> list[str]:
    """6.1: uses of these abilities by token or card."""
    return [
        f"use {ability_text(ability)} {source}{deck}"
        for ability in abilities
        for source in sources(table, seat, ability)
        for deck in ((" agency", " missions") if ability == "search" else ("",))
    ]


def flights(table: Table, seat: int) -> list[str]:
    """6.10: cards whose city has not all of the seat's agents."""
    player = table.players[seat]
    return [
        f"fly A{place.card}"
        for place in player.agency
        if any(city != table.agency_card(place.card).city for city in player.agents)
    ]


def character_ready(table: Table, seat: int, when: str) -> bool:
    """6.18: whether the character can be played now, in its period."""
    character = table.character(seat)
    if when not in character.when:
        return False
    if table.players[seat].character_uses < character.times:
        return True
    table.note("6.18 used up")
    return False


def character_plays(table: Table, seat: int, when: str, *abilities: str) -> list[str]:
    """6.18: plays of the character that are like these abilities."""
    character = table.character(seat)
    if not character_ready(table, seat, when):
        return []
    texts = []
    for ability in PLAYS.get(character.effect, ()):
        if ability in abilities:
            word = ability.replace("_", "-") if "draw" in ability else ability_text(ability)
            deck = {"": "", "agency": " agency", "mission": " missions"}[character.deck]
            texts.append(f"use {word} character{deck}")
    return texts


def use(table: Table, seat: int, action: str) -> Flow[None]:
    """6.12: name, pay, the window, the effect."""
    _, word, source, *deck = action.split()
    ability = ABILITY_OF_TEXT[word]
    if ability in _NOTES:
        table.note(_NOTES[ability])
    turn = table.turn
    assert turn is not None
    turn.plays += 1
    using = table.use = Use("ability", seat, ability, source)
    using.deck = DECK_TEXTS[deck[0]] if deck else ""
    if source == "character":
        table.note("6.18 a character's play")
        table.players[seat].character_uses += 1
    else:
        using.cards = spend(table, seat, source, ability)
    if ability in ("plus_one", "minus_one"):
        if turn.shifted:
            table.note("6.2 stacked")
            using.face = turn.shifted
        else:
            faces = sorted(set(table.players[seat].dice))
            action = yield from choose(table, "die", seat, [f"die {face}" for face in faces])
            using.face = int(action.split()[1])
    yield from espionage_window(table, using)
    if ability not in ("search", "draw_agency"):
        table.use = None  # nothing of it matters any more
    yield from _effect(table, using)
    table.use = None


_NOTES = {
    "plus_one": "6.2 a die changed",
    "minus_one": "6.2 a die changed",
    "sneak_attack": "6.5 a Sneak Attack",
    "search": "6.7 a Search",
    "code_breaker": "6.8 a Code Breaker",
}


def _effect(table: Table, using: Use) -> Flow[None]:
    seat = using.seat
    by_character = using.source == "character"
    amount = table.character(seat).amount if by_character else 0
    turn = table.turn
    assert turn is not None
    match using.ability:
        case "plus_one" | "minus_one":
            shift_die(table, seat, using.face, 1 if using.ability == "plus_one" else -1)
        case "move_three":
            yield from walk(table, seat, shared=amount or 3)
        case "sneak_attack":
            turn.owed += 1
        case "search":
            yield from search(table, seat, using.deck)
        case "code_breaker":
            turn.swaps += 1
        case "draw_token":
            for _ in range(amount):
                draw_token(table, seat)
        case "draw_agency":
            using.draws_left = amount
            while using.draws_left:
                using.draws_left -= 1
                if can_draw(table.agency_deck):
                    yield from draw_agency(table, seat)


def shift_die(table: Table, seat: int, face: int, by: int) -> None:
    """6.2: 6+1 is 1, 1-1 is 6."""
    assert table.turn is not None
    shifted = (face - 1 + by) % 6 + 1
    if abs(shifted - face) > 1:
        table.note("6.2 6+1 and 1-1")
    dice = table.players[seat].dice
    dice.remove(face)
    dice.append(shifted)
    dice.sort()
    table.turn.shifted = shifted


def draw_token(table: Table, seat: int) -> None:
    """3.5: a token from the bag, secret; from an empty bag nothing."""
    player = table.players[seat]
    if not table.bag:
        table.note("3.5 an empty bag")
        return
    counts = [table.bag.count(ability) for ability in ABILITIES]
    drawn = ABILITIES[table.chance.token(table.round, seat, player.token_draws, counts)]
    table.note("3.5 a token drawn")
    player.token_draws += 1
    table.bag.remove(drawn)
    player.tokens.append(drawn)
    player.fresh.append(drawn)


def search(table: Table, seat: int, name: str) -> Flow[None]:
    """6.7: draw three one by one, keep one, the others under the deck in an order of choice."""
    agency = name == "agency"
    deck = table.agency_deck if agency else table.mission_deck
    letter = "A" if agency else "M"
    seen: list[Place] = []
    looking = table.search = Search(name, seen)
    while len(seen) < SEARCHED and can_draw(deck):
        if seen and not deck.places:
            table.note("5.14 a Search goes on in a remade deck")
        place = draw(table, deck)
        if place.known_by - {seat}:
            table.note("10.6 a searched place forgotten")
        place.known_by = {seat}
        seen.append(place)
    if not seen:
        table.search = None
        return
    legal = [f"keep {letter}{place.card}" for place in seen]
    action = yield from choose(table, "keep", seat, legal)
    looking.kept = int(action[6:])
    others = [place for place in seen if place.card != looking.kept]
    if len(others) == 2:
        legal = [f"bottom {letter}{place.card}" for place in others]
        action = yield from choose(table, "bottom", seat, legal)
        others.sort(key=lambda place: place.card != int(action[8:]))
    deck.places += others
    lots = {place.lot for place in deck.places}
    if len(lots) > 1:
        table.note(f"10.4 a deck of {'two' if len(lots) == 2 else 'three'} lots")
    kept = next(place for place in seen if place.card == looking.kept)
    table.search = table.use = None
    if agency:
        gain_agency(table, seat, kept)
        yield from meet_agency_limit(table, seat)
    else:
        gain_mission(table, seat, kept)
        yield from meet_mission_limit(table, seat)


def fly(table: Table, seat: int, action: str) -> Flow[None]:
    """6.10: a flight leaves and enters like a move, unless the option says otherwise."""
    assert table.turn is not None
    table.turn.plays += 1
    card = int(action.split("A")[1])
    using = table.use = Use("flight", seat, source=f"A{card}", cards=[card])
    spend(table, seat, f"A{card}", "")
    city = table.agency_card(card).city
    agents = table.players[seat].agents
    legal = [f"agent {agent}" for agent in range(1, AGENTS + 1) if agents[agent - 1] != city]
    action = yield from choose(table, "agent", seat, legal)
    using.agent = int(action.split()[1])
    yield from espionage_window(table, using)
    table.use = None
    if table.options.flight_trails:
        table.note("6.10 a flight")
        leave(table, seat, using.agent)
        yield from enter(table, seat, using.agent, city)
    else:
        table.note("6.10 a flight without trails")
        agents[using.agent - 1] = city
