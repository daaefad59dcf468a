from covertbots.v1 import covert_card_set_pb2 as _covert_card_set_pb2
from covertbots.v1 import covert_view_pb2 as _covert_view_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CovertSetup(_message.Message):
    __slots__ = ("card_set", "options", "characters", "first_player")
    CARD_SET_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    CHARACTERS_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_FIELD_NUMBER: _ClassVar[int]
    card_set: str
    options: _covert_card_set_pb2.CovertOptions
    characters: _containers.RepeatedScalarFieldContainer[int]
    first_player: int
    def __init__(self, card_set: _Optional[str] = ..., options: _Optional[_Union[_covert_card_set_pb2.CovertOptions, _Mapping]] = ..., characters: _Optional[_Iterable[int]] = ..., first_player: _Optional[int] = ...) -> None: ...

class CovertOperands(_message.Message):
    __slots__ = ("kind", "face", "place", "agency_card", "mission", "code", "agent", "from_city", "to_city", "region", "dice", "tiles", "deck", "code_deck", "slot", "ability", "means")
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[CovertOperands.Kind]
        KIND_RETURN_MISSION: _ClassVar[CovertOperands.Kind]
        KIND_PLACE: _ClassVar[CovertOperands.Kind]
        KIND_PASS: _ClassVar[CovertOperands.Kind]
        KIND_STOP: _ClassVar[CovertOperands.Kind]
        KIND_END: _ClassVar[CovertOperands.Kind]
        KIND_REROLL: _ClassVar[CovertOperands.Kind]
        KIND_ROLL: _ClassVar[CovertOperands.Kind]
        KIND_USE: _ClassVar[CovertOperands.Kind]
        KIND_DIE: _ClassVar[CovertOperands.Kind]
        KIND_FLY: _ClassVar[CovertOperands.Kind]
        KIND_AGENT: _ClassVar[CovertOperands.Kind]
        KIND_STEP: _ClassVar[CovertOperands.Kind]
        KIND_SWAP: _ClassVar[CovertOperands.Kind]
        KIND_CLAIM: _ClassVar[CovertOperands.Kind]
        KIND_DRAW_CODE: _ClassVar[CovertOperands.Kind]
        KIND_COMPLETE: _ClassVar[CovertOperands.Kind]
        KIND_PAY: _ClassVar[CovertOperands.Kind]
        KIND_RETURN_CODE: _ClassVar[CovertOperands.Kind]
        KIND_TAKE_MISSION: _ClassVar[CovertOperands.Kind]
        KIND_TAKE_AGENCY: _ClassVar[CovertOperands.Kind]
        KIND_MOVE: _ClassVar[CovertOperands.Kind]
        KIND_FORFEIT: _ClassVar[CovertOperands.Kind]
        KIND_REWARD: _ClassVar[CovertOperands.Kind]
        KIND_DISCARD: _ClassVar[CovertOperands.Kind]
        KIND_DISCARD_MISSION: _ClassVar[CovertOperands.Kind]
        KIND_KEEP: _ClassVar[CovertOperands.Kind]
        KIND_BOTTOM: _ClassVar[CovertOperands.Kind]
        KIND_SPY: _ClassVar[CovertOperands.Kind]
        KIND_REFUSE: _ClassVar[CovertOperands.Kind]
        KIND_TILE: _ClassVar[CovertOperands.Kind]
        KIND_DRAW_TOKENS: _ClassVar[CovertOperands.Kind]
        KIND_DRAW_AGENCY: _ClassVar[CovertOperands.Kind]
    KIND_UNSPECIFIED: CovertOperands.Kind
    KIND_RETURN_MISSION: CovertOperands.Kind
    KIND_PLACE: CovertOperands.Kind
    KIND_PASS: CovertOperands.Kind
    KIND_STOP: CovertOperands.Kind
    KIND_END: CovertOperands.Kind
    KIND_REROLL: CovertOperands.Kind
    KIND_ROLL: CovertOperands.Kind
    KIND_USE: CovertOperands.Kind
    KIND_DIE: CovertOperands.Kind
    KIND_FLY: CovertOperands.Kind
    KIND_AGENT: CovertOperands.Kind
    KIND_STEP: CovertOperands.Kind
    KIND_SWAP: CovertOperands.Kind
    KIND_CLAIM: CovertOperands.Kind
    KIND_DRAW_CODE: CovertOperands.Kind
    KIND_COMPLETE: CovertOperands.Kind
    KIND_PAY: CovertOperands.Kind
    KIND_RETURN_CODE: CovertOperands.Kind
    KIND_TAKE_MISSION: CovertOperands.Kind
    KIND_TAKE_AGENCY: CovertOperands.Kind
    KIND_MOVE: CovertOperands.Kind
    KIND_FORFEIT: CovertOperands.Kind
    KIND_REWARD: CovertOperands.Kind
    KIND_DISCARD: CovertOperands.Kind
    KIND_DISCARD_MISSION: CovertOperands.Kind
    KIND_KEEP: CovertOperands.Kind
    KIND_BOTTOM: CovertOperands.Kind
    KIND_SPY: CovertOperands.Kind
    KIND_REFUSE: CovertOperands.Kind
    KIND_TILE: CovertOperands.Kind
    KIND_DRAW_TOKENS: CovertOperands.Kind
    KIND_DRAW_AGENCY: CovertOperands.Kind
    class Means(_message.Message):
        __slots__ = ("token", "character", "agency_card", "code", "foot")
        TOKEN_FIELD_NUMBER: _ClassVar[int]
        CHARACTER_FIELD_NUMBER: _ClassVar[int]
        AGENCY_CARD_FIELD_NUMBER: _ClassVar[int]
        CODE_FIELD_NUMBER: _ClassVar[int]
        FOOT_FIELD_NUMBER: _ClassVar[int]
        token: bool
        character: bool
        agency_card: int
        code: int
        foot: bool
        def __init__(self, token: bool = ..., character: bool = ..., agency_card: _Optional[int] = ..., code: _Optional[int] = ..., foot: bool = ...) -> None: ...
    KIND_FIELD_NUMBER: _ClassVar[int]
    FACE_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    AGENCY_CARD_FIELD_NUMBER: _ClassVar[int]
    MISSION_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    AGENT_FIELD_NUMBER: _ClassVar[int]
    FROM_CITY_FIELD_NUMBER: _ClassVar[int]
    TO_CITY_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    CODE_DECK_FIELD_NUMBER: _ClassVar[int]
    SLOT_FIELD_NUMBER: _ClassVar[int]
    ABILITY_FIELD_NUMBER: _ClassVar[int]
    MEANS_FIELD_NUMBER: _ClassVar[int]
    kind: CovertOperands.Kind
    face: int
    place: str
    agency_card: int
    mission: int
    code: int
    agent: int
    from_city: str
    to_city: str
    region: str
    dice: int
    tiles: _containers.RepeatedScalarFieldContainer[int]
    deck: _covert_card_set_pb2.CovertCardSet.Deck
    code_deck: int
    slot: int
    ability: _covert_card_set_pb2.CovertCardSet.Ability
    means: CovertOperands.Means
    def __init__(self, kind: _Optional[_Union[CovertOperands.Kind, str]] = ..., face: _Optional[int] = ..., place: _Optional[str] = ..., agency_card: _Optional[int] = ..., mission: _Optional[int] = ..., code: _Optional[int] = ..., agent: _Optional[int] = ..., from_city: _Optional[str] = ..., to_city: _Optional[str] = ..., region: _Optional[str] = ..., dice: _Optional[int] = ..., tiles: _Optional[_Iterable[int]] = ..., deck: _Optional[_Union[_covert_card_set_pb2.CovertCardSet.Deck, str]] = ..., code_deck: _Optional[int] = ..., slot: _Optional[int] = ..., ability: _Optional[_Union[_covert_card_set_pb2.CovertCardSet.Ability, str]] = ..., means: _Optional[_Union[CovertOperands.Means, _Mapping]] = ...) -> None: ...

