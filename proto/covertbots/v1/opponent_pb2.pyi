from covertbots.v1 import action_pb2 as _action_pb2
from covertbots.v1 import suggestion_pb2 as _suggestion_pb2
from covertbots.v1 import view_pb2 as _view_pb2
from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CallerClass(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CALLER_CLASS_UNSPECIFIED: _ClassVar[CallerClass]
    CALLER_CLASS_INTERACTIVE: _ClassVar[CallerClass]
    CALLER_CLASS_BATCH: _ClassVar[CallerClass]
CALLER_CLASS_UNSPECIFIED: CallerClass
CALLER_CLASS_INTERACTIVE: CallerClass
CALLER_CLASS_BATCH: CallerClass

class ListBotsRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: str
    def __init__(self, game: _Optional[str] = ...) -> None: ...

class ListBotsResponse(_message.Message):
    __slots__ = ("bots", "card_sets", "build", "ceilings", "games")
    BOTS_FIELD_NUMBER: _ClassVar[int]
    CARD_SETS_FIELD_NUMBER: _ClassVar[int]
    BUILD_FIELD_NUMBER: _ClassVar[int]
    CEILINGS_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    bots: _containers.RepeatedCompositeFieldContainer[Bot]
    card_sets: _containers.RepeatedScalarFieldContainer[str]
    build: str
    ceilings: Ceilings
    games: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, bots: _Optional[_Iterable[_Union[Bot, _Mapping]]] = ..., card_sets: _Optional[_Iterable[str]] = ..., build: _Optional[str] = ..., ceilings: _Optional[_Union[Ceilings, _Mapping]] = ..., games: _Optional[_Iterable[str]] = ...) -> None: ...

class Bot(_message.Message):
    __slots__ = ("name", "description", "parameters", "levels")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    PARAMETERS_FIELD_NUMBER: _ClassVar[int]
    LEVELS_FIELD_NUMBER: _ClassVar[int]
    name: str
    description: str
    parameters: _containers.RepeatedCompositeFieldContainer[Parameter]
    levels: _containers.RepeatedCompositeFieldContainer[Level]
    def __init__(self, name: _Optional[str] = ..., description: _Optional[str] = ..., parameters: _Optional[_Iterable[_Union[Parameter, _Mapping]]] = ..., levels: _Optional[_Iterable[_Union[Level, _Mapping]]] = ...) -> None: ...

class Parameter(_message.Message):
    __slots__ = ("name", "type", "default_value", "low", "high", "description", "choices")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_VALUE_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    name: str
    type: str
    default_value: str
    low: str
    high: str
    description: str
    choices: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., type: _Optional[str] = ..., default_value: _Optional[str] = ..., low: _Optional[str] = ..., high: _Optional[str] = ..., description: _Optional[str] = ..., choices: _Optional[_Iterable[str]] = ...) -> None: ...

class Level(_message.Message):
    __slots__ = ("name", "spec", "rating", "rating_margin", "ratings", "description")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SPEC_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    RATING_MARGIN_FIELD_NUMBER: _ClassVar[int]
    RATINGS_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    name: str
    spec: str
    rating: float
    rating_margin: float
    ratings: _containers.RepeatedCompositeFieldContainer[LevelRating]
    description: str
    def __init__(self, name: _Optional[str] = ..., spec: _Optional[str] = ..., rating: _Optional[float] = ..., rating_margin: _Optional[float] = ..., ratings: _Optional[_Iterable[_Union[LevelRating, _Mapping]]] = ..., description: _Optional[str] = ...) -> None: ...

class LevelRating(_message.Message):
    __slots__ = ("players", "elo", "margin")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    ELO_FIELD_NUMBER: _ClassVar[int]
    MARGIN_FIELD_NUMBER: _ClassVar[int]
    players: int
    elo: float
    margin: float
    def __init__(self, players: _Optional[int] = ..., elo: _Optional[float] = ..., margin: _Optional[float] = ...) -> None: ...

