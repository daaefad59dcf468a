from covertbots.v1 import action_pb2 as _action_pb2
from covertbots.v1 import covert_pb2 as _covert_pb2
from covertbots.v1 import covert_action_pb2 as _covert_action_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class StopReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STOP_REASON_UNSPECIFIED: _ClassVar[StopReason]
    STOP_REASON_ITERATIONS: _ClassVar[StopReason]
    STOP_REASON_TIME: _ClassVar[StopReason]
    STOP_REASON_CLOCK: _ClassVar[StopReason]
    STOP_REASON_DEADLINE: _ClassVar[StopReason]
    STOP_REASON_CEILING: _ClassVar[StopReason]
    STOP_REASON_MEMORY: _ClassVar[StopReason]
    STOP_REASON_STOPPED: _ClassVar[StopReason]
    STOP_REASON_ONE_MOVE: _ClassVar[StopReason]
    STOP_REASON_NO_SEARCH: _ClassVar[StopReason]
    STOP_REASON_CPU_TIME: _ClassVar[StopReason]
STOP_REASON_UNSPECIFIED: StopReason
STOP_REASON_ITERATIONS: StopReason
STOP_REASON_TIME: StopReason
STOP_REASON_CLOCK: StopReason
STOP_REASON_DEADLINE: StopReason
STOP_REASON_CEILING: StopReason
STOP_REASON_MEMORY: StopReason
STOP_REASON_STOPPED: StopReason
STOP_REASON_ONE_MOVE: StopReason
STOP_REASON_NO_SEARCH: StopReason
STOP_REASON_CPU_TIME: StopReason

class Clock(_message.Message):
    __slots__ = ("remaining", "increment")
    REMAINING_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_FIELD_NUMBER: _ClassVar[int]
    remaining: _duration_pb2.Duration
    increment: _duration_pb2.Duration
    def __init__(self, remaining: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., increment: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class Limits(_message.Message):
    __slots__ = ("iterations", "time", "clock")
    ITERATIONS_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    CLOCK_FIELD_NUMBER: _ClassVar[int]
    iterations: int
    time: _duration_pb2.Duration
    clock: Clock
    def __init__(self, iterations: _Optional[int] = ..., time: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., clock: _Optional[_Union[Clock, _Mapping]] = ...) -> None: ...

class RankedMove(_message.Message):
    __slots__ = ("action", "visits", "availability", "prior", "value", "standard_error", "lower_bound", "win_probability", "expected_score", "principal_variation")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    VISITS_FIELD_NUMBER: _ClassVar[int]
    AVAILABILITY_FIELD_NUMBER: _ClassVar[int]
    PRIOR_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    STANDARD_ERROR_FIELD_NUMBER: _ClassVar[int]
    LOWER_BOUND_FIELD_NUMBER: _ClassVar[int]
    WIN_PROBABILITY_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_SCORE_FIELD_NUMBER: _ClassVar[int]
    PRINCIPAL_VARIATION_FIELD_NUMBER: _ClassVar[int]
    action: _action_pb2.Action
    visits: int
    availability: int
    prior: float
    value: float
    standard_error: float
    lower_bound: float
    win_probability: _containers.RepeatedScalarFieldContainer[float]
    expected_score: _containers.RepeatedScalarFieldContainer[float]
    principal_variation: _containers.RepeatedCompositeFieldContainer[_action_pb2.Action]
    def __init__(self, action: _Optional[_Union[_action_pb2.Action, _Mapping]] = ..., visits: _Optional[int] = ..., availability: _Optional[int] = ..., prior: _Optional[float] = ..., value: _Optional[float] = ..., standard_error: _Optional[float] = ..., lower_bound: _Optional[float] = ..., win_probability: _Optional[_Iterable[float]] = ..., expected_score: _Optional[_Iterable[float]] = ..., principal_variation: _Optional[_Iterable[_Union[_action_pb2.Action, _Mapping]]] = ...) -> None: ...

class Suggestion(_message.Message):
    __slots__ = ("moves", "turn_in_words", "iterations", "worlds", "distinct_worlds", "stop_reason", "seed", "build", "covert_action", "covert", "other")
    MOVES_FIELD_NUMBER: _ClassVar[int]
    TURN_IN_WORDS_FIELD_NUMBER: _ClassVar[int]
    ITERATIONS_FIELD_NUMBER: _ClassVar[int]
    WORLDS_FIELD_NUMBER: _ClassVar[int]
    DISTINCT_WORLDS_FIELD_NUMBER: _ClassVar[int]
    STOP_REASON_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    BUILD_FIELD_NUMBER: _ClassVar[int]
    COVERT_ACTION_FIELD_NUMBER: _ClassVar[int]
    COVERT_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    moves: _containers.RepeatedCompositeFieldContainer[RankedMove]
    turn_in_words: str
    iterations: int
    worlds: int
    distinct_worlds: int
    stop_reason: StopReason
    seed: int
    build: str
    covert_action: _covert_action_pb2.CovertActionHint
    covert: _covert_pb2.CovertHint
    other: _any_pb2.Any
    def __init__(self, moves: _Optional[_Iterable[_Union[RankedMove, _Mapping]]] = ..., turn_in_words: _Optional[str] = ..., iterations: _Optional[int] = ..., worlds: _Optional[int] = ..., distinct_worlds: _Optional[int] = ..., stop_reason: _Optional[_Union[StopReason, str]] = ..., seed: _Optional[int] = ..., build: _Optional[str] = ..., covert_action: _Optional[_Union[_covert_action_pb2.CovertActionHint, _Mapping]] = ..., covert: _Optional[_Union[_covert_pb2.CovertHint, _Mapping]] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class Measured(_message.Message):
    __slots__ = ("elapsed", "queued", "replica")
    ELAPSED_FIELD_NUMBER: _ClassVar[int]
    QUEUED_FIELD_NUMBER: _ClassVar[int]
    REPLICA_FIELD_NUMBER: _ClassVar[int]
    elapsed: _duration_pb2.Duration
    queued: _duration_pb2.Duration
    replica: str
    def __init__(self, elapsed: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., queued: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., replica: _Optional[str] = ...) -> None: ...