class CovertEvent(_message.Message):
    __slots__ = ("kind", "cards", "cities", "place", "faces", "tiles", "count", "phase")
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[CovertEvent.Kind]
        KIND_ROUND: _ClassVar[CovertEvent.Kind]
        KIND_PHASE: _ClassVar[CovertEvent.Kind]
        KIND_TURN: _ClassVar[CovertEvent.Kind]
        KIND_ROLL: _ClassVar[CovertEvent.Kind]
        KIND_REROLL_TOKEN: _ClassVar[CovertEvent.Kind]
        KIND_DIE_CHANGED: _ClassVar[CovertEvent.Kind]
        KIND_DICE_PLACED: _ClassVar[CovertEvent.Kind]
        KIND_DICE_BACK: _ClassVar[CovertEvent.Kind]
        KIND_ORDER: _ClassVar[CovertEvent.Kind]
        KIND_MOVEMENT: _ClassVar[CovertEvent.Kind]
        KIND_AGENT: _ClassVar[CovertEvent.Kind]
        KIND_CUBE_LEFT: _ClassVar[CovertEvent.Kind]
        KIND_CUBES_TAKEN: _ClassVar[CovertEvent.Kind]
        KIND_PAIR: _ClassVar[CovertEvent.Kind]
        KIND_AGENCY_GAINED: _ClassVar[CovertEvent.Kind]
        KIND_AGENCY_LEFT: _ClassVar[CovertEvent.Kind]
        KIND_AGENCY_DISCARDED: _ClassVar[CovertEvent.Kind]
        KIND_AGENCY_FACE_UP: _ClassVar[CovertEvent.Kind]
        KIND_MISSION_GAINED: _ClassVar[CovertEvent.Kind]
        KIND_MISSION_LEFT: _ClassVar[CovertEvent.Kind]
        KIND_MISSION_DISCARDED: _ClassVar[CovertEvent.Kind]
        KIND_MISSION_COMPLETED: _ClassVar[CovertEvent.Kind]
        KIND_MISSIONS_FACE_UP: _ClassVar[CovertEvent.Kind]
        KIND_CODE_GAINED: _ClassVar[CovertEvent.Kind]
        KIND_CODE_BROKEN: _ClassVar[CovertEvent.Kind]
        KIND_CODE_USED: _ClassVar[CovertEvent.Kind]
        KIND_TOKENS_DRAWN: _ClassVar[CovertEvent.Kind]
        KIND_TOKENS_USED: _ClassVar[CovertEvent.Kind]
        KIND_TILES: _ClassVar[CovertEvent.Kind]
        KIND_USE: _ClassVar[CovertEvent.Kind]
        KIND_WINDOW_OPENS: _ClassVar[CovertEvent.Kind]
        KIND_WINDOW_POOL: _ClassVar[CovertEvent.Kind]
        KIND_WINDOW_CLOSES: _ClassVar[CovertEvent.Kind]
        KIND_SEARCH: _ClassVar[CovertEvent.Kind]
        KIND_SEARCH_ENDS: _ClassVar[CovertEvent.Kind]
        KIND_SHUFFLE: _ClassVar[CovertEvent.Kind]
        KIND_FINAL_ROUND: _ClassVar[CovertEvent.Kind]
        KIND_OVER: _ClassVar[CovertEvent.Kind]
        KIND_CLAIM: _ClassVar[CovertEvent.Kind]
        KIND_PAYMENT: _ClassVar[CovertEvent.Kind]
        KIND_FIRST_ROLL: _ClassVar[CovertEvent.Kind]
        KIND_FIRST_PLAYER: _ClassVar[CovertEvent.Kind]
        KIND_ASKED_FIRST: _ClassVar[CovertEvent.Kind]
        KIND_SCORE: _ClassVar[CovertEvent.Kind]
        KIND_FORFEIT: _ClassVar[CovertEvent.Kind]
    KIND_UNSPECIFIED: CovertEvent.Kind
    KIND_ROUND: CovertEvent.Kind
    KIND_PHASE: CovertEvent.Kind
    KIND_TURN: CovertEvent.Kind
    KIND_ROLL: CovertEvent.Kind
    KIND_REROLL_TOKEN: CovertEvent.Kind
    KIND_DIE_CHANGED: CovertEvent.Kind
    KIND_DICE_PLACED: CovertEvent.Kind
    KIND_DICE_BACK: CovertEvent.Kind
    KIND_ORDER: CovertEvent.Kind
    KIND_MOVEMENT: CovertEvent.Kind
    KIND_AGENT: CovertEvent.Kind
    KIND_CUBE_LEFT: CovertEvent.Kind
    KIND_CUBES_TAKEN: CovertEvent.Kind
    KIND_PAIR: CovertEvent.Kind
    KIND_AGENCY_GAINED: CovertEvent.Kind
    KIND_AGENCY_LEFT: CovertEvent.Kind
    KIND_AGENCY_DISCARDED: CovertEvent.Kind
    KIND_AGENCY_FACE_UP: CovertEvent.Kind
    KIND_MISSION_GAINED: CovertEvent.Kind
    KIND_MISSION_LEFT: CovertEvent.Kind
    KIND_MISSION_DISCARDED: CovertEvent.Kind
    KIND_MISSION_COMPLETED: CovertEvent.Kind
    KIND_MISSIONS_FACE_UP: CovertEvent.Kind
    KIND_CODE_GAINED: CovertEvent.Kind
    KIND_CODE_BROKEN: CovertEvent.Kind
    KIND_CODE_USED: CovertEvent.Kind
    KIND_TOKENS_DRAWN: CovertEvent.Kind
    KIND_TOKENS_USED: CovertEvent.Kind
    KIND_TILES: CovertEvent.Kind
    KIND_USE: CovertEvent.Kind
    KIND_WINDOW_OPENS: CovertEvent.Kind
    KIND_WINDOW_POOL: CovertEvent.Kind
    KIND_WINDOW_CLOSES: CovertEvent.Kind
    KIND_SEARCH: CovertEvent.Kind
    KIND_SEARCH_ENDS: CovertEvent.Kind
    KIND_SHUFFLE: CovertEvent.Kind
    KIND_FINAL_ROUND: CovertEvent.Kind
    KIND_OVER: CovertEvent.Kind
    KIND_CLAIM: CovertEvent.Kind
    KIND_PAYMENT: CovertEvent.Kind
    KIND_FIRST_ROLL: CovertEvent.Kind
    KIND_FIRST_PLAYER: CovertEvent.Kind
    KIND_ASKED_FIRST: CovertEvent.Kind
    KIND_SCORE: CovertEvent.Kind
    KIND_FORFEIT: CovertEvent.Kind
    KIND_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    kind: CovertEvent.Kind
    cards: _containers.RepeatedScalarFieldContainer[int]
    cities: _containers.RepeatedScalarFieldContainer[str]
    place: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    tiles: _containers.RepeatedScalarFieldContainer[int]
    count: int
    phase: _covert_view_pb2.CovertView.Phase
    def __init__(self, kind: _Optional[_Union[CovertEvent.Kind, str]] = ..., cards: _Optional[_Iterable[int]] = ..., cities: _Optional[_Iterable[str]] = ..., place: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., tiles: _Optional[_Iterable[int]] = ..., count: _Optional[int] = ..., phase: _Optional[_Union[_covert_view_pb2.CovertView.Phase, str]] = ...) -> None: ...

