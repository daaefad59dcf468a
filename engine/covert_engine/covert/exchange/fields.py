"""Types of what `View.fields()` and `State.fields()` return.

`ViewFields` mirrors the message `CovertView` of covertbots/v1/covert_view.proto, whose comments
these repeat. Cards count from 1 as in the card set (A17, M5, C3), and 0 is a card the seat does not
know; seats count from 0; colours count from 1 (seat s has s + 1); faces and cipher numbers are 1 to
6. Lists are ascending unless said otherwise. At run time all of these are plain dictionaries.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

from covert_engine.covert.cards.stages import DecisionName, PhaseName

VERSION = 2
"""Version of the bytes of views and states; grows with every change of the fields."""

AbilityName: TypeAlias = Literal[
    "plus_one",
    "minus_one",
    "move_three",
    "espionage",
    "sneak_attack",
    "first",
    "search",
    "code_breaker",
]
"""A special ability (6.2 to 6.8)."""

DeckName: TypeAlias = Literal["agency", "mission"]
"""A deck that a Search can name."""

UseKind: TypeAlias = Literal["ability", "flight", "mission", "draw"]
"""Kind of use; `draw`: Agency Cards that a character draws one by one."""


class PlaceFields(TypedDict):
    """Place of a card, as the seat knows it."""

    card: int
    """The card; 0 if the seat does not know it."""
    known_by: list[int]
    """Seats that know the card at this place; that they know is public (10.8)."""
    lot: int
    """The lot of its last shuffle (10.4), from 1; 0 once all seats know the card."""


class CodePlaceFields(TypedDict):
    """Place of a code that is not broken yet."""

    card: int
    """The code; 0 if the seat does not know it."""
    equipment: str
    """The equipment on its other side; empty if the seat does not know it."""
    equipment_public: bool
    """True if all seats know its equipment: it was drawn from a deck."""


class TokenFields(TypedDict):
    """Some tokens of one ability."""

    ability: AbilityName
    """The ability."""
    count: int
    """Number of them, at least 1."""


class LotFields(TypedDict):
    """Cards of one lot that the seat has not located."""

    lot: int
    """The lot, from 1."""
    cards: list[int]
    """Its cards."""


class TurnFields(TypedDict):
    """The present turn."""

    plays: int
    """Free plays made so far, 0 to 100 (11.3)."""
    owed: int
    """Placing: dice that may still be placed."""
    placed: int
    """Placing: dice placed."""
    shifted: int
    """Placing: face of the die that +1 or -1 has named; 0 if none."""
    drawn: int
    """Tokens drawn this turn, which cannot be used yet (3.9)."""
    swaps: int
    """Break Codes: swaps left."""
    claimed: bool
    """Break Codes: true once a code has been claimed."""
    acted: bool
    """Resolving: true once the action has been taken."""


class _PlayerCounts(TypedDict, total=False):
    """Counts in place of empty places, only in views from outside."""

    agency_card_count: int
    """Agency Cards in hand: nothing is known of those that are not listed."""
    mission_count: int
    """Missions in hand, in the same way."""
    code_count: int
    """Codes in hand, in the same way."""


class PlayerFields(_PlayerCounts, TypedDict):
    """One seat: everything public, and the viewing seat's knowledge of its hand."""

    character: int
    """Number of the character in the card set, from 1."""
    character_uses: int
    """Uses of its ability in the present turn, round or game."""
    reroll_token: bool
    """True while the reroll token is held."""
    dice: list[int]
    """Faces of the dice before the screen."""
    folder_dice: int
    """Dice on the Special Operations folder."""
    decoder_dice: list[int]
    """Faces of the dice on the Decoder."""
    agents: list[str]
    """Cities of agents 1 to 3, in that order."""
    supply: int
    """Cubes left in supply."""
    cubes: list[int]
    """Colours of the cubes on the character."""
    completed_missions: list[int]
    """Completed missions."""
    completed_codes: list[int]
    """Broken codes still held."""
    agency_cards: list[PlaceFields]
    """Agency Cards in hand, known ones first."""
    missions: list[PlaceFields]
    """Missions in hand, known ones first."""
    codes: list[CodePlaceFields]
    """Codes in hand."""
    tokens: int
    """Number of Special Operations tokens held."""
    token_draws: int
    """Tokens drawn this round."""
    reroll_count: int
    """Rerolls made this game."""


