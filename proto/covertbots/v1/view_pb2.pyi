from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_SETUP: _ClassVar[Phase]
    PHASE_PLACING: _ClassVar[Phase]
    PHASE_FIRST_A: _ClassVar[Phase]
    PHASE_BREAKING: _ClassVar[Phase]
    PHASE_FIRST_B: _ClassVar[Phase]
    PHASE_RESOLVING: _ClassVar[Phase]
    PHASE_LAST_MISSION: _ClassVar[Phase]
    PHASE_OVER: _ClassVar[Phase]

class Decision(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECISION_UNSPECIFIED: _ClassVar[Decision]
    DECISION_NONE: _ClassVar[Decision]
    DECISION_RETURN_MISSION: _ClassVar[Decision]
    DECISION_PLACE: _ClassVar[Decision]
    DECISION_REROLL: _ClassVar[Decision]
    DECISION_DIE: _ClassVar[Decision]
    DECISION_BREAK: _ClassVar[Decision]
    DECISION_DRAW_CODE: _ClassVar[Decision]
    DECISION_RESOLVE: _ClassVar[Decision]
    DECISION_LAST_MISSION: _ClassVar[Decision]
    DECISION_PAYMENT: _ClassVar[Decision]
    DECISION_CODE_ORDER: _ClassVar[Decision]
    DECISION_AGENT: _ClassVar[Decision]
    DECISION_STEP: _ClassVar[Decision]
    DECISION_REWARD: _ClassVar[Decision]
    DECISION_DISCARD: _ClassVar[Decision]
    DECISION_MISSION_DISCARD: _ClassVar[Decision]
    DECISION_KEEP: _ClassVar[Decision]
    DECISION_BOTTOM: _ClassVar[Decision]
    DECISION_ESPIONAGE: _ClassVar[Decision]
    DECISION_FIRST: _ClassVar[Decision]
    DECISION_TILE: _ClassVar[Decision]

class Ability(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ABILITY_UNSPECIFIED: _ClassVar[Ability]
    ABILITY_PLUS_ONE: _ClassVar[Ability]
    ABILITY_MINUS_ONE: _ClassVar[Ability]
    ABILITY_MOVE_THREE: _ClassVar[Ability]
    ABILITY_ESPIONAGE: _ClassVar[Ability]
    ABILITY_SNEAK_ATTACK: _ClassVar[Ability]
    ABILITY_FIRST: _ClassVar[Ability]
    ABILITY_SEARCH: _ClassVar[Ability]
    ABILITY_CODE_BREAKER: _ClassVar[Ability]

class Deck(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECK_UNSPECIFIED: _ClassVar[Deck]
    DECK_AGENCY: _ClassVar[Deck]
    DECK_MISSION: _ClassVar[Deck]
PHASE_UNSPECIFIED: Phase
PHASE_SETUP: Phase
PHASE_PLACING: Phase
PHASE_FIRST_A: Phase
PHASE_BREAKING: Phase
PHASE_FIRST_B: Phase
PHASE_RESOLVING: Phase
PHASE_LAST_MISSION: Phase
PHASE_OVER: Phase
DECISION_UNSPECIFIED: Decision
DECISION_NONE: Decision
DECISION_RETURN_MISSION: Decision
DECISION_PLACE: Decision
DECISION_REROLL: Decision
DECISION_DIE: Decision
DECISION_BREAK: Decision
DECISION_DRAW_CODE: Decision
DECISION_RESOLVE: Decision
DECISION_LAST_MISSION: Decision
DECISION_PAYMENT: Decision
DECISION_CODE_ORDER: Decision
DECISION_AGENT: Decision
DECISION_STEP: Decision
DECISION_REWARD: Decision
DECISION_DISCARD: Decision
DECISION_MISSION_DISCARD: Decision
DECISION_KEEP: Decision
DECISION_BOTTOM: Decision
DECISION_ESPIONAGE: Decision
DECISION_FIRST: Decision
DECISION_TILE: Decision
ABILITY_UNSPECIFIED: Ability
ABILITY_PLUS_ONE: Ability
ABILITY_MINUS_ONE: Ability
ABILITY_MOVE_THREE: Ability
ABILITY_ESPIONAGE: Ability
ABILITY_SNEAK_ATTACK: Ability
ABILITY_FIRST: Ability
ABILITY_SEARCH: Ability
ABILITY_CODE_BREAKER: Ability
DECK_UNSPECIFIED: Deck
DECK_AGENCY: Deck
DECK_MISSION: Deck

class Options(_message.Message):
    __slots__ = ("circle_wraps", "either_direction", "codes_bend", "swaps_first", "reroll_decoder", "distinct_agents", "flight_trails")
    CIRCLE_WRAPS_FIELD_NUMBER: _ClassVar[int]
    EITHER_DIRECTION_FIELD_NUMBER: _ClassVar[int]
    CODES_BEND_FIELD_NUMBER: _ClassVar[int]
    SWAPS_FIRST_FIELD_NUMBER: _ClassVar[int]
    REROLL_DECODER_FIELD_NUMBER: _ClassVar[int]
    DISTINCT_AGENTS_FIELD_NUMBER: _ClassVar[int]
    FLIGHT_TRAILS_FIELD_NUMBER: _ClassVar[int]
    circle_wraps: bool
    either_direction: bool
    codes_bend: bool
    swaps_first: bool
    reroll_decoder: bool
    distinct_agents: bool
    flight_trails: bool
    def __init__(self, circle_wraps: bool = ..., either_direction: bool = ..., codes_bend: bool = ..., swaps_first: bool = ..., reroll_decoder: bool = ..., distinct_agents: bool = ..., flight_trails: bool = ...) -> None: ...

class Place(_message.Message):
    __slots__ = ("card", "known_by", "lot")
    CARD_FIELD_NUMBER: _ClassVar[int]
    KNOWN_BY_FIELD_NUMBER: _ClassVar[int]
    LOT_FIELD_NUMBER: _ClassVar[int]
    card: int
    known_by: _containers.RepeatedScalarFieldContainer[int]
    lot: int
    def __init__(self, card: _Optional[int] = ..., known_by: _Optional[_Iterable[int]] = ..., lot: _Optional[int] = ...) -> None: ...

class CodePlace(_message.Message):
    __slots__ = ("card", "equipment", "equipment_public")
    CARD_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_PUBLIC_FIELD_NUMBER: _ClassVar[int]
    card: int
    equipment: str
    equipment_public: bool
    def __init__(self, card: _Optional[int] = ..., equipment: _Optional[str] = ..., equipment_public: bool = ...) -> None: ...

class Tokens(_message.Message):
    __slots__ = ("ability", "count")
    ABILITY_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    ability: Ability
    count: int
    def __init__(self, ability: _Optional[_Union[Ability, str]] = ..., count: _Optional[int] = ...) -> None: ...

class Lot(_message.Message):
    __slots__ = ("lot", "cards")
    LOT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    lot: int
    cards: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, lot: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...

class Player(_message.Message):
    __slots__ = ("character", "character_uses", "reroll_token", "dice", "folder_dice", "decoder_dice", "agents", "supply", "cubes", "completed_missions", "completed_codes", "agency_cards", "missions", "codes", "tokens", "token_draws", "reroll_count")
    CHARACTER_FIELD_NUMBER: _ClassVar[int]
    CHARACTER_USES_FIELD_NUMBER: _ClassVar[int]
    REROLL_TOKEN_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    FOLDER_DICE_FIELD_NUMBER: _ClassVar[int]
    DECODER_DICE_FIELD_NUMBER: _ClassVar[int]
    AGENTS_FIELD_NUMBER: _ClassVar[int]
    SUPPLY_FIELD_NUMBER: _ClassVar[int]
    CUBES_FIELD_NUMBER: _ClassVar[int]
    COMPLETED_MISSIONS_FIELD_NUMBER: _ClassVar[int]
    COMPLETED_CODES_FIELD_NUMBER: _ClassVar[int]
    AGENCY_CARDS_FIELD_NUMBER: _ClassVar[int]
    MISSIONS_FIELD_NUMBER: _ClassVar[int]
    CODES_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    TOKEN_DRAWS_FIELD_NUMBER: _ClassVar[int]
    REROLL_COUNT_FIELD_NUMBER: _ClassVar[int]
    character: int
    character_uses: int
    reroll_token: bool
    dice: _containers.RepeatedScalarFieldContainer[int]
    folder_dice: int
    decoder_dice: _containers.RepeatedScalarFieldContainer[int]
    agents: _containers.RepeatedScalarFieldContainer[str]
    supply: int
    cubes: _containers.RepeatedScalarFieldContainer[int]
    completed_missions: _containers.RepeatedScalarFieldContainer[int]
    completed_codes: _containers.RepeatedScalarFieldContainer[int]
    agency_cards: _containers.RepeatedCompositeFieldContainer[Place]
    missions: _containers.RepeatedCompositeFieldContainer[Place]
    codes: _containers.RepeatedCompositeFieldContainer[CodePlace]
    tokens: int
    token_draws: int
    reroll_count: int
    def __init__(self, character: _Optional[int] = ..., character_uses: _Optional[int] = ..., reroll_token: bool = ..., dice: _Optional[_Iterable[int]] = ..., folder_dice: _Optional[int] = ..., decoder_dice: _Optional[_Iterable[int]] = ..., agents: _Optional[_Iterable[str]] = ..., supply: _Optional[int] = ..., cubes: _Optional[_Iterable[int]] = ..., completed_missions: _Optional[_Iterable[int]] = ..., completed_codes: _Optional[_Iterable[int]] = ..., agency_cards: _Optional[_Iterable[_Union[Place, _Mapping]]] = ..., missions: _Optional[_Iterable[_Union[Place, _Mapping]]] = ..., codes: _Optional[_Iterable[_Union[CodePlace, _Mapping]]] = ..., tokens: _Optional[int] = ..., token_draws: _Optional[int] = ..., reroll_count: _Optional[int] = ...) -> None: ...

class CityCubes(_message.Message):
    __slots__ = ("city", "colours")
    CITY_FIELD_NUMBER: _ClassVar[int]
    COLOURS_FIELD_NUMBER: _ClassVar[int]
    city: str
    colours: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, city: _Optional[str] = ..., colours: _Optional[_Iterable[int]] = ...) -> None: ...

class Circle(_message.Message):
    __slots__ = ("spaces",)
    SPACES_FIELD_NUMBER: _ClassVar[int]
    spaces: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, spaces: _Optional[_Iterable[int]] = ...) -> None: ...

class Turn(_message.Message):
    __slots__ = ("plays", "owed", "placed", "shifted", "drawn", "swaps", "claimed", "acted")
    PLAYS_FIELD_NUMBER: _ClassVar[int]
    OWED_FIELD_NUMBER: _ClassVar[int]
    PLACED_FIELD_NUMBER: _ClassVar[int]
    SHIFTED_FIELD_NUMBER: _ClassVar[int]
    DRAWN_FIELD_NUMBER: _ClassVar[int]
    SWAPS_FIELD_NUMBER: _ClassVar[int]
    CLAIMED_FIELD_NUMBER: _ClassVar[int]
    ACTED_FIELD_NUMBER: _ClassVar[int]
    plays: int
    owed: int
    placed: int
    shifted: int
    drawn: int
    swaps: int
    claimed: bool
    acted: bool
    def __init__(self, plays: _Optional[int] = ..., owed: _Optional[int] = ..., placed: _Optional[int] = ..., shifted: _Optional[int] = ..., drawn: _Optional[int] = ..., swaps: _Optional[int] = ..., claimed: bool = ..., acted: bool = ...) -> None: ...

class Use(_message.Message):
    __slots__ = ("kind", "seat", "ability", "card", "by_token", "by_character", "face", "deck", "agent", "mission", "symbols_paid", "feet_used", "last_payment", "agency_cards", "codes", "draws_left", "any_equipment_used")
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[Use.Kind]
        KIND_ABILITY: _ClassVar[Use.Kind]
        KIND_FLIGHT: _ClassVar[Use.Kind]
        KIND_MISSION: _ClassVar[Use.Kind]
        KIND_DRAW: _ClassVar[Use.Kind]
    KIND_UNSPECIFIED: Use.Kind
    KIND_ABILITY: Use.Kind
    KIND_FLIGHT: Use.Kind
    KIND_MISSION: Use.Kind
    KIND_DRAW: Use.Kind
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ABILITY_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    BY_TOKEN_FIELD_NUMBER: _ClassVar[int]
    BY_CHARACTER_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    AGENT_FIELD_NUMBER: _ClassVar[int]
    MISSION_FIELD_NUMBER: _ClassVar[int]
    SYMBOLS_PAID_FIELD_NUMBER: _ClassVar[int]
    FEET_USED_FIELD_NUMBER: _ClassVar[int]
    LAST_PAYMENT_FIELD_NUMBER: _ClassVar[int]
    AGENCY_CARDS_FIELD_NUMBER: _ClassVar[int]
    CODES_FIELD_NUMBER: _ClassVar[int]
    DRAWS_LEFT_FIELD_NUMBER: _ClassVar[int]
    ANY_EQUIPMENT_USED_FIELD_NUMBER: _ClassVar[int]
    kind: Use.Kind
    seat: int
    ability: Ability
    card: int
    by_token: bool
    by_character: bool
    face: int
    deck: Deck
    agent: int
    mission: int
    symbols_paid: int
    feet_used: int
    last_payment: str
    agency_cards: _containers.RepeatedScalarFieldContainer[int]
    codes: _containers.RepeatedScalarFieldContainer[int]
    draws_left: int
    any_equipment_used: int
    def __init__(self, kind: _Optional[_Union[Use.Kind, str]] = ..., seat: _Optional[int] = ..., ability: _Optional[_Union[Ability, str]] = ..., card: _Optional[int] = ..., by_token: bool = ..., by_character: bool = ..., face: _Optional[int] = ..., deck: _Optional[_Union[Deck, str]] = ..., agent: _Optional[int] = ..., mission: _Optional[int] = ..., symbols_paid: _Optional[int] = ..., feet_used: _Optional[int] = ..., last_payment: _Optional[str] = ..., agency_cards: _Optional[_Iterable[int]] = ..., codes: _Optional[_Iterable[int]] = ..., draws_left: _Optional[int] = ..., any_equipment_used: _Optional[int] = ...) -> None: ...

class EspionageWindow(_message.Message):
    __slots__ = ("opener", "pool", "played")
    OPENER_FIELD_NUMBER: _ClassVar[int]
    POOL_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    opener: int
    pool: _containers.RepeatedScalarFieldContainer[int]
    played: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, opener: _Optional[int] = ..., pool: _Optional[_Iterable[int]] = ..., played: _Optional[_Iterable[int]] = ...) -> None: ...

