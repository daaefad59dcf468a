from covertbots.v1 import covert_action_pb2 as _covert_action_pb2
from covertbots.v1 import covert_card_set_pb2 as _covert_card_set_pb2
from covertbots.v1 import covert_view_pb2 as _covert_view_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class View(_message.Message):
    __slots__ = ("covert", "covert_action", "other", "covert_cards")
    COVERT_FIELD_NUMBER: _ClassVar[int]
    COVERT_ACTION_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    COVERT_CARDS_FIELD_NUMBER: _ClassVar[int]
    covert: _covert_view_pb2.CovertView
    covert_action: _covert_action_pb2.CovertActionView
    other: _any_pb2.Any
    covert_cards: _covert_card_set_pb2.CovertCardSet
    def __init__(self, covert: _Optional[_Union[_covert_view_pb2.CovertView, _Mapping]] = ..., covert_action: _Optional[_Union[_covert_action_pb2.CovertActionView, _Mapping]] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., covert_cards: _Optional[_Union[_covert_card_set_pb2.CovertCardSet, _Mapping]] = ...) -> None: ...