class Ceilings(_message.Message):
    __slots__ = ("iterations", "time", "nodes", "request_bytes")
    ITERATIONS_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    REQUEST_BYTES_FIELD_NUMBER: _ClassVar[int]
    iterations: int
    time: _duration_pb2.Duration
    nodes: int
    request_bytes: int
    def __init__(self, iterations: _Optional[int] = ..., time: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., nodes: _Optional[int] = ..., request_bytes: _Optional[int] = ...) -> None: ...

class GetInfoRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetInfoResponse(_message.Message):
    __slots__ = ("build", "weights", "games", "limits", "caller")
    BUILD_FIELD_NUMBER: _ClassVar[int]
    WEIGHTS_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    CALLER_FIELD_NUMBER: _ClassVar[int]
    build: Build
    weights: _containers.RepeatedCompositeFieldContainer[Weights]
    games: _containers.RepeatedCompositeFieldContainer[GameInfo]
    limits: ServerLimits
    caller: Caller
    def __init__(self, build: _Optional[_Union[Build, _Mapping]] = ..., weights: _Optional[_Iterable[_Union[Weights, _Mapping]]] = ..., games: _Optional[_Iterable[_Union[GameInfo, _Mapping]]] = ..., limits: _Optional[_Union[ServerLimits, _Mapping]] = ..., caller: _Optional[_Union[Caller, _Mapping]] = ...) -> None: ...

class Build(_message.Message):
    __slots__ = ("name", "version", "digest")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: str
    digest: str
    def __init__(self, name: _Optional[str] = ..., version: _Optional[str] = ..., digest: _Optional[str] = ...) -> None: ...

class Weights(_message.Message):
    __slots__ = ("game", "evaluator", "digest")
    GAME_FIELD_NUMBER: _ClassVar[int]
    EVALUATOR_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    game: str
    evaluator: str
    digest: str
    def __init__(self, game: _Optional[str] = ..., evaluator: _Optional[str] = ..., digest: _Optional[str] = ...) -> None: ...

class GameInfo(_message.Message):
    __slots__ = ("name", "least_players", "most_players", "card_sets", "default_bot", "reviews")
    NAME_FIELD_NUMBER: _ClassVar[int]
    LEAST_PLAYERS_FIELD_NUMBER: _ClassVar[int]
    MOST_PLAYERS_FIELD_NUMBER: _ClassVar[int]
    CARD_SETS_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_BOT_FIELD_NUMBER: _ClassVar[int]
    REVIEWS_FIELD_NUMBER: _ClassVar[int]
    name: str
    least_players: int
    most_players: int
    card_sets: _containers.RepeatedCompositeFieldContainer[CardSetInfo]
    default_bot: str
    reviews: bool
    def __init__(self, name: _Optional[str] = ..., least_players: _Optional[int] = ..., most_players: _Optional[int] = ..., card_sets: _Optional[_Iterable[_Union[CardSetInfo, _Mapping]]] = ..., default_bot: _Optional[str] = ..., reviews: bool = ...) -> None: ...

class CardSetInfo(_message.Message):
    __slots__ = ("name", "digest")
    NAME_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    name: str
    digest: str
    def __init__(self, name: _Optional[str] = ..., digest: _Optional[str] = ...) -> None: ...

class ServerLimits(_message.Message):
    __slots__ = ("ceilings", "lanes", "workers", "queue", "memory_bytes", "processes", "client", "connections")
    CEILINGS_FIELD_NUMBER: _ClassVar[int]
    LANES_FIELD_NUMBER: _ClassVar[int]
    WORKERS_FIELD_NUMBER: _ClassVar[int]
    QUEUE_FIELD_NUMBER: _ClassVar[int]
    MEMORY_BYTES_FIELD_NUMBER: _ClassVar[int]
    PROCESSES_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    CONNECTIONS_FIELD_NUMBER: _ClassVar[int]
    ceilings: Ceilings
    lanes: int
    workers: int
    queue: int
    memory_bytes: int
    processes: int
    client: ClientLimits
    connections: int
    def __init__(self, ceilings: _Optional[_Union[Ceilings, _Mapping]] = ..., lanes: _Optional[int] = ..., workers: _Optional[int] = ..., queue: _Optional[int] = ..., memory_bytes: _Optional[int] = ..., processes: _Optional[int] = ..., client: _Optional[_Union[ClientLimits, _Mapping]] = ..., connections: _Optional[int] = ...) -> None: ...

