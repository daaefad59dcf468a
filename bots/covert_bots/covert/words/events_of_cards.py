"""Events of Agency Cards, missions, codes and tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from covert_bots.covert.words.change import Change, Event, more
from covert_bots.covert.words.events_at_table import path_read
from covert_bots.covert.words.narration import (
    YOUR_CHARACTER,
    agency_words,
    code_on_tiles,
    code_words,
    dice_words,
    listed,
    mission_words,
    payment_words,
    phrase,
    symbols_to_pay,
)
from covert_bots.covert.words.needs import means_of, met_by_feet
from covert_bots.covert.words.printed import ABILITY_WORDS
from covert_bots.players.amounts import counted
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.exchange.fields import PlaceFields, PlayerFields
from covert_engine.covert.rules.actions import Kind, pack

DECK_NAMES = {"agency": "Agency deck", "mission": "mission deck"}


def use(change: Change) -> Iterator[Event]:
    """An ability, a flight or a mission that is named."""
    for seat, deed in change.deeds:
        if deed.kind in (Kind.USE, Kind.FLY, Kind.SPY):
            taken = (deed.second + 1,) if deed.kind == Kind.SPY else ()
            drawing = {"players": change.before["players"], "on_turn": seat}
            said = phrase(pack(*deed), change.cards, drawing)
            yield change.event("use", seat, said.verb, said.rest, cards=taken)
            return
    now, was = change.after.get("use"), change.before.get("use")
    if now is None or (was is not None and was["kind"] == now["kind"]):
        return
    by = f" with {YOUR_CHARACTER}" if now["by_character"] else ""
    if now["kind"] == "draw":
        verb, rest = "draw", f"Agency Cards{by}"
    elif now["kind"] == "flight":
        verb, rest = "fly", f"an agent{by}"
    elif now["kind"] == "mission":
        verb, rest = "choose", f"{mission_words(now['mission'] - 1, change.cards)} to complete"
    else:
        verb, rest = "use", f"{ABILITY_WORDS[now['ability']]}{by}"
    yield change.event("use", now["seat"], verb, rest)


def payments(change: Change) -> Iterator[Event]:
    """What pays for a mission: cards, codes and the feet of completed missions."""
    for seat, _, now in change.players():
        pays = change.done(seat, Kind.PAY)
        if not pays:
            continue
        named = change.done(seat, Kind.COMPLETE)
        under_way = change.before.get("use")
        if named:
            mission, paid = named[0].first + 1, 0
        elif under_way is not None and under_way["mission"]:
            mission, paid = under_way["mission"], under_way["symbols_paid"]
        else:
            continue
        symbols = symbols_to_pay(mission, change.cards)[paid:]
        completed = [one for one in now["completed_missions"] if one != mission]
        by = [
            payment_words(pay, change.cards, symbol, completed)
            for pay, symbol in zip(pays, symbols, strict=False)
        ]
        rest = f"for {mission_words(mission - 1, change.cards)}: {listed(by)}"
        yield change.event("payment", seat, "pay", rest, count=len(by))


def _hand(was: Sequence[PlaceFields], now: Sequence[PlaceFields]) -> tuple[list[int], list[int]]:
    """Cards gained and lost; 0 is an unknown card, known cards differ by number."""
    if was == now:
        return [], []
    old, new = [place["card"] for place in was], [place["card"] for place in now]
    return list(more(old, new)), list(more(new, old))


def _discarded(
    change: Change, seat: int, kind: Kind, gained: list[int], left: list[int]
) -> list[int]:
    """The cards that a seat discards, which all see; takes them out of those that have left."""
    thrown = [deed.first + 1 for deed in change.done(seat, kind)]
    for card in thrown:
        if card in left or 0 in left:
            left.remove(card if card in left else 0)
        else:  # an unknown card for an unknown one: the hand looks as before
            gained.append(0)
    return thrown


def _named(
    cards: Sequence[int], words: Callable[[int, CardSet], str], noun: str, card_set: CardSet
) -> str:
    """Cards by name as far as they are known: "A3 (radio) and 2 Agency Cards"."""
    known = [words(card - 1, card_set) for card in cards if card]
    unseen = len(cards) - len(known)
    return listed([*known, counted(unseen, noun)] if unseen else known)


def _agency_named(cards: Sequence[int], card_set: CardSet) -> str:
    return _named(cards, agency_words, "Agency Card", card_set)


def _missions_named(cards: Sequence[int], card_set: CardSet) -> str:
    return _named(cards, mission_words, "mission", card_set)


def _searched(change: Change, seat: int) -> bool:
    """Whether a card that the seat gains is the one a Search keeps."""
    using = change.before.get("use")
    return "search" in change.before and using is not None and using["seat"] == seat


def agency(change: Change) -> Iterator[Event]:
    """Agency Cards that come and go."""
    for seat, was, now in change.players():
        gained, left = _hand(was["agency_cards"], now["agency_cards"])
        thrown = _discarded(change, seat, Kind.DISCARD, gained, left)
        if gained:
            yield from _agency_gained(change, seat, gained)
        if thrown:
            rest = _agency_named(thrown, change.cards)
            fields = {"cards": tuple(thrown), "count": len(thrown)}
            yield change.event("agency_left", seat, "discard", rest, **fields)
        if left:
            discards = change.after["agency_deck"]["discards"]
            verb = "discard" if all(card in discards for card in left) else "play"
            rest = _agency_named(left, change.cards)
            yield change.event("agency_left", seat, verb, rest, cards=tuple(left), count=len(left))
    before, after = change.before, change.after
    discarded = more(before["agency_deck"]["discards"], after["agency_deck"]["discards"])
    if discarded:
        words = f"Discarded: {_agency_named(discarded, change.cards)}"
        yield Event("agency_discarded", words, cards=discarded, count=len(discarded))
    if before["agency_face_up"] != after["agency_face_up"]:
        up = tuple(after["agency_face_up"])
        names = (agency_words(card - 1, change.cards) if card else "none" for card in up)
        yield Event("agency_face_up", f"Face-up Agency Cards: {', '.join(names)}", cards=up)


def _agency_gained(change: Change, seat: int, gained: Sequence[int]) -> Iterator[Event]:
    """From face-up spaces, then from the deck, an Espionage window or a Search."""
    spaces = change.before["agency_face_up"]
    window = change.before.get("espionage")
    pool = window["pool"] if window is not None else []
    takes = change.done(seat, Kind.TAKE_AGENCY)
    price = ""
    if takes:
        price = f" with {dice_words(takes[0].second)}"
    elif _has_pair(change, seat):
        price = " for a pair of cubes"
    rest_of_them = []
    for card in gained:
        if card and card in spaces:
            region = change.cards.regions[spaces.index(card)].name
            rest = f"{agency_words(card - 1, change.cards)}, face up in {region},{price}"
            yield _gained(change, seat, "take", rest.rstrip(","), [card])
        elif card and card in pool:
            rest = f"{agency_words(card - 1, change.cards)} through Espionage"
            yield _gained(change, seat, "take", rest, [card])
        else:
            rest_of_them.append(card)
    if rest_of_them:
        names = _agency_named(rest_of_them, change.cards)
        if _searched(change, seat):
            yield _gained(change, seat, "keep", f"{names} from the Search", rest_of_them)
        else:
            rest = f"{names} from the Agency deck{price}"
            yield _gained(change, seat, "draw", rest, rest_of_them)


def _has_pair(change: Change, seat: int) -> bool:
    """Whether cards may come from a pair of cubes on the seat's character (rules 5.6)."""
    was, now = (view["players"][seat]["cubes"] for view in (change.before, change.after))
    return bool(change.done(seat, Kind.REWARD)) or bool(more(now, was))


