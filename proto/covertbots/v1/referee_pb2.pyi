from covertbots.v1 import card_set_pb2 as _card_set_pb2
from covertbots.v1 import suggestion_pb2 as _suggestion_pb2
from covertbots.v1 import view_pb2 as _view_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class EventKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EVENT_KIND_UNSPECIFIED: _ClassVar[EventKind]
    EVENT_KIND_ROUND: _ClassVar[EventKind]
    EVENT_KIND_PHASE: _ClassVar[EventKind]
    EVENT_KIND_TURN: _ClassVar[EventKind]
    EVENT_KIND_ROLL: _ClassVar[EventKind]
    EVENT_KIND_REROLL_TOKEN: _ClassVar[EventKind]
    EVENT_KIND_DIE_CHANGED: _ClassVar[EventKind]
    EVENT_KIND_DICE_PLACED: _ClassVar[EventKind]
    EVENT_KIND_DICE_BACK: _ClassVar[EventKind]
    EVENT_KIND_ORDER: _ClassVar[EventKind]
    EVENT_KIND_MOVEMENT: _ClassVar[EventKind]
    EVENT_KIND_AGENT: _ClassVar[EventKind]
    EVENT_KIND_CUBE_LEFT: _ClassVar[EventKind]
    EVENT_KIND_CUBES_TAKEN: _ClassVar[EventKind]
    EVENT_KIND_PAIR: _ClassVar[EventKind]
    EVENT_KIND_AGENCY_GAINED: _ClassVar[EventKind]
    EVENT_KIND_AGENCY_LEFT: _ClassVar[EventKind]
    EVENT_KIND_AGENCY_DISCARDED: _ClassVar[EventKind]
    EVENT_KIND_AGENCY_FACE_UP: _ClassVar[EventKind]
    EVENT_KIND_MISSION_GAINED: _ClassVar[EventKind]
    EVENT_KIND_MISSION_LEFT: _ClassVar[EventKind]
    EVENT_KIND_MISSION_DISCARDED: _ClassVar[EventKind]
    EVENT_KIND_MISSION_COMPLETED: _ClassVar[EventKind]
    EVENT_KIND_MISSIONS_FACE_UP: _ClassVar[EventKind]
    EVENT_KIND_CODE_GAINED: _ClassVar[EventKind]
    EVENT_KIND_CODE_BROKEN: _ClassVar[EventKind]
    EVENT_KIND_CODE_USED: _ClassVar[EventKind]
    EVENT_KIND_TOKENS_DRAWN: _ClassVar[EventKind]
    EVENT_KIND_TOKENS_USED: _ClassVar[EventKind]
    EVENT_KIND_TILES: _ClassVar[EventKind]
    EVENT_KIND_USE: _ClassVar[EventKind]
    EVENT_KIND_WINDOW_OPENS: _ClassVar[EventKind]
    EVENT_KIND_WINDOW_POOL: _ClassVar[EventKind]
    EVENT_KIND_WINDOW_CLOSES: _ClassVar[EventKind]
    EVENT_KIND_SEARCH: _ClassVar[EventKind]
    EVENT_KIND_SEARCH_ENDS: _ClassVar[EventKind]
    EVENT_KIND_SHUFFLE: _ClassVar[EventKind]
    EVENT_KIND_FINAL_ROUND: _ClassVar[EventKind]
    EVENT_KIND_OVER: _ClassVar[EventKind]
    EVENT_KIND_CLAIM: _ClassVar[EventKind]
    EVENT_KIND_PAYMENT: _ClassVar[EventKind]
    EVENT_KIND_FIRST_ROLL: _ClassVar[EventKind]
    EVENT_KIND_FIRST_PLAYER: _ClassVar[EventKind]
    EVENT_KIND_ASKED_FIRST: _ClassVar[EventKind]
    EVENT_KIND_SCORE: _ClassVar[EventKind]
    EVENT_KIND_FORFEIT: _ClassVar[EventKind]
