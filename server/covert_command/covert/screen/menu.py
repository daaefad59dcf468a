"""Choices as a numbered menu, in few words, since the table with the cards is on the same
screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from textwrap import wrap
from typing import NamedTuple

from covert_bots.covert.words.clauses import sentence
from covert_bots.covert.words.narration import (
    DECK_WORDS,
    TARGET_WORDS,
    YOUR_CHARACTER,
    Fields,
    dice_words,
    listed,
    mission_words,
    phrase,
    where_rerolled,
)
from covert_bots.covert.words.printed import ABILITY_WORDS, points
from covert_command.covert.screen.choices import Choice, choices_of
from covert_engine.covert import View
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.rules.actions import (
    Ability,
    Action,
    Deck,
    Kind,
    Payment,
    Source,
    pack,
    unpack,
)

GAP = "   "  # between the items of a line
COLUMN_GAP = "  "
INDENT = 4  # columns of a continued line
MOST_IN_FULL = 8  # items of one label with their full words
MOVING = (Ability.MOVE_THREE, Source.BY_CHARACTER)
SHORT_TARGETS = (*TARGET_WORDS[:4], "folder", "Decoder")


class Item(NamedTuple):
    """A choice in words."""

    label: str
    """The start, which an item can share with its neighbours: "Place a 3 on"."""
    words: str
    """The rest: "Movement"."""
    row: str = ""
    """The row, if items are drawn as a table; the label names it too, and `short` is the column."""
    short: str = ""
    """Short words for little room; empty if `words` are short."""
    whole: str = ""
    """The sentence, if label and words in a row do not make one."""

    @property
    def sentence(self) -> str:
        """The choice by itself: "Place a 3 on Movement"."""
        return self.whole or f"{self.label} {self.words}".rstrip()


def items_of(view: View) -> list[tuple[Choice, Item]]:
    """Return the choices of the seat to decide that make sense, those with equal labels next to
    each other."""
    cards, fields = view.cards.source, view.fields()
    by_label: dict[str, list[tuple[Choice, Item]]] = {}
    for choice in choices_of(view):
        if _is_in_vain(unpack(choice.actions[0]), view, fields):
            continue
        item = item_of(choice, cards, fields)
        by_label.setdefault(item.label, []).append((choice, item))
    return [worded_choice for group in by_label.values() for worded_choice in group]


def _is_in_vain(action: Action, view: View, fields: Fields) -> bool:
    """Return True for a Sneak Attack without a die for it."""
    if action.kind != Kind.USE or action.first != Ability.SNEAK_ATTACK:
        return False
    dice, owed = fields["players"][view.seat]["dice"], fields["turn"]["owed"]
    return bool(len(dice) <= owed)


def item_of(choice: Choice, cards: CardSet, fields: Fields) -> Item:
    """Return a choice in words; `fields` are those of the view that it is made in."""
    actions = [unpack(action) for action in choice.all_actions]
    worded = _ITEMS.get(Kind(actions[0].kind))
    if worded is not None:
        return worded(actions, cards, fields)
    if len(choice.all_actions) > 1:
        return Item(sentence(choice.all_actions, cards, fields), "")
    phrased = phrase(choice.all_actions[0], cards, fields)
    return Item(phrased.verb[0].upper() + phrased.verb[1:], phrased.rest)


def menu(items: Mapping[int, Item], width: int, *, tight: int = 0) -> list[str]:
    """Return items under their numbers, in lines of at most `width` columns, those that share a
    label together.

    If `tight` is 1, the words are short; if it is 2, labels do not begin lines either.
    """
    lines: list[str] = []
    alone: list[str] = []  # items with a label of their own, side by side
    for in_table, section in groupby(items.items(), key=lambda entry: bool(entry[1].row)):
        if in_table:
            lines += _table(list(section))
            continue
        for label, group in groupby(section, key=lambda entry: entry[1].label):
            numbered = list(group)
            if len(numbered) == 1:
                number, item = numbered[0]
                briefly = f"{item.label} {item.short}" if tight and item.short else ""
                alone.append(f"{number}) {briefly or item.sentence}")
                continue
            short = tight or len(numbered) > MOST_IN_FULL
            listed_words = [
                f"{number}) {(item.short if short else '') or item.words}"
                for number, item in numbered
            ]
            if tight > 1:
                start = f"{label}:{COLUMN_GAP}{listed_words[0]}"
                fits = len(start) <= width - INDENT
                alone += [start, *listed_words[1:]] if fits else [f"{label}:", *listed_words]
                continue
            lines += _wrapped(alone, width)
            alone = []
            lines += _wrapped([f"{label}:", *listed_words], width, COLUMN_GAP if short else GAP)
    return lines + _wrapped(alone, width, COLUMN_GAP if tight > 1 else GAP)


def _table(numbered: Sequence[tuple[int, Item]]) -> list[str]:
    """Return the numbers of items by row and column."""
    columns = list(dict.fromkeys(item.short for _, item in numbered))
    columns.sort(key=SHORT_TARGETS.index)
    lines = [f"  {'Place':<6}{COLUMN_GAP.join(columns)}"]
    for row, items in groupby(numbered, key=lambda entry: entry[1].row):
        numbers = {item.short: str(number) for number, item in items}
        cells = (
            f"{numbers.get(column, ''):>{len(column) // 2 + 1}}".ljust(len(column))
            for column in columns
        )
        lines.append(f"  {row:<6}{COLUMN_GAP.join(cells)}".rstrip())
    return lines


def _wrapped(words: Iterable[str], width: int, gap: str = GAP) -> list[str]:
    """Return words side by side; only words longer than a line are broken."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + len(gap) + len(word) <= width:
            lines[-1] += gap + word
            continue
        lines += wrap(
            word,
            width,
            initial_indent=" " * (INDENT if lines else 2),
            subsequent_indent=" " * INDENT,
            break_long_words=False,
            break_on_hyphens=False,
        )
    return lines