def _gained(change: Change, seat: int, verb: str, rest: str, cards: Sequence[int]) -> Event:
    return change.event("agency_gained", seat, verb, rest, cards=tuple(cards), count=len(cards))


def missions(change: Change) -> Iterator[Event]:
    """Missions that are completed, come and go."""
    for seat, was, now in change.players():
        gained, left = _hand(was["missions"], now["missions"])
        completed = more(was["completed_missions"], now["completed_missions"])
        if completed:
            yield _completed(change, seat, completed)
            # It left the hand by its number or, if that was not known, as unknown.
            gone = Counter(left) - Counter(completed)
            gone[0] -= sum((Counter(completed) - Counter(left)).values())
            left = sorted((+gone).elements())
        thrown = _discarded(change, seat, Kind.DISCARD_MISSION, gained, left)
        if gained:
            yield _mission_gained(change, seat, gained)
        for some in (thrown, left):
            if some:
                yield _mission_left(change, seat, some)
    before, after = change.before, change.after
    discarded = more(before["mission_deck"]["discards"], after["mission_deck"]["discards"])
    if discarded:
        words = f"Discarded: {_missions_named(discarded, change.cards)}"
        yield Event("mission_discarded", words, cards=discarded, count=len(discarded))
    if before["missions_face_up"] != after["missions_face_up"]:
        up = tuple(after["missions_face_up"])
        names = (mission_words(card - 1, change.cards) if card else "none" for card in up)
        yield Event("missions_face_up", f"Face-up missions: {', '.join(names)}", cards=up)