class Movement(_message.Message):
    __slots__ = ("pool", "steps", "last_agent")
    POOL_FIELD_NUMBER: _ClassVar[int]
    STEPS_FIELD_NUMBER: _ClassVar[int]
    LAST_AGENT_FIELD_NUMBER: _ClassVar[int]
    pool: int
    steps: _containers.RepeatedScalarFieldContainer[int]
    last_agent: int
    def __init__(self, pool: _Optional[int] = ..., steps: _Optional[_Iterable[int]] = ..., last_agent: _Optional[int] = ...) -> None: ...

class Pairs(_message.Message):
    __slots__ = ("colours", "region")
    COLOURS_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    colours: _containers.RepeatedScalarFieldContainer[int]
    region: str
    def __init__(self, colours: _Optional[_Iterable[int]] = ..., region: _Optional[str] = ...) -> None: ...

class Reroll(_message.Message):
    __slots__ = ("faces", "by_character")
    FACES_FIELD_NUMBER: _ClassVar[int]
    BY_CHARACTER_FIELD_NUMBER: _ClassVar[int]
    faces: _containers.RepeatedScalarFieldContainer[int]
    by_character: bool
    def __init__(self, faces: _Optional[_Iterable[int]] = ..., by_character: bool = ...) -> None: ...

class Search(_message.Message):
    __slots__ = ("cards", "kept")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    KEPT_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedCompositeFieldContainer[Place]
    kept: int
    def __init__(self, cards: _Optional[_Iterable[_Union[Place, _Mapping]]] = ..., kept: _Optional[int] = ...) -> None: ...

