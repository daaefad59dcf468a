from covertbots.v1 import action_pb2 as _action_pb2
from covertbots.v1 import covert_pb2 as _covert_pb2
from covertbots.v1 import covert_action_pb2 as _covert_action_pb2
from covertbots.v1 import opponent_pb2 as _opponent_pb2
from covertbots.v1 import referee_pb2 as _referee_pb2
from covertbots.v1 import suggestion_pb2 as _suggestion_pb2
from covertbots.v1 import view_pb2 as _view_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class HintPolicy(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    HINT_POLICY_UNSPECIFIED: _ClassVar[HintPolicy]
    HINT_POLICY_OFF: _ClassVar[HintPolicy]
    HINT_POLICY_OWN_SEAT: _ClassVar[HintPolicy]
    HINT_POLICY_AFTER_GAME: _ClassVar[HintPolicy]

class TableStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TABLE_STATUS_UNSPECIFIED: _ClassVar[TableStatus]
    TABLE_STATUS_OPEN: _ClassVar[TableStatus]
    TABLE_STATUS_PLAYING: _ClassVar[TableStatus]
    TABLE_STATUS_OVER: _ClassVar[TableStatus]
HINT_POLICY_UNSPECIFIED: HintPolicy
HINT_POLICY_OFF: HintPolicy
HINT_POLICY_OWN_SEAT: HintPolicy
HINT_POLICY_AFTER_GAME: HintPolicy
TABLE_STATUS_UNSPECIFIED: TableStatus
TABLE_STATUS_OPEN: TableStatus
TABLE_STATUS_PLAYING: TableStatus
TABLE_STATUS_OVER: TableStatus

class CreateTableRequest(_message.Message):
    __slots__ = ("seats", "covert", "covert_action", "other", "hints", "seed", "window")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    COVERT_FIELD_NUMBER: _ClassVar[int]
    COVERT_ACTION_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    HINTS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedCompositeFieldContainer[SeatPlan]
    covert: _covert_pb2.CovertSetup
    covert_action: _covert_action_pb2.CovertActionSetup
    other: _any_pb2.Any
    hints: HintPolicy
    seed: int
    window: _duration_pb2.Duration
    def __init__(self, seats: _Optional[_Iterable[_Union[SeatPlan, _Mapping]]] = ..., covert: _Optional[_Union[_covert_pb2.CovertSetup, _Mapping]] = ..., covert_action: _Optional[_Union[_covert_action_pb2.CovertActionSetup, _Mapping]] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., hints: _Optional[_Union[HintPolicy, str]] = ..., seed: _Optional[int] = ..., window: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class SeatPlan(_message.Message):
    __slots__ = ("host", "bot", "open")
    HOST_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    host: str
    bot: str
    open: bool
    def __init__(self, host: _Optional[str] = ..., bot: _Optional[str] = ..., open: bool = ...) -> None: ...

class CreateTableResponse(_message.Message):
    __slots__ = ("table", "host_token", "invitation", "seat", "seat_token")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    HOST_TOKEN_FIELD_NUMBER: _ClassVar[int]
    INVITATION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    table: str
    host_token: str
    invitation: str
    seat: int
    seat_token: str
    def __init__(self, table: _Optional[str] = ..., host_token: _Optional[str] = ..., invitation: _Optional[str] = ..., seat: _Optional[int] = ..., seat_token: _Optional[str] = ...) -> None: ...

class JoinTableRequest(_message.Message):
    __slots__ = ("table", "invitation", "name", "seat")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    INVITATION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    table: str
    invitation: str
    name: str
    seat: int
    def __init__(self, table: _Optional[str] = ..., invitation: _Optional[str] = ..., name: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class JoinTableResponse(_message.Message):
    __slots__ = ("seat", "seat_token")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    seat_token: str
    def __init__(self, seat: _Optional[int] = ..., seat_token: _Optional[str] = ...) -> None: ...

class HandOverRequest(_message.Message):
    __slots__ = ("table", "token", "seat", "bot")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    table: str
    token: str
    seat: int
    bot: str
    def __init__(self, table: _Optional[str] = ..., token: _Optional[str] = ..., seat: _Optional[int] = ..., bot: _Optional[str] = ...) -> None: ...

class HandOverResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetTableRequest(_message.Message):
    __slots__ = ("table", "token", "after", "wait")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    WAIT_FIELD_NUMBER: _ClassVar[int]
    table: str
    token: str
    after: int
    wait: _duration_pb2.Duration
    def __init__(self, table: _Optional[str] = ..., token: _Optional[str] = ..., after: _Optional[int] = ..., wait: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class GetTableResponse(_message.Message):
    __slots__ = ("table", "news")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    NEWS_FIELD_NUMBER: _ClassVar[int]
    table: Table
    news: _containers.RepeatedCompositeFieldContainer[TableNews]
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ..., news: _Optional[_Iterable[_Union[TableNews, _Mapping]]] = ...) -> None: ...

class WatchTableRequest(_message.Message):
    __slots__ = ("table", "token", "after")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    table: str
    token: str
    after: int
    def __init__(self, table: _Optional[str] = ..., token: _Optional[str] = ..., after: _Optional[int] = ...) -> None: ...

class WatchTableResponse(_message.Message):
    __slots__ = ("table", "news", "ended")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    NEWS_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    table: Table
    news: _containers.RepeatedCompositeFieldContainer[TableNews]
    ended: bool
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ..., news: _Optional[_Iterable[_Union[TableNews, _Mapping]]] = ..., ended: bool = ...) -> None: ...

class Table(_message.Message):
    __slots__ = ("name", "status", "seats", "hints", "seat", "game", "news", "view", "to_decide", "can_undo", "result", "expires", "undone", "window_closes", "chosen", "seeded")
    NAME_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    HINTS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    NEWS_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    TO_DECIDE_FIELD_NUMBER: _ClassVar[int]
    CAN_UNDO_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_FIELD_NUMBER: _ClassVar[int]
    UNDONE_FIELD_NUMBER: _ClassVar[int]
    WINDOW_CLOSES_FIELD_NUMBER: _ClassVar[int]
    CHOSEN_FIELD_NUMBER: _ClassVar[int]
    SEEDED_FIELD_NUMBER: _ClassVar[int]
    name: str
    status: TableStatus
    seats: _containers.RepeatedCompositeFieldContainer[TableSeat]
    hints: HintPolicy
    seat: int
    game: str
    news: int
    view: _view_pb2.View
    to_decide: _referee_pb2.SeatToDecide
    can_undo: bool
    result: _referee_pb2.Result
    expires: _timestamp_pb2.Timestamp
    undone: int
    window_closes: _timestamp_pb2.Timestamp
    chosen: _action_pb2.Action
    seeded: bool
    def __init__(self, name: _Optional[str] = ..., status: _Optional[_Union[TableStatus, str]] = ..., seats: _Optional[_Iterable[_Union[TableSeat, _Mapping]]] = ..., hints: _Optional[_Union[HintPolicy, str]] = ..., seat: _Optional[int] = ..., game: _Optional[str] = ..., news: _Optional[int] = ..., view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., to_decide: _Optional[_Union[_referee_pb2.SeatToDecide, _Mapping]] = ..., can_undo: bool = ..., result: _Optional[_Union[_referee_pb2.Result, _Mapping]] = ..., expires: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., undone: _Optional[int] = ..., window_closes: _Optional[_Union[_timestamp_pb2.Timestamp, _Mapping]] = ..., chosen: _Optional[_Union[_action_pb2.Action, _Mapping]] = ..., seeded: bool = ...) -> None: ...

class TableSeat(_message.Message):
    __slots__ = ("name", "bot", "open", "present")
    NAME_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    OPEN_FIELD_NUMBER: _ClassVar[int]
    PRESENT_FIELD_NUMBER: _ClassVar[int]
    name: str
    bot: str
    open: bool
    present: bool
    def __init__(self, name: _Optional[str] = ..., bot: _Optional[str] = ..., open: bool = ..., present: bool = ...) -> None: ...

class TableNews(_message.Message):
    __slots__ = ("number", "moment")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    MOMENT_FIELD_NUMBER: _ClassVar[int]
    number: int
    moment: _referee_pb2.Moment
    def __init__(self, number: _Optional[int] = ..., moment: _Optional[_Union[_referee_pb2.Moment, _Mapping]] = ...) -> None: ...

class ActRequest(_message.Message):
    __slots__ = ("table", "token", "after", "actions")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    table: str
    token: str
    after: int
    actions: _containers.RepeatedCompositeFieldContainer[_action_pb2.Action]
    def __init__(self, table: _Optional[str] = ..., token: _Optional[str] = ..., after: _Optional[int] = ..., actions: _Optional[_Iterable[_Union[_action_pb2.Action, _Mapping]]] = ...) -> None: ...

class ActResponse(_message.Message):
    __slots__ = ("table", "news")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    NEWS_FIELD_NUMBER: _ClassVar[int]
    table: Table
    news: _containers.RepeatedCompositeFieldContainer[TableNews]
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ..., news: _Optional[_Iterable[_Union[TableNews, _Mapping]]] = ...) -> None: ...

class UndoRequest(_message.Message):
    __slots__ = ("table", "token", "after", "most")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    table: str
    token: str
    after: int
    most: int
    def __init__(self, table: _Optional[str] = ..., token: _Optional[str] = ..., after: _Optional[int] = ..., most: _Optional[int] = ...) -> None: ...

class UndoResponse(_message.Message):
    __slots__ = ("table", "news")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    NEWS_FIELD_NUMBER: _ClassVar[int]
    table: Table
    news: int
    def __init__(self, table: _Optional[_Union[Table, _Mapping]] = ..., news: _Optional[int] = ...) -> None: ...

class WatchHintRequest(_message.Message):
    __slots__ = ("table", "token", "after", "bot", "limits", "reasons", "hands", "plans", "only")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    REASONS_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    PLANS_FIELD_NUMBER: _ClassVar[int]
    ONLY_FIELD_NUMBER: _ClassVar[int]
    table: str
    token: str
    after: int
    bot: str
    limits: _suggestion_pb2.Limits
    reasons: bool
    hands: bool
    plans: bool
    only: _containers.RepeatedCompositeFieldContainer[_action_pb2.Action]
    def __init__(self, table: _Optional[str] = ..., token: _Optional[str] = ..., after: _Optional[int] = ..., bot: _Optional[str] = ..., limits: _Optional[_Union[_suggestion_pb2.Limits, _Mapping]] = ..., reasons: bool = ..., hands: bool = ..., plans: bool = ..., only: _Optional[_Iterable[_Union[_action_pb2.Action, _Mapping]]] = ...) -> None: ...

class GetTableRecordRequest(_message.Message):
    __slots__ = ("table", "token")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_FIELD_NUMBER: _ClassVar[int]
    table: str
    token: str
    def __init__(self, table: _Optional[str] = ..., token: _Optional[str] = ...) -> None: ...

class GetTableRecordResponse(_message.Message):
    __slots__ = ("record", "names")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    record: _referee_pb2.Record
    names: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, record: _Optional[_Union[_referee_pb2.Record, _Mapping]] = ..., names: _Optional[_Iterable[str]] = ...) -> None: ...