def _place(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    face = actions[0].first
    target = actions[0].second
    label, row = f"Place a {face} on", f"a {face} on"
    return Item(label, TARGET_WORDS[target], row, SHORT_TARGETS[target])


def _fly(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    card = actions[0].first
    city, words = cards.agency[card].city, _agency(card, cards)
    if len(actions) > 1:
        agent = f"agent {actions[1].first + 1}"
        flight = f"to {city} with {words}"
        return Item(f"Fly {flight}", agent, whole=f"Fly {agent} {flight}")
    return Item("Fly to", f"{city} with {words}", short=f"{city} with A{card + 1}")


def _route(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    steps = [action for action in actions if action.kind == Kind.STEP]
    agent = steps[0].first
    start = fields["players"][fields["to_decide"]]["agents"][agent]
    cities = [cards.cities[step.second] for step in steps]
    rewards = [action for action in actions if action.kind == Kind.REWARD]
    taken, taken_briefly = _reward(rewards[0], cities[-1], cards, fields) if rewards else ("", "")
    briefly = f"- {cities[-1]}" if len(cities) > 1 else cities[-1]  # after the city on the way
    words = " - ".join(cities) + taken
    short = briefly + taken_briefly
    whole = f"ove agent {agent + 1} from {start} to"
    if actions[0].kind == Kind.STEP:
        return Item(f"M{whole}", words, short=short)
    by_die = actions[0].kind == Kind.MOVE
    means = f"With {dice_words(actions[0].first) if by_die else YOUR_CHARACTER}"
    return Item(
        f"{means}, agent {agent + 1} to",
        words,
        short=short,
        whole=f"{means}, m{whole} {words}",
    )


def _move(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    if len(actions) > 1:
        return _route(actions, cards, fields)
    return Item("Move", f"with {dice_words(actions[0].first)}")


def _reward(reward: Action, city: str, cards: CardSet, fields: Fields) -> tuple[str, str]:
    """Return the reward for a pair of cubes in a city, also in short: ", taking A7 radio" and ",
    A7"."""
    if reward.first:
        return ", taking from the deck", ", deck"
    (region,) = (at for at, candidate in enumerate(cards.regions) if city in candidate.cities)
    number = fields["agency_face_up"][region]
    return f", taking {_agency(number - 1, cards)}", f", A{number}"


def _agency(card: int, cards: CardSet) -> str:
    """Return an Agency Card (from 0) by number and equipment: "A7 radio"."""
    return f"A{card + 1} {cards.agency[card].equipment}"


def _swap(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    first, second = actions[0].first, actions[0].second
    words = f"{first + 1} and {second + 1}"
    if len(actions) == 1:
        return Item(
            "Swap tiles and break nothing yet",
            words,
            short=f"{first + 1}-{second + 1}",
            whole=f"Swap tiles {words}, and break nothing yet",
        )
    tiles = list(fields["tiles"])
    tiles[first], tiles[second] = tiles[second], tiles[first]
    claim = actions[1]
    words = f"{words}, break C{claim.first + 1} {_read(claim, cards, fields, tiles)}"
    deck = _drawn_from(actions, fields)
    if deck:
        return Item(f"Swap tiles {words} and draw from", deck)
    return Item("Swap tiles", words, short=_briefly(words.replace(" and ", "-", 1)))


def _claim(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    claim = actions[0]
    name = f"C{claim.first + 1} ({' '.join(map(str, cards.codes[claim.first].numbers))})"
    words = f"{name} {_read(claim, cards, fields, fields.get('tiles', ()))}"
    deck = _drawn_from(actions, fields)
    if deck:
        return Item(f"Break {words} and draw from", deck)
    return Item("Break", words, short=_briefly(words))


def _briefly(words: str) -> str:
    """Shorten the words for the place of a code: "on 7-9"."""
    return words.replace(" on tiles ", " on ").replace(" to ", "-")


def _drawn_from(actions: Sequence[Action], fields: Fields) -> str:
    """Return the code deck that a code is drawn from; empty if none is."""
    draws = [action for action in actions if action.kind == Kind.DRAW_CODE]
    return _deck(draws[0], fields) if draws else ""


def _deck(draw: Action, fields: Fields) -> str:
    """Return a code deck: "deck 2 (radio)"."""
    top = fields["code_decks"][draw.first]["top_equipment"]
    return f"deck {draw.first + 1} ({top})"


def _read(claim: Action, cards: CardSet, fields: Fields, tiles: Sequence[int]) -> str:
    """Return the tiles of a code, with those that dice replace: "on tiles 7 to 9"."""
    first = claim.second + 1
    if fields.get("options", {}).get("codes_bend"):
        return f"from tile {first} on"
    numbers = cards.codes[claim.first].numbers
    path = range(first, first + len(numbers))
    read = path[::-1] if claim.third else path
    tiles_words = f"on tile {read[0]}" if len(read) == 1 else f"on tiles {read[0]} to {read[-1]}"
    covered = [
        str(tile)
        for number, tile in zip(numbers, read, strict=True)
        if tiles and tiles[tile - 1] != number
    ]
    if not covered:
        return tiles_words
    return f"{tiles_words}, {'a die' if len(covered) == 1 else 'dice'} on {listed(covered)}"


def _use(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    ability, source, deck = actions[0].first, actions[0].second, actions[0].third
    if len(actions) > 1:
        return _route(actions, cards, fields)
    if ability >= len(ABILITY_WORDS) or (ability, source) == MOVING:
        words = phrase(pack(*actions[0]), cards, fields)
        return Item("Use", words.rest)
    means, short = _means(source, cards)
    if ability == Ability.SEARCH:
        return Item(f"Search {DECK_WORDS[deck]} with", means, short=short)
    return Item(f"Use {tuple(ABILITY_WORDS.values())[ability]} with", means, short=short)


def _means(source: int, cards: CardSet) -> tuple[str, str]:
    """Return the source of an ability, in full and in short: "A7 radio" and "A7"."""
    if source == Source.BY_TOKEN:
        return "a token", "a token"
    if source == Source.BY_CHARACTER:
        return YOUR_CHARACTER, YOUR_CHARACTER
    return _agency(source, cards), f"A{source + 1}"


def _spy(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    source, taken = actions[0].first, actions[0].second
    means, _ = _means(source, cards)
    return Item(f"Use Espionage with {means} to take", _agency(taken, cards), short=f"A{taken + 1}")


def _pick(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    means = f" with {YOUR_CHARACTER}" if actions[0].second == Source.BY_CHARACTER else ""
    face, where = f"a {actions[0].first}", where_rerolled(fields)
    whole = f"Choose {face}{where} to reroll{means}"
    return Item(f"Choose a die{where} to reroll{means}", face, whole=whole)


def _send(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    cards_named = fields.get("use", {}).get("agency_cards", ())
    where = f" to {cards.agency[cards_named[0] - 1].city}" if cards_named else ""
    return Item(f"Fly{where} with", f"agent {actions[0].first + 1}")


def _under(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    return Item("Return the mission", mission_words(actions[0].first, cards))


def _draw_code(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    return Item("Draw a code from", _deck(actions[0], fields))


def _complete(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    number = actions[0].first
    worth = points(cards.missions[number].points)
    mission = f"{mission_words(number, cards)} for {worth}"
    paid = _payments(actions, cards)
    return Item(f"Complete {mission} with", *paid) if paid.words else Item("Complete", mission)


def _pay(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    return Item("Pay with", *_payments(actions, cards))


class Paid(NamedTuple):
    """The payment for a mission, as an item's words, row and short words."""

    words: str
    row: str
    short: str


def _payments(actions: Sequence[Action], cards: CardSet) -> Paid:
    pays = [action for action in actions if action.kind == Kind.PAY]
    if not pays:
        return Paid("", "", "")
    words = listed(_payment(pay, cards, in_full=True) for pay in pays)
    return Paid(words, "", listed(_payment(pay, cards, in_full=False) for pay in pays))


def _payment(action: Action, cards: CardSet, *, in_full: bool) -> str:
    if action.first == Payment.PAY_FOOT:
        return "a foot"
    if action.first == Payment.PAY_CODE:
        name = f"C{action.second + 1}"
        return f"{name} {cards.codes[action.second].equipment}" if in_full else name
    return _agency(action.second, cards) if in_full else f"A{action.second + 1}"


def _take_mission(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    place = actions[0].first
    numbers = fields["missions_face_up"]
    if place >= len(numbers):
        return Item("Draw", "a mission from the deck")
    number = numbers[place]
    worth = points(cards.missions[number - 1].points)
    title = mission_words(number - 1, cards)
    name = f"M{number}" if title == f"M{number}" else f"M{number} {title}"
    return Item("Take the mission", f"{name} ({worth})", short=name)


def _keep(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    kept = _of_search(actions[0].first, actions[0].third, cards)
    if all(action.kind != Kind.BOTTOM for action in actions):
        return Item("Keep", kept)
    return Item(f"Keep {kept}; bottom card", _bottom_card(actions, cards, fields))


def _bottom(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    return Item("Bottom card", _bottom_card(actions, cards, fields))


def _bottom_card(actions: Sequence[Action], cards: CardSet, fields: Fields) -> str:
    """Return the last card of a Search's deck: the one without another place."""
    search, deck = fields["search"], actions[0].third
    ordered = next(action.first for action in actions if action.kind == Kind.BOTTOM)
    kept = actions[0].first if actions[0].kind == Kind.KEEP else search["kept"] - 1
    left = [place["card"] - 1 for place in search["cards"]]
    return listed(_of_search(card, deck, cards) for card in left if card not in (ordered, kept))


def _of_search(card: int, deck: int, cards: CardSet) -> str:
    return _agency(card, cards) if deck == Deck.AGENCY_DECK else mission_words(card, cards)


def _take_agency(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    region, dice = actions[0].first, actions[0].second
    label = f"For {dice_words(dice)}, take"
    if region == len(cards.regions):
        return Item(label, "from the Agency deck")
    number = fields["agency_face_up"][region]
    return Item(label, f"{_agency(number - 1, cards)} ({cards.regions[region].name})")


def _discard(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    return Item("Discard", _agency(actions[0].first, cards))


def _forfeit(actions: Sequence[Action], cards: CardSet, fields: Fields) -> Item:
    return Item("Take a die back, without its action, from", TARGET_WORDS[actions[0].first])


_ITEMS: dict[Kind, Callable[[Sequence[Action], CardSet, Fields], Item]] = {
    Kind.PLACE: _place,
    Kind.FLY: _fly,
    Kind.MOVE: _move,
    Kind.STEP: _route,
    Kind.SWAP: _swap,
    Kind.CLAIM: _claim,
    Kind.COMPLETE: _complete,
    Kind.PAY: _pay,
    Kind.KEEP: _keep,
    Kind.BOTTOM: _bottom,
    Kind.TAKE_AGENCY: _take_agency,
    Kind.TAKE_MISSION: _take_mission,
    Kind.DISCARD: _discard,
    Kind.FORFEIT: _forfeit,
    Kind.USE: _use,
    Kind.SPY: _spy,
    Kind.REROLL: _pick,
    Kind.AGENT: _send,
    Kind.RETURN_MISSION: _under,
    Kind.DRAW_CODE: _draw_code,
}
