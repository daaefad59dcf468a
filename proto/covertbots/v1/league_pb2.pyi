from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SubmitBotRequest(_message.Message):
    __slots__ = ("name", "bot")
    NAME_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    name: str
    bot: str
    def __init__(self, name: _Optional[str] = ..., bot: _Optional[str] = ...) -> None: ...

class SubmitBotResponse(_message.Message):
    __slots__ = ("entrant",)
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    entrant: Entrant
    def __init__(self, entrant: _Optional[_Union[Entrant, _Mapping]] = ...) -> None: ...

class WithdrawBotRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class WithdrawBotResponse(_message.Message):
    __slots__ = ("entrant",)
    ENTRANT_FIELD_NUMBER: _ClassVar[int]
    entrant: Entrant
    def __init__(self, entrant: _Optional[_Union[Entrant, _Mapping]] = ...) -> None: ...

class ListEntrantsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListEntrantsResponse(_message.Message):
    __slots__ = ("entrants",)
    ENTRANTS_FIELD_NUMBER: _ClassVar[int]
    entrants: _containers.RepeatedCompositeFieldContainer[Entrant]
    def __init__(self, entrants: _Optional[_Iterable[_Union[Entrant, _Mapping]]] = ...) -> None: ...

class Entrant(_message.Message):
    __slots__ = ("name", "bot", "holder", "state", "detail", "submitted", "games_left")
    class State(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        STATE_UNSPECIFIED: _ClassVar[Entrant.State]
        STATE_WAITING: _ClassVar[Entrant.State]
        STATE_PLAYING: _ClassVar[Entrant.State]
        STATE_DONE: _ClassVar[Entrant.State]
        STATE_STOPPED: _ClassVar[Entrant.State]
        STATE_WITHDRAWN: _ClassVar[Entrant.State]
    STATE_UNSPECIFIED: Entrant.State
    STATE_WAITING: Entrant.State
    STATE_PLAYING: Entrant.State
    STATE_DONE: Entrant.State
    STATE_STOPPED: Entrant.State
    STATE_WITHDRAWN: Entrant.State
    NAME_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    HOLDER_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    SUBMITTED_FIELD_NUMBER: _ClassVar[int]
    GAMES_LEFT_FIELD_NUMBER: _ClassVar[int]
    name: str
    bot: str
    holder: str
    state: Entrant.State
    detail: str
    submitted: _timestamp_pb2.Timestamp
    games_left: int
    def __init__(self, name: _Optional[str] = ..., bot: _Optional[str] = ..., holder: _Optional[str] = ..., state: _Optional[_Union[Entrant.State, str]] = ..., detail: _Optional[str] = ..., submitted: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., games_left: _Optional[int] = ...) -> None: ...