class CovertHint(_message.Message):
    __slots__ = ("reasons", "hands", "plans", "against")
    class Fact(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        FACT_UNSPECIFIED: _ClassVar[CovertHint.Fact]
        FACT_VALUE: _ClassVar[CovertHint.Fact]
        FACT_WIN_PROBABILITY: _ClassVar[CovertHint.Fact]
        FACT_EXPECTED_SCORE: _ClassVar[CovertHint.Fact]
        FACT_MISSION_COMPLETED: _ClassVar[CovertHint.Fact]
        FACT_MISSION_DICE: _ClassVar[CovertHint.Fact]
        FACT_CODE_COMPLETED: _ClassVar[CovertHint.Fact]
        FACT_POINTS: _ClassVar[CovertHint.Fact]
        FACT_MISSIONS: _ClassVar[CovertHint.Fact]
        FACT_CODES: _ClassVar[CovertHint.Fact]
        FACT_AGENCY_CARDS: _ClassVar[CovertHint.Fact]
    FACT_UNSPECIFIED: CovertHint.Fact
    FACT_VALUE: CovertHint.Fact
    FACT_WIN_PROBABILITY: CovertHint.Fact
    FACT_EXPECTED_SCORE: CovertHint.Fact
    FACT_MISSION_COMPLETED: CovertHint.Fact
    FACT_MISSION_DICE: CovertHint.Fact
    FACT_CODE_COMPLETED: CovertHint.Fact
    FACT_POINTS: CovertHint.Fact
    FACT_MISSIONS: CovertHint.Fact
    FACT_CODES: CovertHint.Fact
    FACT_AGENCY_CARDS: CovertHint.Fact
    class Standing(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        STANDING_UNSPECIFIED: _ClassVar[CovertHint.Standing]
        STANDING_HAVE: _ClassVar[CovertHint.Standing]
        STANDING_REACHABLE: _ClassVar[CovertHint.Standing]
        STANDING_NOT_YET: _ClassVar[CovertHint.Standing]
    STANDING_UNSPECIFIED: CovertHint.Standing
    STANDING_HAVE: CovertHint.Standing
    STANDING_REACHABLE: CovertHint.Standing
    STANDING_NOT_YET: CovertHint.Standing
    class Difference(_message.Message):
        __slots__ = ("fact", "seat", "mission", "code", "recommended", "other", "standard_error")
        FACT_FIELD_NUMBER: _ClassVar[int]
        SEAT_FIELD_NUMBER: _ClassVar[int]
        MISSION_FIELD_NUMBER: _ClassVar[int]
        CODE_FIELD_NUMBER: _ClassVar[int]
        RECOMMENDED_FIELD_NUMBER: _ClassVar[int]
        OTHER_FIELD_NUMBER: _ClassVar[int]
        STANDARD_ERROR_FIELD_NUMBER: _ClassVar[int]
        fact: CovertHint.Fact
        seat: int
        mission: int
        code: int
        recommended: float
        other: float
        standard_error: float
        def __init__(self, fact: _Optional[_Union[CovertHint.Fact, str]] = ..., seat: _Optional[int] = ..., mission: _Optional[int] = ..., code: _Optional[int] = ..., recommended: _Optional[float] = ..., other: _Optional[float] = ..., standard_error: _Optional[float] = ...) -> None: ...
    class Reasons(_message.Message):
        __slots__ = ("worlds", "rounds", "differences", "text")
        WORLDS_FIELD_NUMBER: _ClassVar[int]
        ROUNDS_FIELD_NUMBER: _ClassVar[int]
        DIFFERENCES_FIELD_NUMBER: _ClassVar[int]
        TEXT_FIELD_NUMBER: _ClassVar[int]
        worlds: int
        rounds: int
        differences: _containers.RepeatedCompositeFieldContainer[CovertHint.Difference]
        text: str
        def __init__(self, worlds: _Optional[int] = ..., rounds: _Optional[int] = ..., differences: _Optional[_Iterable[_Union[CovertHint.Difference, _Mapping]]] = ..., text: _Optional[str] = ...) -> None: ...
    class CardShare(_message.Message):
        __slots__ = ("card", "share")
        CARD_FIELD_NUMBER: _ClassVar[int]
        SHARE_FIELD_NUMBER: _ClassVar[int]
        card: int
        share: float
        def __init__(self, card: _Optional[int] = ..., share: _Optional[float] = ...) -> None: ...
    class OpponentHand(_message.Message):
        __slots__ = ("seat", "missions", "codes")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        MISSIONS_FIELD_NUMBER: _ClassVar[int]
        CODES_FIELD_NUMBER: _ClassVar[int]
        seat: int
        missions: _containers.RepeatedCompositeFieldContainer[CovertHint.CardShare]
        codes: _containers.RepeatedCompositeFieldContainer[CovertHint.CardShare]
        def __init__(self, seat: _Optional[int] = ..., missions: _Optional[_Iterable[_Union[CovertHint.CardShare, _Mapping]]] = ..., codes: _Optional[_Iterable[_Union[CovertHint.CardShare, _Mapping]]] = ...) -> None: ...
    class PlannedSymbol(_message.Message):
        __slots__ = ("equipment", "city", "region", "standing", "dice", "agency_card", "at_region", "agency_dice", "code", "foot", "agent", "goes_to", "steps", "flight")
        EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
        CITY_FIELD_NUMBER: _ClassVar[int]
        REGION_FIELD_NUMBER: _ClassVar[int]
        STANDING_FIELD_NUMBER: _ClassVar[int]
        DICE_FIELD_NUMBER: _ClassVar[int]
        AGENCY_CARD_FIELD_NUMBER: _ClassVar[int]
        AT_REGION_FIELD_NUMBER: _ClassVar[int]
        AGENCY_DICE_FIELD_NUMBER: _ClassVar[int]
        CODE_FIELD_NUMBER: _ClassVar[int]
        FOOT_FIELD_NUMBER: _ClassVar[int]
        AGENT_FIELD_NUMBER: _ClassVar[int]
        GOES_TO_FIELD_NUMBER: _ClassVar[int]
        STEPS_FIELD_NUMBER: _ClassVar[int]
        FLIGHT_FIELD_NUMBER: _ClassVar[int]
        equipment: str
        city: str
        region: str
        standing: CovertHint.Standing
        dice: float
        agency_card: int
        at_region: str
        agency_dice: int
        code: int
        foot: int
        agent: int
        goes_to: str
        steps: int
        flight: int
        def __init__(self, equipment: _Optional[str] = ..., city: _Optional[str] = ..., region: _Optional[str] = ..., standing: _Optional[_Union[CovertHint.Standing, str]] = ..., dice: _Optional[float] = ..., agency_card: _Optional[int] = ..., at_region: _Optional[str] = ..., agency_dice: _Optional[int] = ..., code: _Optional[int] = ..., foot: _Optional[int] = ..., agent: _Optional[int] = ..., goes_to: _Optional[str] = ..., steps: _Optional[int] = ..., flight: _Optional[int] = ...) -> None: ...
    class Plan(_message.Message):
        __slots__ = ("mission", "in_hand", "symbols", "dice", "movement_dice", "rounds")
        MISSION_FIELD_NUMBER: _ClassVar[int]
        IN_HAND_FIELD_NUMBER: _ClassVar[int]
        SYMBOLS_FIELD_NUMBER: _ClassVar[int]
        DICE_FIELD_NUMBER: _ClassVar[int]
        MOVEMENT_DICE_FIELD_NUMBER: _ClassVar[int]
        ROUNDS_FIELD_NUMBER: _ClassVar[int]
        mission: int
        in_hand: bool
        symbols: _containers.RepeatedCompositeFieldContainer[CovertHint.PlannedSymbol]
        dice: float
        movement_dice: int
        rounds: int
        def __init__(self, mission: _Optional[int] = ..., in_hand: bool = ..., symbols: _Optional[_Iterable[_Union[CovertHint.PlannedSymbol, _Mapping]]] = ..., dice: _Optional[float] = ..., movement_dice: _Optional[int] = ..., rounds: _Optional[int] = ...) -> None: ...
    class Against(_message.Message):
        __slots__ = ("bots", "like", "win_probability", "text")
        BOTS_FIELD_NUMBER: _ClassVar[int]
        LIKE_FIELD_NUMBER: _ClassVar[int]
        WIN_PROBABILITY_FIELD_NUMBER: _ClassVar[int]
        TEXT_FIELD_NUMBER: _ClassVar[int]
        bots: _containers.RepeatedScalarFieldContainer[str]
        like: str
        win_probability: _containers.RepeatedScalarFieldContainer[float]
        text: str
        def __init__(self, bots: _Optional[_Iterable[str]] = ..., like: _Optional[str] = ..., win_probability: _Optional[_Iterable[float]] = ..., text: _Optional[str] = ...) -> None: ...
    REASONS_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    PLANS_FIELD_NUMBER: _ClassVar[int]
    AGAINST_FIELD_NUMBER: _ClassVar[int]
    reasons: CovertHint.Reasons
    hands: _containers.RepeatedCompositeFieldContainer[CovertHint.OpponentHand]
    plans: _containers.RepeatedCompositeFieldContainer[CovertHint.Plan]
    against: CovertHint.Against
    def __init__(self, reasons: _Optional[_Union[CovertHint.Reasons, _Mapping]] = ..., hands: _Optional[_Iterable[_Union[CovertHint.OpponentHand, _Mapping]]] = ..., plans: _Optional[_Iterable[_Union[CovertHint.Plan, _Mapping]]] = ..., against: _Optional[_Union[CovertHint.Against, _Mapping]] = ...) -> None: ...
