from covertbots.v1 import action_pb2 as _action_pb2
from covertbots.v1 import covert_view_pb2 as _covert_view_pb2
from covertbots.v1 import suggestion_pb2 as _suggestion_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ReviewedDecision(_message.Message):
    __slots__ = ("after", "round", "covert", "other", "played", "difference", "expected_score", "win_probability")
    AFTER_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    COVERT_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    DIFFERENCE_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_SCORE_FIELD_NUMBER: _ClassVar[int]
    WIN_PROBABILITY_FIELD_NUMBER: _ClassVar[int]
    after: int
    round: int
    covert: _covert_view_pb2.CovertView.Phase
    other: _any_pb2.Any
    played: _action_pb2.Action
    difference: ReviewDifference
    expected_score: _containers.RepeatedScalarFieldContainer[float]
    win_probability: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, after: _Optional[int] = ..., round: _Optional[int] = ..., covert: _Optional[_Union[_covert_view_pb2.CovertView.Phase, str]] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., played: _Optional[_Union[_action_pb2.Action, _Mapping]] = ..., difference: _Optional[_Union[ReviewDifference, _Mapping]] = ..., expected_score: _Optional[_Iterable[float]] = ..., win_probability: _Optional[_Iterable[float]] = ...) -> None: ...

class ReviewDifference(_message.Message):
    __slots__ = ("better", "gain", "standard_error", "win_probability_gain", "mistake", "played_turn", "better_turn", "better_line", "reason")
    BETTER_FIELD_NUMBER: _ClassVar[int]
    GAIN_FIELD_NUMBER: _ClassVar[int]
    STANDARD_ERROR_FIELD_NUMBER: _ClassVar[int]
    WIN_PROBABILITY_GAIN_FIELD_NUMBER: _ClassVar[int]
    MISTAKE_FIELD_NUMBER: _ClassVar[int]
    PLAYED_TURN_FIELD_NUMBER: _ClassVar[int]
    BETTER_TURN_FIELD_NUMBER: _ClassVar[int]
    BETTER_LINE_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    better: _action_pb2.Action
    gain: float
    standard_error: float
    win_probability_gain: float
    mistake: bool
    played_turn: str
    better_turn: str
    better_line: _containers.RepeatedCompositeFieldContainer[_action_pb2.Action]
    reason: str
    def __init__(self, better: _Optional[_Union[_action_pb2.Action, _Mapping]] = ..., gain: _Optional[float] = ..., standard_error: _Optional[float] = ..., win_probability_gain: _Optional[float] = ..., mistake: bool = ..., played_turn: _Optional[str] = ..., better_turn: _Optional[str] = ..., better_line: _Optional[_Iterable[_Union[_action_pb2.Action, _Mapping]]] = ..., reason: _Optional[str] = ...) -> None: ...

class Review(_message.Message):
    __slots__ = ("seat", "over", "scores", "winners", "margin", "decisions", "unjudged", "judged", "mistakes", "cost", "cost_standard_error", "covert", "other", "stop_reason", "seed", "build")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    MARGIN_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    UNJUDGED_FIELD_NUMBER: _ClassVar[int]
    JUDGED_FIELD_NUMBER: _ClassVar[int]
    MISTAKES_FIELD_NUMBER: _ClassVar[int]
    COST_FIELD_NUMBER: _ClassVar[int]
    COST_STANDARD_ERROR_FIELD_NUMBER: _ClassVar[int]
    COVERT_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    STOP_REASON_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    BUILD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    over: bool
    scores: _containers.RepeatedScalarFieldContainer[int]
    winners: _containers.RepeatedScalarFieldContainer[int]
    margin: float
    decisions: int
    unjudged: int
    judged: int
    mistakes: _containers.RepeatedCompositeFieldContainer[ReviewedDecision]
    cost: float
    cost_standard_error: float
    covert: CovertLuck
    other: _any_pb2.Any
    stop_reason: _suggestion_pb2.StopReason
    seed: int
    build: str
    def __init__(self, seat: _Optional[int] = ..., over: bool = ..., scores: _Optional[_Iterable[int]] = ..., winners: _Optional[_Iterable[int]] = ..., margin: _Optional[float] = ..., decisions: _Optional[int] = ..., unjudged: _Optional[int] = ..., judged: _Optional[int] = ..., mistakes: _Optional[_Iterable[_Union[ReviewedDecision, _Mapping]]] = ..., cost: _Optional[float] = ..., cost_standard_error: _Optional[float] = ..., covert: _Optional[_Union[CovertLuck, _Mapping]] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., stop_reason: _Optional[_Union[_suggestion_pb2.StopReason, str]] = ..., seed: _Optional[int] = ..., build: _Optional[str] = ...) -> None: ...

class CovertLuck(_message.Message):
    __slots__ = ("deal", "dice", "draws", "total", "standard_error")
    DEAL_FIELD_NUMBER: _ClassVar[int]
    DICE_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    STANDARD_ERROR_FIELD_NUMBER: _ClassVar[int]
    deal: float
    dice: float
    draws: float
    total: float
    standard_error: float
    def __init__(self, deal: _Optional[float] = ..., dice: _Optional[float] = ..., draws: _Optional[float] = ..., total: _Optional[float] = ..., standard_error: _Optional[float] = ...) -> None: ...