def _completed(change: Change, seat: int, completed: Sequence[int]) -> Event:
    """With the region feet that met its cities and regions where agents did not (rules 7.3)."""
    cards = change.cards
    points = sum(cards.missions[card - 1].points for card in completed)
    rest = f"{_missions_named(completed, cards)}, {counted(points, 'point')}"
    means = means_of(change.before, seat, cards)
    feet = change.before["players"][seat]["completed_missions"]
    for number in completed:
        for place, region in met_by_feet(cards.missions[number - 1], means, cards):
            fitting = [one for one in feet if cards.missions[one - 1].foot == region]
            whose = mission_words(fitting[0] - 1, cards) if len(fitting) == 1 else ""
            rest += f", {place} met by the foot of {whose or 'a completed mission'}"
    fields = {"cards": tuple(completed), "count": len(completed)}
    return change.event("mission_completed", seat, "complete", rest, **fields)


def _mission_gained(change: Change, seat: int, gained: Sequence[int]) -> Event:
    names = _missions_named(gained, change.cards)
    price = " with one die" if change.done(seat, Kind.TAKE_MISSION) else ""
    if _searched(change, seat):
        verb, rest = "keep", f"{names} from the Search"
    elif all(card and card in change.before["missions_face_up"] for card in gained):
        verb, rest = "take", f"{names} from the face-up missions{price}"
    else:
        verb, rest = "draw", f"{names} from the mission deck{price}"
    fields = {"cards": tuple(gained), "count": len(gained)}
    return change.event("mission_gained", seat, verb, rest, **fields)


def _mission_left(change: Change, seat: int, left: Sequence[int]) -> Event:
    names = _missions_named(left, change.cards)
    if change.in_setup:
        verb, rest = "put", f"{names} under the mission deck"
    elif all(card in change.after["mission_deck"]["discards"] for card in left):
        verb, rest = "discard", names
    else:
        verb, rest = "name", names
    fields = {"cards": tuple(left), "count": len(left)}
    return change.event("mission_left", seat, verb, rest, **fields)


def codes(change: Change) -> Iterator[Event]:
    """Broken codes with the tiles they were read on, those used, and those drawn."""
    claim = change.after.get("claim")
    if claim is not None and claim != change.before.get("claim"):
        numbers = _numbers(claim["code"], change.cards)
        tiles = tuple(claim["tiles"])
        words = f"{code_words(claim['code'] - 1, change.cards)}, {numbers}, is read on tiles "
        yield Event(
            "claim",
            f"Code {words}{listed(map(str, tiles))} so far",
            change.after.get("on_turn"),
            cards=(claim["code"],),
            tiles=tiles,
        )
    for seat, was, now in change.players():
        broken = list(more(was["completed_codes"], now["completed_codes"]))
        gained = len(now["codes"]) - len(was["codes"]) + len(broken)
        open_claim = claim["code"] if claim is not None else 0
        for code in _completed_claims(change, seat, broken, open_claim):
            yield _broken(change, seat, code)
        used = more(now["completed_codes"], was["completed_codes"])
        if used:
            names = _named(used, code_words, "code", change.cards)
            yield change.event("code_used", seat, "use", f"up {names}", cards=used, count=len(used))
        if gained > 0:
            yield _codes_drawn(change, seat, was, now, gained)


