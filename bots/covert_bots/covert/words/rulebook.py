"""Short entries about the rules, for a player who asks about a word on the screen.

Numbers in brackets refer to the full rules, docs/rules.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from covert_bots.covert.words.needs import with_counts
from covert_bots.covert.words.printed import (
    ABILITY_WORDS,
    OPTION_WORDS,
    character_words,
    points,
)
from covert_engine.covert import CompiledSet
from covert_engine.covert.cards.card_set import CardSet, Options

LEAST_LETTERS = 3  # of a word that is looked for within the entries
MOST_ENTRIES = 4  # that mention a word which is worth an answer
CARD = re.compile(r"([acm])([1-9]\d{0,2})")


class Entry(NamedTuple):
    """The rules about a word."""

    title: str
    words: str
    """A few sentences, with the numbers of the rules."""
    options: tuple[str, ...] = ()
    """Options of the card set that change these rules."""
    also: tuple[str, ...] = ()
    """Other words with this entry."""


ENTRIES = (
    Entry(
        "round",
        "A round has three phases: everybody rolls five dice and places them, then each player in"
        " turn order breaks codes, then each in turn order resolves one die after the other until"
        " no dice lie on the circles. Folder dice and turn order tokens then go back [3 to 5].",
        also=("phase", "game"),
    ),
    Entry(
        "placing",
        "On a turn you place one die on an action circle, the folder or the Decoder, or you take"
        " the lowest turn order token and place no more this round. On a circle the space must be"
        " open and show the die's number; if dice lie there, it must be next to one of them"
        " [3.3, 3.4].",
        ("circle_wraps",),
        (
            "place",
            "circle",
            "circles",
            "action circle",
            "action circles",
            "dice",
            "die",
            "space",
            "ring",
            "roll and place",
        ),
    ),
    Entry(
        "turn order token",
        "Taken instead of placing a die; you then place no more this round. #1 goes first in Break"
        " Codes and in Dice Resolution. Whoever took the last one starts placing next round"
        " [3.2, 3.3].",
        also=("turn order", "pass", "token #1"),
    ),
    Entry(
        "folder",
        "The Special Operations folder takes any die and gives a token from the bag at once. You"
        " can use the token from a later turn on. Dice there do nothing else [3.5, 3.9].",
        also=("special operations", "special operations folder"),
    ),
    Entry(
        "token",
        "A Special Operations token has one of the eight special abilities. Used, it is shown and"
        " goes back to the bag. A new one can be used from your next turn on [3.9, 6].",
        also=("tokens", "new"),
    ),
    Entry(
        "Decoder",
        "The Decoder takes any die. On your Break Codes turn, each of your dice there can stand"
        " in for one tile that shows another number. Then they come back, used or not"
        " [3.6, 4.3, 4.5].",
    ),
    Entry(
        "reroll token",
        "Once a game, on your placing turn: roll any of your unplaced dice again [3.8].",
        ("reroll_decoder",),
        ("reroll", "pick"),
    ),
    Entry(
        "Break Codes",
        "On your turn you may swap two adjacent tiles once: side by side, one above the other, or"
        " the two ends of a row. A code is broken when its numbers stand in order on neighbouring"
        " tiles. You then draw codes until you hold two again [4].",
        ("either_direction", "codes_bend", "swaps_first"),
        ("break", "code", "codes", "cipher tiles", "tile", "tiles", "swap", "claim"),
    ),
    Entry(
        "completed code",
        "A broken code is worth 2 points at the end while you hold it. Its equipment can pay for a"
        " mission once; the card is then shuffled back into a code deck [4.4, 7.4, 8.3].",
        also=("broken", "code card", "code deck", "deck", "decks", "draw"),
    ),
    Entry(
        "Dice Resolution",
        "In turn order, again and again: take one of your dice from a circle and do its action, or "
        "take it back without its action. Abilities and flights may come before and after it [5].",
        also=("resolve", "resolving", "forfeit", "die back"),
    ),
    Entry(
        "Complete Mission",
        "One die on this circle completes one mission of your hand [5.1]. Equipment is paid with"
        " Agency Cards, completed codes or feet; a city needs an agent there, a region an agent in"
        " one of its cities [7.1, 7.2].",
        ("distinct_agents",),
        ("complete", "pay", "payment", "lacks"),
    ),
    Entry(
        "mission",
        "A mission card names its points, what it asks for and, some of them, a foot. It asks for"
        " equipment, for any Agency Cards, and for agents in cities and regions. Only the whole of"
        " it can be completed, with a die on Complete Mission [5.1, 7.1 to 7.5]. In the setup you"
        " return one of yours, face down under the mission deck [2.5].",
        ("distinct_agents",),
        ("missions", "requirements", "asks for", "return"),
    ),
    Entry(
        "equipment",
        "It stands on Agency Cards and codes, and at the foot of some missions. Each symbol that a"
        " mission asks for is paid with one of these [7.1].",
        also=("symbol", "symbols"),
    ),
    Entry(
        "Mission Cards",
        "One die on this circle takes a face-up mission or the top of the deck. You may hold three;"
        " with four you discard one [5.2, 5.10].",
        also=("mission deck",),
    ),
    Entry(
        "Agency Cards",
        "On this circle one die takes the face-up card of a region in which you have an agent; two"
        " dice take any face-up card or the top of the deck. You may hold seven [5.3]. A card is"
        " used for one of its three sides: its equipment, its flight or its ability [6.9].",
        also=("agency", "agency card", "agency deck", "face up", "hand", "discard", "limit"),
    ),
    Entry(
        "Movement",
        "Name how many of your dice on this circle you use: each of your agents may then move along"
        " that many connections [5.4, 5.11].",
        also=("move", "step", "steps", "agent", "agents", "connection"),
    ),
    Entry(
        "cubes",
        "An agent that leaves a city leaves one of your cubes there, unless one of yours lies there"
        " already. An agent that enters takes all other colours' cubes [5.5, 5.6].",
        also=("cube", "intel", "intel cube", "supply", "taken"),
    ),
    Entry(
        "pair",
        "Two cubes of one colour on your character go back to their owner at once, and you take"
        " the face-up Agency Card of the region of that city, or the top of the deck [5.6].",
        also=("pair of cubes", "reward"),
    ),
    Entry(
        "foot",
        "What stands at the foot of a mission. Once the mission is completed, its foot pays for one"
        " such equipment, or stands for an agent in that region, in every mission you complete"
        " later [7.3].",
        also=("feet",),
    ),
    Entry(
        "any Agency Card",
        "A mission may ask for any Agency Card: discard one, whatever its equipment [7.5].",
    ),
    Entry(
        "region",
        "The map has regions with a colour each. A region has one face-up Agency Card, which need"
        " not belong to it [1.2, 2.4].",
        also=("map", "city", "cities", "regions"),
    ),
    Entry(
        "flight",
        "Discard an Agency Card to put one of your agents in the city it names, when you place or"
        " resolve, or before a last mission [6.10, 6.11].",
        ("flight_trails",),
        ("fly",),
    ),
    Entry(
        "special abilities",
        "+1, -1, Move x3, Espionage, Sneak Attack, First, Search and Code Breaker. A token or an"
        " Agency Card gives one of them once. They come on top of your turn, as many as you like"
        " [6.1, 6.9, 6.11].",
        also=("ability", "abilities", "special ability", "use"),
    ),
    Entry(
        "+1",
        "Changes a die by one as you place it on a circle or the Decoder; 6 becomes 1. Several add"
        " up [6.2].",
        also=("plus one",),
    ),
    Entry(
        "-1",
        "Changes a die by one as you place it on a circle or the Decoder; 1 becomes 6. Several add"
        " up [6.2].",
        also=("minus one",),
    ),
    Entry(
        "Move x3",
        "Up to three steps, shared among your agents, when you place or resolve, or before a last"
        " mission [6.3].",
    ),
    Entry(
        "Espionage",
        "When a player, you included, uses Agency Cards, take one of them into your hand [6.4].",
        also=("pool", "window"),
    ),
    Entry(
        "hidden",
        "Open to all are dice, agents, cubes, face-up cards, discard piles, completed missions and"
        " codes, and how many cards and tokens are in each hand. Hidden are missions and Agency"
        " Cards drawn unseen, tokens, and the numbers of codes. The screen shows what you may know,"
        " and remembers it [10.1 to 10.4].",
        also=("secret", "view", "known", "unseen", "lot", "open"),
    ),
    Entry("Sneak Attack", "You may place two dice this turn [6.5]."),
    Entry(
        "First",
        "Before Break Codes: break your codes ahead of the others. Before Dice Resolution: resolve"
        " one die ahead of the others [6.6].",
    ),
    Entry(
        "Search",
        "Look at the top three cards of the Agency deck or the mission deck, keep one and put the"
        " others under the deck in the order you like [6.7].",
        also=("keep",),
    ),
    Entry("Code Breaker", "One more swap on your Break Codes turn [6.8]."),
    Entry(
        "character",
        "Each player has a character with an ability of its own [1.8, 6.18].",
        also=("characters",),
    ),
    Entry(
        "last mission",
        "When somebody completes a sixth mission, the round is played to its end. Then each player"
        " may complete one more mission, without a die [8.1, 8.2].",
        also=("last missions", "last round", "end", "the end"),
    ),
    Entry(
        "score",
        "The points of your missions, and 2 for each completed code you still hold. A tie goes to"
        " the player with more missions, then to the one with the best single mission; after that"
        " it is shared [8.3].",
        also=("points", "win", "tie"),
    ),
)
_BY_WORD = {word.casefold(): item for item in ENTRIES for word in (item.title, *item.also)}


def topics() -> list[str]:
    """Return the titles of the entries."""
    return [item.title for item in ENTRIES]


def entry(word: str, cards: CompiledSet) -> list[str]:
    """Return the paragraphs about a word, for these cards and options; none if it is unknown."""
    word = word.casefold()
    for character in cards.source.characters:
        if character.name.casefold() == word:
            words = character_words(character)
            return [f"{character.name}: {words}. A character's ability [6.18]."]
    if card := CARD.fullmatch(word):
        return _card(card[1], int(card[2]) - 1, cards.source)
    if word in OPTION_WORDS:
        return [f"In this game {OPTION_WORDS[word][not getattr(cards.options, word)]}."]
    items = list(_about(word, cards.source))
    return [
        paragraph
        for item in items
        for paragraph in (f"{item.title}: {item.words}", *_by_options(item, cards.options))
    ]


def _about(word: str, cards: CardSet) -> Sequence[Entry]:
    """Return the entry of a word, or else those that it names in part, or that mention it."""
    for kind, known in (
        ("equipment", cards.equipment),
        ("region", (*cards.cities, *(region.name for region in cards.regions))),
    ):
        if word in (name.casefold() for name in known):
            return [_BY_WORD[kind]]
    for spelt in (word, word.removesuffix("s")):
        if spelt in _BY_WORD:
            return [_BY_WORD[spelt]]
    if len(word) < LEAST_LETTERS:
        return []
    whole = re.compile(rf"\b{re.escape(word)}(?:s|es)?\b", re.IGNORECASE)
    named = [item for key, item in _BY_WORD.items() if whole.search(key)]
    mentioned = named or [item for item in ENTRIES if whole.search(item.words)]
    several = list(dict.fromkeys(mentioned))
    return several if len(several) <= MOST_ENTRIES else []


def _card(kind: str, number: int, cards: CardSet) -> list[str]:
    """Return what stands on a card, by its letter and its number from 0; nothing if there is
    none."""
    name = f"{kind.upper()}{number + 1}"
    if kind == "a" and number in range(len(cards.agency)):
        card = cards.agency[number]
        title = ABILITY_WORDS[card.ability]
        uses = f"{card.equipment}, a flight to {card.city}, or {title}"
        return [f"{name}, an Agency Card: {uses} [6.9].", ability_words(title)]
    if kind == "c" and number in range(len(cards.codes)):
        code = cards.codes[number]
        numbers = " ".join(map(str, code.numbers))
        return [f"{name}, a code: {numbers}; broken, it gives {code.equipment} once [4.3, 7.4]."]
    if kind == "m" and number in range(len(cards.missions)):
        mission = cards.missions[number]
        symbols = [*mission.equipment, *mission.cities, *mission.regions]
        symbols += ["any Agency Card"] * mission.any_cards
        title = f" '{mission.title}'" if mission.title else ""
        foot = f"; its foot is {mission.foot}" if mission.foot else ""
        asked = ", ".join(with_counts(symbols))
        return [f"{name}{title}, a mission: {points(mission.points)} for {asked}{foot} [7]."]
    return []


def ability_words(title: str) -> str:
    """Describe a special ability in a line: "Sneak Attack: You may place two dice ..."."""
    item = _BY_WORD[title.casefold()]
    return f"{item.title}: {item.words}"


def ability_rule(title: str) -> str:
    """Describe a special ability without its title and the numbers of the rules."""
    return re.sub(r" \[[^]]*\]", "", _BY_WORD[title.casefold()].words)


def _by_options(item: Entry, options: Options) -> Iterator[str]:
    for name in item.options:
        words = OPTION_WORDS[name][not getattr(options, name)]
        yield f"In this game {words}."


def near(word: str, cards: CompiledSet) -> list[str]:
    """Return the words with an entry that are spelt like this one."""
    titles = {key: item.title for key, item in _BY_WORD.items()}
    titles |= {character.name.casefold(): character.name for character in cards.source.characters}
    matches = get_close_matches(word.casefold(), titles, n=3, cutoff=0.6)
    return list(dict.fromkeys(titles[key] for key in matches))
