from covertbots.v1 import covert_pb2 as _covert_pb2
from covertbots.v1 import covert_action_pb2 as _covert_action_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Action(_message.Message):
    __slots__ = ("text", "words", "seat", "covert", "covert_action", "other")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COVERT_FIELD_NUMBER: _ClassVar[int]
    COVERT_ACTION_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    text: str
    words: str
    seat: int
    covert: _covert_pb2.CovertOperands
    covert_action: _covert_action_pb2.CovertActionOperands
    other: _any_pb2.Any
    def __init__(self, text: _Optional[str] = ..., words: _Optional[str] = ..., seat: _Optional[int] = ..., covert: _Optional[_Union[_covert_pb2.CovertOperands, _Mapping]] = ..., covert_action: _Optional[_Union[_covert_action_pb2.CovertActionOperands, _Mapping]] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...