def _completed_claims(
    change: Change, seat: int, broken: Sequence[int], open_claim: int
) -> Iterator[int]:
    """The codes whose claims are complete: a bent one counts as broken from its first tile on."""
    yield from (code for code in broken if code != open_claim)
    claim = change.before.get("claim")
    if claim is None or claim["code"] == open_claim:
        return
    if claim["code"] in change.before["players"][seat]["completed_codes"]:
        yield claim["code"]


def _broken(change: Change, seat: int, code: int) -> Event:
    path = path_read(change, seat, code)
    numbers = change.cards.codes[code - 1].numbers
    shown = change.before["tiles"]
    if len(path) != len(numbers):  # the views alone do not say where it was read
        rest = f"{code_words(code - 1, change.cards)}, {_numbers(code, change.cards)}"
        return change.event("code_broken", seat, "break", rest, cards=(code,), count=1)
    faces = [
        number for number, tile in zip(numbers, path, strict=True) if shown[tile - 1] != number
    ]
    return change.event(
        "code_broken",
        seat,
        "break",
        code_on_tiles(code - 1, path, shown, change.cards),
        cards=(code,),
        tiles=tuple(path),
        faces=tuple(faces),
        count=1,
    )


def _numbers(code: int, cards: CardSet) -> str:
    return " ".join(map(str, cards.codes[code - 1].numbers))


def _codes_drawn(
    change: Change, seat: int, was: PlayerFields, now: PlayerFields, gained: int
) -> Event:
    """Of a code drawn from a deck the equipment is open to all (rules 10.3)."""
    if change.in_setup:
        return change.event("code_gained", seat, "get", counted(gained, "code"), count=gained)
    held, holds = (
        Counter(place["equipment"] for place in player["codes"] if place["equipment_public"])
        for player in (was, now)
    )
    shown = sorted((holds - held).elements())
    sizes = zip(change.before["code_decks"], change.after["code_decks"], strict=True)
    taken = {str(deck): old["size"] - new["size"] for deck, (old, new) in enumerate(sizes, 1)}
    decks = [deck for deck, number in taken.items() if number]
    rest = counted(gained, "code")
    if len(shown) == gained:
        rest += f" ({listed(shown)})"
    if sum(taken.values()) == gained and min(taken.values()) >= 0:
        rest += f" from code deck{'s' if len(decks) > 1 else ''} {listed(decks)}"
    return change.event("code_gained", seat, "draw", rest, count=gained)


def tokens(change: Change) -> Iterator[Event]:
    """Tokens drawn and used."""
    for seat, was, now in change.players():
        drawn = now["token_draws"] - (0 if change.new_round else was["token_draws"])
        if drawn:
            rest = counted(drawn, "token") + _which_tokens(change, seat, drawn)
            yield change.event("tokens_drawn", seat, "draw", rest, count=drawn)
        used = was["tokens"] + drawn - now["tokens"]
        if used > 0:
            rest = f"{counted(used, 'token')} back into the bag"
            yield change.event("tokens_used", seat, "put", rest, count=used)


def _which_tokens(change: Change, seat: int, drawn: int) -> str:
    """The abilities of tokens drawn, where the view's own seat drew them: ": First"."""
    if seat != change.after["seat"]:
        return ""
    held, holds = (
        Counter({one["ability"]: one["count"] for one in view["tokens"]})
        for view in (change.before, change.after)
    )
    new = [ABILITY_WORDS[ability] for ability in (holds - held).elements()]
    return f": {listed(new)}" if len(new) == drawn else ""


def searches(change: Change) -> Iterator[Event]:
    """A Search that begins and ends; only the searcher sees the cards."""
    was, now = change.before.get("search"), change.after.get("search")
    if now is None:
        if was is not None:
            yield Event("search_ends", "The Search ends")
    elif was is None:
        found = tuple(place["card"] for place in now["cards"])
        using = change.after["use"]
        words = agency_words if using["deck"] == "agency" else mission_words
        deck = DECK_NAMES.get(using["deck"], "deck")
        known = [words(card - 1, change.cards) for card in found if card]
        which = f": {listed(known)}" if known else ""
        cards = "the top card" if len(found) == 1 else f"the top {len(found)} cards"
        rest = f"at {cards} of the {deck}{which}"
        yield change.event("search", using["seat"], "look", rest, cards=found, count=len(found))