class Claim(_message.Message):
    __slots__ = ("code", "tiles")
    CODE_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    code: int
    tiles: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, code: _Optional[int] = ..., tiles: _Optional[_Iterable[int]] = ...) -> None: ...

class CardDeck(_message.Message):
    __slots__ = ("places", "lot", "discards", "shuffles", "unseen")
    PLACES_FIELD_NUMBER: _ClassVar[int]
    LOT_FIELD_NUMBER: _ClassVar[int]
    DISCARDS_FIELD_NUMBER: _ClassVar[int]
    SHUFFLES_FIELD_NUMBER: _ClassVar[int]
    UNSEEN_FIELD_NUMBER: _ClassVar[int]
    places: _containers.RepeatedCompositeFieldContainer[Place]
    lot: int
    discards: _containers.RepeatedScalarFieldContainer[int]
    shuffles: int
    unseen: _containers.RepeatedCompositeFieldContainer[Lot]
    def __init__(self, places: _Optional[_Iterable[_Union[Place, _Mapping]]] = ..., lot: _Optional[int] = ..., discards: _Optional[_Iterable[int]] = ..., shuffles: _Optional[int] = ..., unseen: _Optional[_Iterable[_Union[Lot, _Mapping]]] = ...) -> None: ...

class CodeDeck(_message.Message):
    __slots__ = ("size", "top_equipment")
    SIZE_FIELD_NUMBER: _ClassVar[int]
    TOP_EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    size: int
    top_equipment: str
    def __init__(self, size: _Optional[int] = ..., top_equipment: _Optional[str] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("card_set", "options", "seat", "round", "phase", "decision", "to_decide", "on_turn", "turn", "starter", "order", "had_break_turn", "final_round", "players", "circles", "tiles", "agency_face_up", "missions_face_up", "cubes", "agency_deck", "mission_deck", "code_decks", "code_shuffles", "tokens", "fresh_tokens", "use", "espionage", "movement", "pairs", "reroll", "search", "claim", "asked_first")
    CARD_SET_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    TO_DECIDE_FIELD_NUMBER: _ClassVar[int]
    ON_TURN_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    STARTER_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    HAD_BREAK_TURN_FIELD_NUMBER: _ClassVar[int]
    FINAL_ROUND_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    CIRCLES_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    AGENCY_FACE_UP_FIELD_NUMBER: _ClassVar[int]
    MISSIONS_FACE_UP_FIELD_NUMBER: _ClassVar[int]
    CUBES_FIELD_NUMBER: _ClassVar[int]
    AGENCY_DECK_FIELD_NUMBER: _ClassVar[int]
    MISSION_DECK_FIELD_NUMBER: _ClassVar[int]
    CODE_DECKS_FIELD_NUMBER: _ClassVar[int]
    CODE_SHUFFLES_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    FRESH_TOKENS_FIELD_NUMBER: _ClassVar[int]
    USE_FIELD_NUMBER: _ClassVar[int]
    ESPIONAGE_FIELD_NUMBER: _ClassVar[int]
    MOVEMENT_FIELD_NUMBER: _ClassVar[int]
    PAIRS_FIELD_NUMBER: _ClassVar[int]
    REROLL_FIELD_NUMBER: _ClassVar[int]
    SEARCH_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIRST_FIELD_NUMBER: _ClassVar[int]
    card_set: str
    options: Options
    seat: int
    round: int
    phase: Phase
    decision: Decision
    to_decide: int
    on_turn: int
    turn: Turn
    starter: int
    order: _containers.RepeatedScalarFieldContainer[int]
    had_break_turn: _containers.RepeatedScalarFieldContainer[int]
    final_round: bool
    players: _containers.RepeatedCompositeFieldContainer[Player]
    circles: _containers.RepeatedCompositeFieldContainer[Circle]
    tiles: _containers.RepeatedScalarFieldContainer[int]
    agency_face_up: _containers.RepeatedScalarFieldContainer[int]
    missions_face_up: _containers.RepeatedScalarFieldContainer[int]
    cubes: _containers.RepeatedCompositeFieldContainer[CityCubes]
    agency_deck: CardDeck
    mission_deck: CardDeck
    code_decks: _containers.RepeatedCompositeFieldContainer[CodeDeck]
    code_shuffles: int
    tokens: _containers.RepeatedCompositeFieldContainer[Tokens]
    fresh_tokens: _containers.RepeatedCompositeFieldContainer[Tokens]
    use: Use
    espionage: EspionageWindow
    movement: Movement
    pairs: Pairs
    reroll: Reroll
    search: Search
    claim: Claim
    asked_first: int
    def __init__(self, card_set: _Optional[str] = ..., options: _Optional[_Union[Options, _Mapping]] = ..., seat: _Optional[int] = ..., round: _Optional[int] = ..., phase: _Optional[_Union[Phase, str]] = ..., decision: _Optional[_Union[Decision, str]] = ..., to_decide: _Optional[int] = ..., on_turn: _Optional[int] = ..., turn: _Optional[_Union[Turn, _Mapping]] = ..., starter: _Optional[int] = ..., order: _Optional[_Iterable[int]] = ..., had_break_turn: _Optional[_Iterable[int]] = ..., final_round: bool = ..., players: _Optional[_Iterable[_Union[Player, _Mapping]]] = ..., circles: _Optional[_Iterable[_Union[Circle, _Mapping]]] = ..., tiles: _Optional[_Iterable[int]] = ..., agency_face_up: _Optional[_Iterable[int]] = ..., missions_face_up: _Optional[_Iterable[int]] = ..., cubes: _Optional[_Iterable[_Union[CityCubes, _Mapping]]] = ..., agency_deck: _Optional[_Union[CardDeck, _Mapping]] = ..., mission_deck: _Optional[_Union[CardDeck, _Mapping]] = ..., code_decks: _Optional[_Iterable[_Union[CodeDeck, _Mapping]]] = ..., code_shuffles: _Optional[int] = ..., tokens: _Optional[_Iterable[_Union[Tokens, _Mapping]]] = ..., fresh_tokens: _Optional[_Iterable[_Union[Tokens, _Mapping]]] = ..., use: _Optional[_Union[Use, _Mapping]] = ..., espionage: _Optional[_Union[EspionageWindow, _Mapping]] = ..., movement: _Optional[_Union[Movement, _Mapping]] = ..., pairs: _Optional[_Union[Pairs, _Mapping]] = ..., reroll: _Optional[_Union[Reroll, _Mapping]] = ..., search: _Optional[_Union[Search, _Mapping]] = ..., claim: _Optional[_Union[Claim, _Mapping]] = ..., asked_first: _Optional[int] = ...) -> None: ...