EVENT_KIND_UNSPECIFIED: EventKind
EVENT_KIND_ROUND: EventKind
EVENT_KIND_PHASE: EventKind
EVENT_KIND_TURN: EventKind
EVENT_KIND_ROLL: EventKind
EVENT_KIND_REROLL_TOKEN: EventKind
EVENT_KIND_DIE_CHANGED: EventKind
EVENT_KIND_DICE_PLACED: EventKind
EVENT_KIND_DICE_BACK: EventKind
EVENT_KIND_ORDER: EventKind
EVENT_KIND_MOVEMENT: EventKind
EVENT_KIND_AGENT: EventKind
EVENT_KIND_CUBE_LEFT: EventKind
EVENT_KIND_CUBES_TAKEN: EventKind
EVENT_KIND_PAIR: EventKind
EVENT_KIND_AGENCY_GAINED: EventKind
EVENT_KIND_AGENCY_LEFT: EventKind
EVENT_KIND_AGENCY_DISCARDED: EventKind
EVENT_KIND_AGENCY_FACE_UP: EventKind
EVENT_KIND_MISSION_GAINED: EventKind
EVENT_KIND_MISSION_LEFT: EventKind
EVENT_KIND_MISSION_DISCARDED: EventKind
EVENT_KIND_MISSION_COMPLETED: EventKind
EVENT_KIND_MISSIONS_FACE_UP: EventKind
EVENT_KIND_CODE_GAINED: EventKind
EVENT_KIND_CODE_BROKEN: EventKind
EVENT_KIND_CODE_USED: EventKind
EVENT_KIND_TOKENS_DRAWN: EventKind
EVENT_KIND_TOKENS_USED: EventKind
EVENT_KIND_TILES: EventKind
EVENT_KIND_USE: EventKind
EVENT_KIND_WINDOW_OPENS: EventKind
EVENT_KIND_WINDOW_POOL: EventKind
EVENT_KIND_WINDOW_CLOSES: EventKind
EVENT_KIND_SEARCH: EventKind
EVENT_KIND_SEARCH_ENDS: EventKind
EVENT_KIND_SHUFFLE: EventKind
EVENT_KIND_FINAL_ROUND: EventKind
EVENT_KIND_OVER: EventKind
EVENT_KIND_CLAIM: EventKind
EVENT_KIND_PAYMENT: EventKind
EVENT_KIND_FIRST_ROLL: EventKind
EVENT_KIND_FIRST_PLAYER: EventKind
EVENT_KIND_ASKED_FIRST: EventKind
EVENT_KIND_SCORE: EventKind
EVENT_KIND_FORFEIT: EventKind

class GetCardSetRequest(_message.Message):
    __slots__ = ("card_set",)
    CARD_SET_FIELD_NUMBER: _ClassVar[int]
    card_set: str
    def __init__(self, card_set: _Optional[str] = ...) -> None: ...

class GetCardSetResponse(_message.Message):
    __slots__ = ("card_set",)
    CARD_SET_FIELD_NUMBER: _ClassVar[int]
    card_set: _card_set_pb2.CardSet
    def __init__(self, card_set: _Optional[_Union[_card_set_pb2.CardSet, _Mapping]] = ...) -> None: ...

class Record(_message.Message):
    __slots__ = ("card_set", "players", "seed", "options", "actions", "characters", "first_player")
    CARD_SET_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    CHARACTERS_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_FIELD_NUMBER: _ClassVar[int]
    card_set: str
    players: int
    seed: int
    options: _view_pb2.Options
    actions: _containers.RepeatedCompositeFieldContainer[_suggestion_pb2.Action]
    characters: _containers.RepeatedScalarFieldContainer[int]
    first_player: int
    def __init__(self, card_set: _Optional[str] = ..., players: _Optional[int] = ..., seed: _Optional[int] = ..., options: _Optional[_Union[_view_pb2.Options, _Mapping]] = ..., actions: _Optional[_Iterable[_Union[_suggestion_pb2.Action, _Mapping]]] = ..., characters: _Optional[_Iterable[int]] = ..., first_player: _Optional[int] = ...) -> None: ...

class DealRequest(_message.Message):
    __slots__ = ("card_set", "players", "seed", "options", "characters", "first_player")
    CARD_SET_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    CHARACTERS_FIELD_NUMBER: _ClassVar[int]
    FIRST_PLAYER_FIELD_NUMBER: _ClassVar[int]
    card_set: str
    players: int
    seed: int
    options: _view_pb2.Options
    characters: _containers.RepeatedScalarFieldContainer[int]
    first_player: int
    def __init__(self, card_set: _Optional[str] = ..., players: _Optional[int] = ..., seed: _Optional[int] = ..., options: _Optional[_Union[_view_pb2.Options, _Mapping]] = ..., characters: _Optional[_Iterable[int]] = ..., first_player: _Optional[int] = ...) -> None: ...