class CircleFields(TypedDict):
    """The six spaces of an action circle."""

    spaces: list[int]
    """Owner of the die on each space, faces 1 to 6 in order, as seat + 1; 0 for an open space."""


class CityCubesFields(TypedDict):
    """A city with cubes in it."""

    city: str
    """Its name."""
    colours: list[int]
    """Colours of its cubes."""


class _PileCount(TypedDict, total=False):
    """A count in place of empty places, only in views from outside."""

    size: int
    """Cards in it: nothing is known of those that are not listed."""


class CardDeckFields(_PileCount, TypedDict):
    """A deck of Agency Cards or missions."""

    places: list[PlaceFields]
    """Places from the top down."""
    lot: int
    """The lot of its cards; 0 for an empty deck."""
    discards: list[int]
    """The discard pile, which lies open."""
    shuffles: int
    """Times the deck was shuffled, from 1."""
    unseen: list[LotFields]
    """Cards that this seat has not located, by lot."""


class CodeDeckFields(TypedDict):
    """A deck of codes, equipment side up."""

    size: int
    """Codes in it."""
    top_equipment: str
    """Equipment of the top card; empty for an empty deck."""


class UseFields(TypedDict):
    """A use that has been named and takes effect after its payment and window (6.12)."""

    kind: UseKind
    """Its kind."""
    seat: int
    """The using seat."""
    ability: AbilityName | Literal["unspecified"]
    """The ability of a use of kind `ability`."""
    card: int
    """The Agency Card that pays for an ability, or is flown by; 0 if none."""
    by_token: bool
    """True if a token pays for the ability."""
    by_character: bool
    """True if the character's own ability is used."""
    face: int
    """The die that +1 or -1 names; 0 before it is named."""
    deck: DeckName | Literal["unspecified"]
    """The deck of a Search."""
    agent: int
    """Agent 1 to 3 that flies; 0 before it is named."""
    mission: int
    """The mission being completed, which lies open; 0 if none."""
    symbols_paid: int
    """Symbols of that mission paid so far."""
    feet_used: int
    """Feet used for the equipment of the present symbol."""
    last_payment: str
    """Payment of the previous symbol, if the next one is equal: `A17` or `C3`; empty for a foot."""
    agency_cards: list[int]
    """Agency Cards that lie open as payment until the Espionage window opens."""
    codes: list[int]
    """Codes that lie open as payment until they are shuffled back."""
    draws_left: int
    """Agency Cards still to draw, in a use of kind `draw`."""
    any_equipment_used: int
    """Equipment symbols paid so far by cards that show another equipment."""


class EspionageFields(TypedDict):
    """An open Espionage window."""

    opener: int
    """Seat whose use opened it."""
    pool: list[int]
    """Agency Cards that may be taken."""
    played: list[int]
    """Cards already played as Espionage in this window."""


class MovementFields(TypedDict):
    """Steps in progress."""

    pool: int
    """Steps left to distribute (Move x3)."""
    steps: list[int]
    """Steps left to agents 1 to 3, in that order (Movement dice)."""
    last_agent: int
    """Agent of the last step, 1 to 3; 0 at the start."""


class PairFields(TypedDict):
    """Pairs of cubes still to be rewarded."""

    colours: list[int]
    """Their colours."""
    region: str
    """Region whose face-up card may be taken."""


class RerollFields(TypedDict):
    """Dice named for a reroll so far."""

    faces: list[int]
    """Their faces."""
    by_character: bool
    """True if a character's ability pays for it; else the reroll token does."""


class ClaimFields(TypedDict):
    """A bent claim (4.7) whose tiles are being named."""

    code: int
    """The code, from 1."""
    tiles: list[int]
    """The tiles named so far, in order, from 1."""


class SearchFields(_PileCount, TypedDict):
    """A Search in progress."""

    cards: list[PlaceFields]
    """The cards looked at, top first."""
    kept: int
    """The searcher's own choice so far; 0 for none."""