class ClientLimits(_message.Message):
    __slots__ = ("calls", "connections", "messages", "idle", "streams")
    CALLS_FIELD_NUMBER: _ClassVar[int]
    CONNECTIONS_FIELD_NUMBER: _ClassVar[int]
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    IDLE_FIELD_NUMBER: _ClassVar[int]
    STREAMS_FIELD_NUMBER: _ClassVar[int]
    calls: int
    connections: int
    messages: int
    idle: _duration_pb2.Duration
    streams: int
    def __init__(self, calls: _Optional[int] = ..., connections: _Optional[int] = ..., messages: _Optional[int] = ..., idle: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ..., streams: _Optional[int] = ...) -> None: ...

class Caller(_message.Message):
    __slots__ = ("name", "caller_class", "calls_a_minute", "seconds_a_minute")
    NAME_FIELD_NUMBER: _ClassVar[int]
    CALLER_CLASS_FIELD_NUMBER: _ClassVar[int]
    CALLS_A_MINUTE_FIELD_NUMBER: _ClassVar[int]
    SECONDS_A_MINUTE_FIELD_NUMBER: _ClassVar[int]
    name: str
    caller_class: CallerClass
    calls_a_minute: int
    seconds_a_minute: float
    def __init__(self, name: _Optional[str] = ..., caller_class: _Optional[_Union[CallerClass, str]] = ..., calls_a_minute: _Optional[int] = ..., seconds_a_minute: _Optional[float] = ...) -> None: ...

class SuggestMoveRequest(_message.Message):
    __slots__ = ("view", "bot", "limits", "seed", "only", "avoid", "reasons", "hands", "plans", "opponents")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    ONLY_FIELD_NUMBER: _ClassVar[int]
    AVOID_FIELD_NUMBER: _ClassVar[int]
    REASONS_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    PLANS_FIELD_NUMBER: _ClassVar[int]
    OPPONENTS_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    bot: str
    limits: _suggestion_pb2.Limits
    seed: int
    only: _containers.RepeatedCompositeFieldContainer[_action_pb2.Action]
    avoid: _containers.RepeatedCompositeFieldContainer[_action_pb2.Action]
    reasons: bool
    hands: bool
    plans: bool
    opponents: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., bot: _Optional[str] = ..., limits: _Optional[_Union[_suggestion_pb2.Limits, _Mapping]] = ..., seed: _Optional[int] = ..., only: _Optional[_Iterable[_Union[_action_pb2.Action, _Mapping]]] = ..., avoid: _Optional[_Iterable[_Union[_action_pb2.Action, _Mapping]]] = ..., reasons: bool = ..., hands: bool = ..., plans: bool = ..., opponents: _Optional[_Iterable[str]] = ...) -> None: ...

class SuggestMoveResponse(_message.Message):
    __slots__ = ("suggestion", "measured")
    SUGGESTION_FIELD_NUMBER: _ClassVar[int]
    MEASURED_FIELD_NUMBER: _ClassVar[int]
    suggestion: _suggestion_pb2.Suggestion
    measured: _suggestion_pb2.Measured
    def __init__(self, suggestion: _Optional[_Union[_suggestion_pb2.Suggestion, _Mapping]] = ..., measured: _Optional[_Union[_suggestion_pb2.Measured, _Mapping]] = ...) -> None: ...

