from covertbots.v1 import covert_card_set_pb2 as _covert_card_set_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CovertView(_message.Message):
    __slots__ = ("card_set", "options", "seat", "round", "phase", "decision", "to_decide", "on_turn", "turn", "starter", "order", "had_break_turn", "final_round", "players", "circles", "tiles", "agency_face_up", "missions_face_up", "cubes", "agency_deck", "mission_deck", "code_decks", "code_shuffles", "tokens", "fresh_tokens", "use", "espionage", "movement", "pairs", "reroll", "search", "claim", "asked_first")
    class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        PHASE_UNSPECIFIED: _ClassVar[CovertView.Phase]
        PHASE_SETUP: _ClassVar[CovertView.Phase]
        PHASE_PLACING: _ClassVar[CovertView.Phase]
        PHASE_FIRST_A: _ClassVar[CovertView.Phase]
        PHASE_BREAKING: _ClassVar[CovertView.Phase]
        PHASE_FIRST_B: _ClassVar[CovertView.Phase]
        PHASE_RESOLVING: _ClassVar[CovertView.Phase]
        PHASE_LAST_MISSION: _ClassVar[CovertView.Phase]
        PHASE_OVER: _ClassVar[CovertView.Phase]
    PHASE_UNSPECIFIED: CovertView.Phase
    PHASE_SETUP: CovertView.Phase
    PHASE_PLACING: CovertView.Phase
    PHASE_FIRST_A: CovertView.Phase
    PHASE_BREAKING: CovertView.Phase
    PHASE_FIRST_B: CovertView.Phase
    PHASE_RESOLVING: CovertView.Phase
    PHASE_LAST_MISSION: CovertView.Phase
    PHASE_OVER: CovertView.Phase
    class Decision(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        DECISION_UNSPECIFIED: _ClassVar[CovertView.Decision]
        DECISION_NONE: _ClassVar[CovertView.Decision]
        DECISION_RETURN_MISSION: _ClassVar[CovertView.Decision]
        DECISION_PLACE: _ClassVar[CovertView.Decision]
        DECISION_REROLL: _ClassVar[CovertView.Decision]
        DECISION_DIE: _ClassVar[CovertView.Decision]
        DECISION_BREAK: _ClassVar[CovertView.Decision]
        DECISION_DRAW_CODE: _ClassVar[CovertView.Decision]
        DECISION_RESOLVE: _ClassVar[CovertView.Decision]
        DECISION_LAST_MISSION: _ClassVar[CovertView.Decision]
        DECISION_PAYMENT: _ClassVar[CovertView.Decision]
        DECISION_CODE_ORDER: _ClassVar[CovertView.Decision]
        DECISION_AGENT: _ClassVar[CovertView.Decision]
        DECISION_STEP: _ClassVar[CovertView.Decision]
        DECISION_REWARD: _ClassVar[CovertView.Decision]
        DECISION_DISCARD: _ClassVar[CovertView.Decision]
        DECISION_MISSION_DISCARD: _ClassVar[CovertView.Decision]
        DECISION_KEEP: _ClassVar[CovertView.Decision]
        DECISION_BOTTOM: _ClassVar[CovertView.Decision]
        DECISION_ESPIONAGE: _ClassVar[CovertView.Decision]
        DECISION_FIRST: _ClassVar[CovertView.Decision]
        DECISION_TILE: _ClassVar[CovertView.Decision]
    DECISION_UNSPECIFIED: CovertView.Decision
    DECISION_NONE: CovertView.Decision
    DECISION_RETURN_MISSION: CovertView.Decision
    DECISION_PLACE: CovertView.Decision
    DECISION_REROLL: CovertView.Decision
    DECISION_DIE: CovertView.Decision
    DECISION_BREAK: CovertView.Decision
    DECISION_DRAW_CODE: CovertView.Decision
    DECISION_RESOLVE: CovertView.Decision
    DECISION_LAST_MISSION: CovertView.Decision
    DECISION_PAYMENT: CovertView.Decision
    DECISION_CODE_ORDER: CovertView.Decision
    DECISION_AGENT: CovertView.Decision
    DECISION_STEP: CovertView.Decision
    DECISION_REWARD: CovertView.Decision
    DECISION_DISCARD: CovertView.Decision
    DECISION_MISSION_DISCARD: CovertView.Decision
    DECISION_KEEP: CovertView.Decision
    DECISION_BOTTOM: CovertView.Decision
    DECISION_ESPIONAGE: CovertView.Decision
    DECISION_FIRST: CovertView.Decision
    DECISION_TILE: CovertView.Decision
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
    class Lot(_message.Message):
        __slots__ = ("lot", "cards")
        LOT_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        lot: int
        cards: _containers.RepeatedScalarFieldContainer[int]
        def __init__(self, lot: _Optional[int] = ..., cards: _Optional[_Iterable[int]] = ...) -> None: ...
    class Player(_message.Message):
        __slots__ = ("character", "character_uses", "reroll_token", "dice", "folder_dice", "decoder_dice", "agents", "supply", "cubes", "completed_missions", "completed_codes", "agency_cards", "missions", "codes", "tokens", "token_draws", "reroll_count", "agency_card_count", "mission_count", "code_count")
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
        AGENCY_CARD_COUNT_FIELD_NUMBER: _ClassVar[int]
        MISSION_COUNT_FIELD_NUMBER: _ClassVar[int]
        CODE_COUNT_FIELD_NUMBER: _ClassVar[int]
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
        agency_cards: _containers.RepeatedCompositeFieldContainer[CovertView.Place]
        missions: _containers.RepeatedCompositeFieldContainer[CovertView.Place]
        codes: _containers.RepeatedCompositeFieldContainer[CovertView.CodePlace]
        tokens: int
        token_draws: int
        reroll_count: int
        agency_card_count: int
        mission_count: int
        code_count: int
        def __init__(self, character: _Optional[int] = ..., character_uses: _Optional[int] = ..., reroll_token: bool = ..., dice: _Optional[_Iterable[int]] = ..., folder_dice: _Optional[int] = ..., decoder_dice: _Optional[_Iterable[int]] = ..., agents: _Optional[_Iterable[str]] = ..., supply: _Optional[int] = ..., cubes: _Optional[_Iterable[int]] = ..., completed_missions: _Optional[_Iterable[int]] = ..., completed_codes: _Optional[_Iterable[int]] = ..., agency_cards: _Optional[_Iterable[_Union[CovertView.Place, _Mapping]]] = ..., missions: _Optional[_Iterable[_Union[CovertView.Place, _Mapping]]] = ..., codes: _Optional[_Iterable[_Union[CovertView.CodePlace, _Mapping]]] = ..., tokens: _Optional[int] = ..., token_draws: _Optional[int] = ..., reroll_count: _Optional[int] = ..., agency_card_count: _Optional[int] = ..., mission_count: _Optional[int] = ..., code_count: _Optional[int] = ...) -> None: ...
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
            KIND_UNSPECIFIED: _ClassVar[CovertView.Use.Kind]
            KIND_ABILITY: _ClassVar[CovertView.Use.Kind]
            KIND_FLIGHT: _ClassVar[CovertView.Use.Kind]
            KIND_MISSION: _ClassVar[CovertView.Use.Kind]
            KIND_DRAW: _ClassVar[CovertView.Use.Kind]
        KIND_UNSPECIFIED: CovertView.Use.Kind
        KIND_ABILITY: CovertView.Use.Kind
        KIND_FLIGHT: CovertView.Use.Kind
        KIND_MISSION: CovertView.Use.Kind
        KIND_DRAW: CovertView.Use.Kind
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
        kind: CovertView.Use.Kind
        seat: int
        ability: _covert_card_set_pb2.CovertCardSet.Ability
        card: int
        by_token: bool
        by_character: bool
        face: int
        deck: _covert_card_set_pb2.CovertCardSet.Deck
        agent: int
        mission: int
        symbols_paid: int
        feet_used: int
        last_payment: str
        agency_cards: _containers.RepeatedScalarFieldContainer[int]
        codes: _containers.RepeatedScalarFieldContainer[int]
        draws_left: int
        any_equipment_used: int
        def __init__(self, kind: _Optional[_Union[CovertView.Use.Kind, str]] = ..., seat: _Optional[int] = ..., ability: _Optional[_Union[_covert_card_set_pb2.CovertCardSet.Ability, str]] = ..., card: _Optional[int] = ..., by_token: bool = ..., by_character: bool = ..., face: _Optional[int] = ..., deck: _Optional[_Union[_covert_card_set_pb2.CovertCardSet.Deck, str]] = ..., agent: _Optional[int] = ..., mission: _Optional[int] = ..., symbols_paid: _Optional[int] = ..., feet_used: _Optional[int] = ..., last_payment: _Optional[str] = ..., agency_cards: _Optional[_Iterable[int]] = ..., codes: _Optional[_Iterable[int]] = ..., draws_left: _Optional[int] = ..., any_equipment_used: _Optional[int] = ...) -> None: ...
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
        __slots__ = ("cards", "kept", "size")
        CARDS_FIELD_NUMBER: _ClassVar[int]
        KEPT_FIELD_NUMBER: _ClassVar[int]
        SIZE_FIELD_NUMBER: _ClassVar[int]
        cards: _containers.RepeatedCompositeFieldContainer[CovertView.Place]
        kept: int
        size: int
        def __init__(self, cards: _Optional[_Iterable[_Union[CovertView.Place, _Mapping]]] = ..., kept: _Optional[int] = ..., size: _Optional[int] = ...) -> None: ...
    class Claim(_message.Message):
        __slots__ = ("code", "tiles")
        CODE_FIELD_NUMBER: _ClassVar[int]
        TILES_FIELD_NUMBER: _ClassVar[int]
        code: int
        tiles: _containers.RepeatedScalarFieldContainer[int]
        def __init__(self, code: _Optional[int] = ..., tiles: _Optional[_Iterable[int]] = ...) -> None: ...
    class CardDeck(_message.Message):
        __slots__ = ("places", "lot", "discards", "shuffles", "unseen", "size")
        PLACES_FIELD_NUMBER: _ClassVar[int]
        LOT_FIELD_NUMBER: _ClassVar[int]
        DISCARDS_FIELD_NUMBER: _ClassVar[int]
        SHUFFLES_FIELD_NUMBER: _ClassVar[int]
        UNSEEN_FIELD_NUMBER: _ClassVar[int]
        SIZE_FIELD_NUMBER: _ClassVar[int]
        places: _containers.RepeatedCompositeFieldContainer[CovertView.Place]
        lot: int
        discards: _containers.RepeatedScalarFieldContainer[int]
        shuffles: int
        unseen: _containers.RepeatedCompositeFieldContainer[CovertView.Lot]
        size: int
        def __init__(self, places: _Optional[_Iterable[_Union[CovertView.Place, _Mapping]]] = ..., lot: _Optional[int] = ..., discards: _Optional[_Iterable[int]] = ..., shuffles: _Optional[int] = ..., unseen: _Optional[_Iterable[_Union[CovertView.Lot, _Mapping]]] = ..., size: _Optional[int] = ...) -> None: ...
    class CodeDeck(_message.Message):
        __slots__ = ("size", "top_equipment")
        SIZE_FIELD_NUMBER: _ClassVar[int]
        TOP_EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
        size: int
        top_equipment: str
        def __init__(self, size: _Optional[int] = ..., top_equipment: _Optional[str] = ...) -> None: ...
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
    options: _covert_card_set_pb2.CovertOptions
    seat: int
    round: int
    phase: CovertView.Phase
    decision: CovertView.Decision
    to_decide: int
    on_turn: int
    turn: CovertView.Turn
    starter: int
    order: _containers.RepeatedScalarFieldContainer[int]
    had_break_turn: _containers.RepeatedScalarFieldContainer[int]
    final_round: bool
    players: _containers.RepeatedCompositeFieldContainer[CovertView.Player]
    circles: _containers.RepeatedCompositeFieldContainer[CovertView.Circle]
    tiles: _containers.RepeatedScalarFieldContainer[int]
    agency_face_up: _containers.RepeatedScalarFieldContainer[int]
    missions_face_up: _containers.RepeatedScalarFieldContainer[int]
    cubes: _containers.RepeatedCompositeFieldContainer[CovertView.CityCubes]
    agency_deck: CovertView.CardDeck
    mission_deck: CovertView.CardDeck
    code_decks: _containers.RepeatedCompositeFieldContainer[CovertView.CodeDeck]
    code_shuffles: int
    tokens: _containers.RepeatedCompositeFieldContainer[_covert_card_set_pb2.CovertCardSet.Tokens]
    fresh_tokens: _containers.RepeatedCompositeFieldContainer[_covert_card_set_pb2.CovertCardSet.Tokens]
    use: CovertView.Use
    espionage: CovertView.EspionageWindow
    movement: CovertView.Movement
    pairs: CovertView.Pairs
    reroll: CovertView.Reroll
    search: CovertView.Search
    claim: CovertView.Claim
    asked_first: int
    def __init__(self, card_set: _Optional[str] = ..., options: _Optional[_Union[_covert_card_set_pb2.CovertOptions, _Mapping]] = ..., seat: _Optional[int] = ..., round: _Optional[int] = ..., phase: _Optional[_Union[CovertView.Phase, str]] = ..., decision: _Optional[_Union[CovertView.Decision, str]] = ..., to_decide: _Optional[int] = ..., on_turn: _Optional[int] = ..., turn: _Optional[_Union[CovertView.Turn, _Mapping]] = ..., starter: _Optional[int] = ..., order: _Optional[_Iterable[int]] = ..., had_break_turn: _Optional[_Iterable[int]] = ..., final_round: bool = ..., players: _Optional[_Iterable[_Union[CovertView.Player, _Mapping]]] = ..., circles: _Optional[_Iterable[_Union[CovertView.Circle, _Mapping]]] = ..., tiles: _Optional[_Iterable[int]] = ..., agency_face_up: _Optional[_Iterable[int]] = ..., missions_face_up: _Optional[_Iterable[int]] = ..., cubes: _Optional[_Iterable[_Union[CovertView.CityCubes, _Mapping]]] = ..., agency_deck: _Optional[_Union[CovertView.CardDeck, _Mapping]] = ..., mission_deck: _Optional[_Union[CovertView.CardDeck, _Mapping]] = ..., code_decks: _Optional[_Iterable[_Union[CovertView.CodeDeck, _Mapping]]] = ..., code_shuffles: _Optional[int] = ..., tokens: _Optional[_Iterable[_Union[_covert_card_set_pb2.CovertCardSet.Tokens, _Mapping]]] = ..., fresh_tokens: _Optional[_Iterable[_Union[_covert_card_set_pb2.CovertCardSet.Tokens, _Mapping]]] = ..., use: _Optional[_Union[CovertView.Use, _Mapping]] = ..., espionage: _Optional[_Union[CovertView.EspionageWindow, _Mapping]] = ..., movement: _Optional[_Union[CovertView.Movement, _Mapping]] = ..., pairs: _Optional[_Union[CovertView.Pairs, _Mapping]] = ..., reroll: _Optional[_Union[CovertView.Reroll, _Mapping]] = ..., search: _Optional[_Union[CovertView.Search, _Mapping]] = ..., claim: _Optional[_Union[CovertView.Claim, _Mapping]] = ..., asked_first: _Optional[int] = ...) -> None: ...
