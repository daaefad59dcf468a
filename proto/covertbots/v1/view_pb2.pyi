from covertbots.v1 import covert_view_pb2 as _covert_view_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class View(_message.Message):
    __slots__ = ("covert",)
    COVERT_FIELD_NUMBER: _ClassVar[int]
    covert: _covert_view_pb2.CovertView
    def __init__(self, covert: _Optional[_Union[_covert_view_pb2.CovertView, _Mapping]] = ...) -> None: ...