class WatchRequest(_message.Message):
    __slots__ = ("request", "interval")
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    INTERVAL_FIELD_NUMBER: _ClassVar[int]
    request: SuggestMoveRequest
    interval: _duration_pb2.Duration
    def __init__(self, request: _Optional[_Union[SuggestMoveRequest, _Mapping]] = ..., interval: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class WatchResponse(_message.Message):
    __slots__ = ("suggestion", "final", "measured")
    SUGGESTION_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    MEASURED_FIELD_NUMBER: _ClassVar[int]
    suggestion: _suggestion_pb2.Suggestion
    final: bool
    measured: _suggestion_pb2.Measured
    def __init__(self, suggestion: _Optional[_Union[_suggestion_pb2.Suggestion, _Mapping]] = ..., final: bool = ..., measured: _Optional[_Union[_suggestion_pb2.Measured, _Mapping]] = ...) -> None: ...

class AnalyzeRequest(_message.Message):
    __slots__ = ("start", "stop")
    START_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    start: AnalyzeStart
    stop: AnalyzeStop
    def __init__(self, start: _Optional[_Union[AnalyzeStart, _Mapping]] = ..., stop: _Optional[_Union[AnalyzeStop, _Mapping]] = ...) -> None: ...

class AnalyzeStart(_message.Message):
    __slots__ = ("request", "interval")
    REQUEST_FIELD_NUMBER: _ClassVar[int]
    INTERVAL_FIELD_NUMBER: _ClassVar[int]
    request: SuggestMoveRequest
    interval: _duration_pb2.Duration
    def __init__(self, request: _Optional[_Union[SuggestMoveRequest, _Mapping]] = ..., interval: _Optional[_Union[_duration_pb2.Duration, _Mapping]] = ...) -> None: ...

class AnalyzeStop(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AnalyzeResponse(_message.Message):
    __slots__ = ("suggestion", "final", "measured")
    SUGGESTION_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    MEASURED_FIELD_NUMBER: _ClassVar[int]
    suggestion: _suggestion_pb2.Suggestion
    final: bool
    measured: _suggestion_pb2.Measured
    def __init__(self, suggestion: _Optional[_Union[_suggestion_pb2.Suggestion, _Mapping]] = ..., final: bool = ..., measured: _Optional[_Union[_suggestion_pb2.Measured, _Mapping]] = ...) -> None: ...

class PlaySeatRequest(_message.Message):
    __slots__ = ("start", "change")
    START_FIELD_NUMBER: _ClassVar[int]
    CHANGE_FIELD_NUMBER: _ClassVar[int]
    start: PlaySeatStart
    change: PlaySeatChange
    def __init__(self, start: _Optional[_Union[PlaySeatStart, _Mapping]] = ..., change: _Optional[_Union[PlaySeatChange, _Mapping]] = ...) -> None: ...

class PlaySeatStart(_message.Message):
    __slots__ = ("bot", "limits", "seed", "game")
    BOT_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    bot: str
    limits: _suggestion_pb2.Limits
    seed: int
    game: str
    def __init__(self, bot: _Optional[str] = ..., limits: _Optional[_Union[_suggestion_pb2.Limits, _Mapping]] = ..., seed: _Optional[int] = ..., game: _Optional[str] = ...) -> None: ...

class PlaySeatChange(_message.Message):
    __slots__ = ("view", "limits")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    limits: _suggestion_pb2.Limits
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., limits: _Optional[_Union[_suggestion_pb2.Limits, _Mapping]] = ...) -> None: ...

class PlaySeatResponse(_message.Message):
    __slots__ = ("change", "action", "suggestion", "measured")
    CHANGE_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    SUGGESTION_FIELD_NUMBER: _ClassVar[int]
    MEASURED_FIELD_NUMBER: _ClassVar[int]
    change: int
    action: _action_pb2.Action
    suggestion: _suggestion_pb2.Suggestion
    measured: _suggestion_pb2.Measured
    def __init__(self, change: _Optional[int] = ..., action: _Optional[_Union[_action_pb2.Action, _Mapping]] = ..., suggestion: _Optional[_Union[_suggestion_pb2.Suggestion, _Mapping]] = ..., measured: _Optional[_Union[_suggestion_pb2.Measured, _Mapping]] = ...) -> None: ...
