from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CovertOptions(_message.Message):
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

class CovertCardSet(_message.Message):
    __slots__ = ("digest", "name", "equipment", "regions", "connections", "agency_cards", "missions", "codes", "tokens", "characters", "options", "ability_texts", "option_texts", "tiles")
    class Ability(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        ABILITY_UNSPECIFIED: _ClassVar[CovertCardSet.Ability]
        ABILITY_PLUS_ONE: _ClassVar[CovertCardSet.Ability]
        ABILITY_MINUS_ONE: _ClassVar[CovertCardSet.Ability]
        ABILITY_MOVE_THREE: _ClassVar[CovertCardSet.Ability]
        ABILITY_ESPIONAGE: _ClassVar[CovertCardSet.Ability]
        ABILITY_SNEAK_ATTACK: _ClassVar[CovertCardSet.Ability]
        ABILITY_FIRST: _ClassVar[CovertCardSet.Ability]
        ABILITY_SEARCH: _ClassVar[CovertCardSet.Ability]
        ABILITY_CODE_BREAKER: _ClassVar[CovertCardSet.Ability]
    ABILITY_UNSPECIFIED: CovertCardSet.Ability
    ABILITY_PLUS_ONE: CovertCardSet.Ability
    ABILITY_MINUS_ONE: CovertCardSet.Ability
    ABILITY_MOVE_THREE: CovertCardSet.Ability
    ABILITY_ESPIONAGE: CovertCardSet.Ability
    ABILITY_SNEAK_ATTACK: CovertCardSet.Ability
    ABILITY_FIRST: CovertCardSet.Ability
    ABILITY_SEARCH: CovertCardSet.Ability
    ABILITY_CODE_BREAKER: CovertCardSet.Ability
    class Deck(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        DECK_UNSPECIFIED: _ClassVar[CovertCardSet.Deck]
        DECK_AGENCY: _ClassVar[CovertCardSet.Deck]
        DECK_MISSION: _ClassVar[CovertCardSet.Deck]
    DECK_UNSPECIFIED: CovertCardSet.Deck
    DECK_AGENCY: CovertCardSet.Deck
    DECK_MISSION: CovertCardSet.Deck
    class Tokens(_message.Message):
        __slots__ = ("ability", "count")
        ABILITY_FIELD_NUMBER: _ClassVar[int]
        COUNT_FIELD_NUMBER: _ClassVar[int]
        ability: CovertCardSet.Ability
        count: int
        def __init__(self, ability: _Optional[_Union[CovertCardSet.Ability, str]] = ..., count: _Optional[int] = ...) -> None: ...
    class AbilityText(_message.Message):
        __slots__ = ("ability", "name", "words")
        ABILITY_FIELD_NUMBER: _ClassVar[int]
        NAME_FIELD_NUMBER: _ClassVar[int]
        WORDS_FIELD_NUMBER: _ClassVar[int]
        ability: CovertCardSet.Ability
        name: str
        words: str
        def __init__(self, ability: _Optional[_Union[CovertCardSet.Ability, str]] = ..., name: _Optional[str] = ..., words: _Optional[str] = ...) -> None: ...
    class OptionText(_message.Message):
        __slots__ = ("name", "on", "off")
        NAME_FIELD_NUMBER: _ClassVar[int]
        ON_FIELD_NUMBER: _ClassVar[int]
        OFF_FIELD_NUMBER: _ClassVar[int]
        name: str
        on: str
        off: str
        def __init__(self, name: _Optional[str] = ..., on: _Optional[str] = ..., off: _Optional[str] = ...) -> None: ...
    class Region(_message.Message):
        __slots__ = ("name", "cities")
        NAME_FIELD_NUMBER: _ClassVar[int]
        CITIES_FIELD_NUMBER: _ClassVar[int]
        name: str
        cities: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, name: _Optional[str] = ..., cities: _Optional[_Iterable[str]] = ...) -> None: ...
    class Connection(_message.Message):
        __slots__ = ("cities",)
        CITIES_FIELD_NUMBER: _ClassVar[int]
        cities: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, cities: _Optional[_Iterable[str]] = ...) -> None: ...
    class AgencyCard(_message.Message):
        __slots__ = ("equipment", "city", "ability", "words")
        EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
        CITY_FIELD_NUMBER: _ClassVar[int]
        ABILITY_FIELD_NUMBER: _ClassVar[int]
        WORDS_FIELD_NUMBER: _ClassVar[int]
        equipment: str
        city: str
        ability: CovertCardSet.Ability
        words: str
        def __init__(self, equipment: _Optional[str] = ..., city: _Optional[str] = ..., ability: _Optional[_Union[CovertCardSet.Ability, str]] = ..., words: _Optional[str] = ...) -> None: ...
    class Mission(_message.Message):
        __slots__ = ("title", "points", "equipment", "cities", "regions", "any_cards", "foot", "words")
        TITLE_FIELD_NUMBER: _ClassVar[int]
        POINTS_FIELD_NUMBER: _ClassVar[int]
        EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
        CITIES_FIELD_NUMBER: _ClassVar[int]
        REGIONS_FIELD_NUMBER: _ClassVar[int]
        ANY_CARDS_FIELD_NUMBER: _ClassVar[int]
        FOOT_FIELD_NUMBER: _ClassVar[int]
        WORDS_FIELD_NUMBER: _ClassVar[int]
        title: str
        points: int
        equipment: _containers.RepeatedScalarFieldContainer[str]
        cities: _containers.RepeatedScalarFieldContainer[str]
        regions: _containers.RepeatedScalarFieldContainer[str]
        any_cards: int
        foot: str
        words: str
        def __init__(self, title: _Optional[str] = ..., points: _Optional[int] = ..., equipment: _Optional[_Iterable[str]] = ..., cities: _Optional[_Iterable[str]] = ..., regions: _Optional[_Iterable[str]] = ..., any_cards: _Optional[int] = ..., foot: _Optional[str] = ..., words: _Optional[str] = ...) -> None: ...
    class Code(_message.Message):
        __slots__ = ("numbers", "equipment", "words")
        NUMBERS_FIELD_NUMBER: _ClassVar[int]
        EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
        WORDS_FIELD_NUMBER: _ClassVar[int]
        numbers: _containers.RepeatedScalarFieldContainer[int]
        equipment: str
        words: str
        def __init__(self, numbers: _Optional[_Iterable[int]] = ..., equipment: _Optional[str] = ..., words: _Optional[str] = ...) -> None: ...
    class Character(_message.Message):
        __slots__ = ("name", "effect", "amount", "when", "period", "times", "deck", "words")
        NAME_FIELD_NUMBER: _ClassVar[int]
        EFFECT_FIELD_NUMBER: _ClassVar[int]
        AMOUNT_FIELD_NUMBER: _ClassVar[int]
        WHEN_FIELD_NUMBER: _ClassVar[int]
        PERIOD_FIELD_NUMBER: _ClassVar[int]
        TIMES_FIELD_NUMBER: _ClassVar[int]
        DECK_FIELD_NUMBER: _ClassVar[int]
        WORDS_FIELD_NUMBER: _ClassVar[int]
        name: str
        effect: str
        amount: int
        when: _containers.RepeatedScalarFieldContainer[str]
        period: str
        times: int
        deck: CovertCardSet.Deck
        words: str
        def __init__(self, name: _Optional[str] = ..., effect: _Optional[str] = ..., amount: _Optional[int] = ..., when: _Optional[_Iterable[str]] = ..., period: _Optional[str] = ..., times: _Optional[int] = ..., deck: _Optional[_Union[CovertCardSet.Deck, str]] = ..., words: _Optional[str] = ...) -> None: ...
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    REGIONS_FIELD_NUMBER: _ClassVar[int]
    CONNECTIONS_FIELD_NUMBER: _ClassVar[int]
    AGENCY_CARDS_FIELD_NUMBER: _ClassVar[int]
    MISSIONS_FIELD_NUMBER: _ClassVar[int]
    CODES_FIELD_NUMBER: _ClassVar[int]
    TOKENS_FIELD_NUMBER: _ClassVar[int]
    CHARACTERS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    ABILITY_TEXTS_FIELD_NUMBER: _ClassVar[int]
    OPTION_TEXTS_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    digest: str
    name: str
    equipment: _containers.RepeatedScalarFieldContainer[str]
    regions: _containers.RepeatedCompositeFieldContainer[CovertCardSet.Region]
    connections: _containers.RepeatedCompositeFieldContainer[CovertCardSet.Connection]
    agency_cards: _containers.RepeatedCompositeFieldContainer[CovertCardSet.AgencyCard]
    missions: _containers.RepeatedCompositeFieldContainer[CovertCardSet.Mission]
    codes: _containers.RepeatedCompositeFieldContainer[CovertCardSet.Code]
    tokens: _containers.RepeatedCompositeFieldContainer[CovertCardSet.Tokens]
    characters: _containers.RepeatedCompositeFieldContainer[CovertCardSet.Character]
    options: CovertOptions
    ability_texts: _containers.RepeatedCompositeFieldContainer[CovertCardSet.AbilityText]
    option_texts: _containers.RepeatedCompositeFieldContainer[CovertCardSet.OptionText]
    tiles: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, digest: _Optional[str] = ..., name: _Optional[str] = ..., equipment: _Optional[_Iterable[str]] = ..., regions: _Optional[_Iterable[_Union[CovertCardSet.Region, _Mapping]]] = ..., connections: _Optional[_Iterable[_Union[CovertCardSet.Connection, _Mapping]]] = ..., agency_cards: _Optional[_Iterable[_Union[CovertCardSet.AgencyCard, _Mapping]]] = ..., missions: _Optional[_Iterable[_Union[CovertCardSet.Mission, _Mapping]]] = ..., codes: _Optional[_Iterable[_Union[CovertCardSet.Code, _Mapping]]] = ..., tokens: _Optional[_Iterable[_Union[CovertCardSet.Tokens, _Mapping]]] = ..., characters: _Optional[_Iterable[_Union[CovertCardSet.Character, _Mapping]]] = ..., options: _Optional[_Union[CovertOptions, _Mapping]] = ..., ability_texts: _Optional[_Iterable[_Union[CovertCardSet.AbilityText, _Mapping]]] = ..., option_texts: _Optional[_Iterable[_Union[CovertCardSet.OptionText, _Mapping]]] = ..., tiles: _Optional[_Iterable[int]] = ...) -> None: ...
