from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Rank(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RANK_UNSPECIFIED: _ClassVar[Rank]
    RANK_JACK: _ClassVar[Rank]
    RANK_QUEEN: _ClassVar[Rank]
    RANK_KING: _ClassVar[Rank]

class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    KIND_UNSPECIFIED: _ClassVar[Kind]
    KIND_FOLD: _ClassVar[Kind]
    KIND_CALL: _ClassVar[Kind]
    KIND_RAISE: _ClassVar[Kind]
RANK_UNSPECIFIED: Rank
RANK_JACK: Rank
RANK_QUEEN: Rank
RANK_KING: Rank
KIND_UNSPECIFIED: Kind
KIND_FOLD: Kind
KIND_CALL: Kind
KIND_RAISE: Kind

class Setup(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class View(_message.Message):
    __slots__ = ("seat", "card", "common", "other_card", "actions", "to_decide", "round", "stakes")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    COMMON_FIELD_NUMBER: _ClassVar[int]
    OTHER_CARD_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    TO_DECIDE_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    STAKES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: Rank
    common: Rank
    other_card: Rank
    actions: _containers.RepeatedScalarFieldContainer[Kind]
    to_decide: int
    round: int
    stakes: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[Rank, str]] = ..., common: _Optional[_Union[Rank, str]] = ..., other_card: _Optional[_Union[Rank, str]] = ..., actions: _Optional[_Iterable[_Union[Kind, str]]] = ..., to_decide: _Optional[int] = ..., round: _Optional[int] = ..., stakes: _Optional[_Iterable[int]] = ...) -> None: ...

class Operands(_message.Message):
    __slots__ = ("kind",)
    KIND_FIELD_NUMBER: _ClassVar[int]
    kind: Kind
    def __init__(self, kind: _Optional[_Union[Kind, str]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("action", "shown", "chips")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    CHIPS_FIELD_NUMBER: _ClassVar[int]
    action: Kind
    shown: Rank
    chips: int
    def __init__(self, action: _Optional[_Union[Kind, str]] = ..., shown: _Optional[_Union[Rank, str]] = ..., chips: _Optional[int] = ...) -> None: ...