class DealResponse(_message.Message):
    __slots__ = ("record",)
    RECORD_FIELD_NUMBER: _ClassVar[int]
    record: Record
    def __init__(self, record: _Optional[_Union[Record, _Mapping]] = ...) -> None: ...

class AdvanceRequest(_message.Message):
    __slots__ = ("record", "actions")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    record: Record
    actions: _containers.RepeatedCompositeFieldContainer[_suggestion_pb2.Action]
    def __init__(self, record: _Optional[_Union[Record, _Mapping]] = ..., actions: _Optional[_Iterable[_Union[_suggestion_pb2.Action, _Mapping]]] = ...) -> None: ...

class AdvanceResponse(_message.Message):
    __slots__ = ("record", "to_decide", "decision", "legal_actions", "deeds", "news", "result")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    TO_DECIDE_FIELD_NUMBER: _ClassVar[int]
    DECISION_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    DEEDS_FIELD_NUMBER: _ClassVar[int]
    NEWS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    record: Record
    to_decide: int
    decision: _view_pb2.Decision
    legal_actions: _containers.RepeatedCompositeFieldContainer[_suggestion_pb2.Action]
    deeds: _containers.RepeatedCompositeFieldContainer[Deed]
    news: _containers.RepeatedCompositeFieldContainer[SeatNews]
    result: Result
    def __init__(self, record: _Optional[_Union[Record, _Mapping]] = ..., to_decide: _Optional[int] = ..., decision: _Optional[_Union[_view_pb2.Decision, str]] = ..., legal_actions: _Optional[_Iterable[_Union[_suggestion_pb2.Action, _Mapping]]] = ..., deeds: _Optional[_Iterable[_Union[Deed, _Mapping]]] = ..., news: _Optional[_Iterable[_Union[SeatNews, _Mapping]]] = ..., result: _Optional[_Union[Result, _Mapping]] = ...) -> None: ...

class Deed(_message.Message):
    __slots__ = ("seat", "action")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    action: _suggestion_pb2.Action
    def __init__(self, seat: _Optional[int] = ..., action: _Optional[_Union[_suggestion_pb2.Action, _Mapping]] = ...) -> None: ...

class SeatNews(_message.Message):
    __slots__ = ("seat", "moments")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MOMENTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    moments: _containers.RepeatedCompositeFieldContainer[Moment]
    def __init__(self, seat: _Optional[int] = ..., moments: _Optional[_Iterable[_Union[Moment, _Mapping]]] = ...) -> None: ...

class Moment(_message.Message):
    __slots__ = ("view", "events")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    events: _containers.RepeatedCompositeFieldContainer[Event]
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("kind", "seat", "words", "cards", "cities", "place", "faces", "tiles", "count", "phase")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    FACES_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    kind: EventKind
    seat: int
    words: str
    cards: _containers.RepeatedScalarFieldContainer[int]
    cities: _containers.RepeatedScalarFieldContainer[str]
    place: str
    faces: _containers.RepeatedScalarFieldContainer[int]
    tiles: _containers.RepeatedScalarFieldContainer[int]
    count: int
    phase: _view_pb2.Phase
    def __init__(self, kind: _Optional[_Union[EventKind, str]] = ..., seat: _Optional[int] = ..., words: _Optional[str] = ..., cards: _Optional[_Iterable[int]] = ..., cities: _Optional[_Iterable[str]] = ..., place: _Optional[str] = ..., faces: _Optional[_Iterable[int]] = ..., tiles: _Optional[_Iterable[int]] = ..., count: _Optional[int] = ..., phase: _Optional[_Union[_view_pb2.Phase, str]] = ...) -> None: ...

class Result(_message.Message):
    __slots__ = ("scores", "winners")
    SCORES_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    winners: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, scores: _Optional[_Iterable[int]] = ..., winners: _Optional[_Iterable[int]] = ...) -> None: ...