class _ViewAlways(TypedDict):
    """The fields that every view has."""

    card_set: str
    """SHA-256 of the card set, 64 hexadecimal digits."""
    options: dict[str, bool]
    """The options of the game (1.9, 4.2, 4.3, 7.2, 6.10), by name."""
    seat: int
    """The seat whose view this is."""
    round: int
    """The round, from 1; 0 during setup."""
    phase: PhaseName
    """Stage of the round."""
    decision: DecisionName
    """Kind of choice before the seat to decide, as far as this seat knows."""
    turn: TurnFields
    """The present turn."""
    order: list[int]
    """Seats in turn order, as far as tokens are taken."""
    had_break_turn: list[int]
    """Seats that have had their Break Codes turn this round."""
    final_round: bool
    """True once a sixth mission has been completed (8.1)."""
    players: list[PlayerFields]
    """The seats, 2 to 4."""
    circles: list[CircleFields]
    """Complete Mission, Mission Cards, Agency Cards, Movement."""
    tiles: list[int]
    """The cipher tiles, upper row first; none during setup."""
    agency_face_up: list[int]
    """Face-up Agency Card of each region, in the card set's order of regions; 0 if empty."""
    missions_face_up: list[int]
    """The three face-up missions; 0 if empty."""
    cubes: list[CityCubesFields]
    """The cities with cubes in them."""
    agency_deck: CardDeckFields
    """The Agency deck and its discard pile."""
    mission_deck: CardDeckFields
    """The Mission deck and its discard pile."""
    code_decks: list[CodeDeckFields]
    """The two code decks."""
    code_shuffles: int
    """Times a code was shuffled back."""
    tokens: list[TokenFields]
    """Own tokens."""
    fresh_tokens: list[TokenFields]
    """Own tokens drawn this turn."""


class ViewFields(_ViewAlways, TypedDict, total=False):
    """Everything one seat may know: a position as that seat sees it. The fields listed here are
    present only while they apply."""

    to_decide: int
    """The seat to decide; absent when there is none, or when a window hides it (10.9)."""
    on_turn: int
    """The seat on turn; absent between turns and while a First window asks."""
    starter: int
    """The seat that places first this round; during setup only if the deal names it."""
    use: UseFields
    """The use in progress."""
    espionage: EspionageFields
    """The open Espionage window."""
    movement: MovementFields
    """Steps in progress."""
    pairs: PairFields
    """Pairs of cubes still to be rewarded."""
    reroll: RerollFields
    """Dice named for a reroll so far."""
    search: SearchFields
    """A Search in progress."""
    claim: ClaimFields
    """A bent claim in progress."""
    asked_first: int
    """The seat that the open First window asked first since the last use (6.15)."""


class HandFields(TypedDict):
    """The true hand of a seat."""

    agency_cards: list[int]
    """Agency Cards."""
    missions: list[int]
    """Missions not completed yet."""
    codes: list[int]
    """Codes not broken yet."""
    tokens: list[int]
    """Tokens of each ability, in the order of `AbilityName`."""


class _StateAlways(TypedDict):
    """The fields that every state has."""

    view: ViewFields
    """The view of seat 0, with everything public."""
    decision: DecisionName
    """Kind of choice before the seat to decide."""
    seed: int
    """Seed of all chance to come, 0 to 2^64 - 1."""
    hands: list[HandFields]
    """The hand of each seat."""
    agency_deck: list[int]
    """The cards of the Agency deck, top first."""
    mission_deck: list[int]
    """The cards of the Mission deck, top first."""
    code_decks: list[list[int]]
    """The codes of both code decks, top first."""
    codes_shown: list[int]
    """Codes in hands whose equipment all seats know."""
    bag: list[int]
    """Tokens in the bag, by ability."""
    fresh_tokens: list[int]
    """Tokens that the seat on turn has drawn this turn, by ability (3.9)."""
    search: list[int]
    """The cards that a Search looks at, top first."""
    kept: int
    """The card that the searcher has chosen to keep; 0 for none."""
    agency_known_by: list[list[int]]
    """Seats that know where Agency Card 1, 2, ... 48 lies; its owner always does."""
    agency_lots: list[int]
    """Lot of the last shuffle of Agency Card 1, 2, ... 48 (10.4), from 1."""
    mission_known_by: list[list[int]]
    """Seats that know where mission 1, 2, ... 60 lies."""
    mission_lots: list[int]
    """Lot of the last shuffle of mission 1, 2, ... 60."""


class StateFields(_StateAlways, TypedDict, total=False):
    """A position with everything hidden: the truth. Not for players."""

    to_decide: int
    """The seat to decide; absent when the game is over or a window is about to ask."""
