from covertbots.v1 import view_pb2 as _view_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CardSet(_message.Message):
    __slots__ = ("digest", "name", "equipment", "regions", "connections", "agency_cards", "missions", "codes", "tokens", "characters", "options")
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
    digest: str
    name: str
    equipment: _containers.RepeatedScalarFieldContainer[str]
    regions: _containers.RepeatedCompositeFieldContainer[Region]
    connections: _containers.RepeatedCompositeFieldContainer[Connection]
    agency_cards: _containers.RepeatedCompositeFieldContainer[AgencyCard]
    missions: _containers.RepeatedCompositeFieldContainer[Mission]
    codes: _containers.RepeatedCompositeFieldContainer[Code]
    tokens: _containers.RepeatedCompositeFieldContainer[_view_pb2.Tokens]
    characters: _containers.RepeatedCompositeFieldContainer[Character]
    options: _view_pb2.Options
    def __init__(self, digest: _Optional[str] = ..., name: _Optional[str] = ..., equipment: _Optional[_Iterable[str]] = ..., regions: _Optional[_Iterable[_Union[Region, _Mapping]]] = ..., connections: _Optional[_Iterable[_Union[Connection, _Mapping]]] = ..., agency_cards: _Optional[_Iterable[_Union[AgencyCard, _Mapping]]] = ..., missions: _Optional[_Iterable[_Union[Mission, _Mapping]]] = ..., codes: _Optional[_Iterable[_Union[Code, _Mapping]]] = ..., tokens: _Optional[_Iterable[_Union[_view_pb2.Tokens, _Mapping]]] = ..., characters: _Optional[_Iterable[_Union[Character, _Mapping]]] = ..., options: _Optional[_Union[_view_pb2.Options, _Mapping]] = ...) -> None: ...

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
    __slots__ = ("equipment", "city", "ability")
    EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    CITY_FIELD_NUMBER: _ClassVar[int]
    ABILITY_FIELD_NUMBER: _ClassVar[int]
    equipment: str
    city: str
    ability: _view_pb2.Ability
    def __init__(self, equipment: _Optional[str] = ..., city: _Optional[str] = ..., ability: _Optional[_Union[_view_pb2.Ability, str]] = ...) -> None: ...

class Mission(_message.Message):
    __slots__ = ("title", "points", "equipment", "cities", "regions", "any_cards", "foot")
    TITLE_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    REGIONS_FIELD_NUMBER: _ClassVar[int]
    ANY_CARDS_FIELD_NUMBER: _ClassVar[int]
    FOOT_FIELD_NUMBER: _ClassVar[int]
    title: str
    points: int
    equipment: _containers.RepeatedScalarFieldContainer[str]
    cities: _containers.RepeatedScalarFieldContainer[str]
    regions: _containers.RepeatedScalarFieldContainer[str]
    any_cards: int
    foot: str
    def __init__(self, title: _Optional[str] = ..., points: _Optional[int] = ..., equipment: _Optional[_Iterable[str]] = ..., cities: _Optional[_Iterable[str]] = ..., regions: _Optional[_Iterable[str]] = ..., any_cards: _Optional[int] = ..., foot: _Optional[str] = ...) -> None: ...

class Code(_message.Message):
    __slots__ = ("numbers", "equipment")
    NUMBERS_FIELD_NUMBER: _ClassVar[int]
    EQUIPMENT_FIELD_NUMBER: _ClassVar[int]
    numbers: _containers.RepeatedScalarFieldContainer[int]
    equipment: str
    def __init__(self, numbers: _Optional[_Iterable[int]] = ..., equipment: _Optional[str] = ...) -> None: ...

class Character(_message.Message):
    __slots__ = ("name", "effect", "amount", "when", "period", "times", "deck")
    NAME_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    WHEN_FIELD_NUMBER: _ClassVar[int]
    PERIOD_FIELD_NUMBER: _ClassVar[int]
    TIMES_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    name: str
    effect: str
    amount: int
    when: _containers.RepeatedScalarFieldContainer[str]
    period: str
    times: int
    deck: _view_pb2.Deck
    def __init__(self, name: _Optional[str] = ..., effect: _Optional[str] = ..., amount: _Optional[int] = ..., when: _Optional[_Iterable[str]] = ..., period: _Optional[str] = ..., times: _Optional[int] = ..., deck: _Optional[_Union[_view_pb2.Deck, str]] = ...) -> None: ...
