from covertbots.v1 import referee_pb2 as _referee_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetTournamentRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetTournamentResponse(_message.Message):
    __slots__ = ("tournament",)
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ...) -> None: ...

class WatchTournamentRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class WatchTournamentResponse(_message.Message):
    __slots__ = ("tournament", "ended")
    TOURNAMENT_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    tournament: Tournament
    ended: bool
    def __init__(self, tournament: _Optional[_Union[Tournament, _Mapping]] = ..., ended: bool = ...) -> None: ...

class Tournament(_message.Message):
    __slots__ = ("game", "format", "players", "games", "games_ended", "games_missing", "blocks", "blocks_complete", "ended", "verdict", "how_sure", "bots", "pairings", "seats", "failures", "unfinished", "build")
    class Format(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        FORMAT_UNSPECIFIED: _ClassVar[Tournament.Format]
        FORMAT_ROUND_ROBIN: _ClassVar[Tournament.Format]
        FORMAT_GAUNTLET: _ClassVar[Tournament.Format]
        FORMAT_SPRT: _ClassVar[Tournament.Format]
        FORMAT_SELF_PLAY: _ClassVar[Tournament.Format]
        FORMAT_BALANCED: _ClassVar[Tournament.Format]
    FORMAT_UNSPECIFIED: Tournament.Format
    FORMAT_ROUND_ROBIN: Tournament.Format
    FORMAT_GAUNTLET: Tournament.Format
    FORMAT_SPRT: Tournament.Format
    FORMAT_SELF_PLAY: Tournament.Format
    FORMAT_BALANCED: Tournament.Format
    GAME_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    GAMES_ENDED_FIELD_NUMBER: _ClassVar[int]
    GAMES_MISSING_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_COMPLETE_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    HOW_SURE_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    PAIRINGS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    FAILURES_FIELD_NUMBER: _ClassVar[int]
    UNFINISHED_FIELD_NUMBER: _ClassVar[int]
    BUILD_FIELD_NUMBER: _ClassVar[int]
    game: str
    format: Tournament.Format
    players: int
    games: int
    games_ended: int
    games_missing: int
    blocks: int
    blocks_complete: int
    ended: bool
    verdict: _containers.RepeatedScalarFieldContainer[str]
    how_sure: str
    bots: _containers.RepeatedCompositeFieldContainer[TournamentBot]
    pairings: _containers.RepeatedCompositeFieldContainer[TournamentPairing]
    seats: _containers.RepeatedCompositeFieldContainer[ArenaInterval]
    failures: _containers.RepeatedCompositeFieldContainer[TournamentFailure]
    unfinished: _containers.RepeatedCompositeFieldContainer[ArenaFixture]
    build: str
    def __init__(self, game: _Optional[str] = ..., format: _Optional[_Union[Tournament.Format, str]] = ..., players: _Optional[int] = ..., games: _Optional[int] = ..., games_ended: _Optional[int] = ..., games_missing: _Optional[int] = ..., blocks: _Optional[int] = ..., blocks_complete: _Optional[int] = ..., ended: bool = ..., verdict: _Optional[_Iterable[str]] = ..., how_sure: _Optional[str] = ..., bots: _Optional[_Iterable[_Union[TournamentBot, _Mapping]]] = ..., pairings: _Optional[_Iterable[_Union[TournamentPairing, _Mapping]]] = ..., seats: _Optional[_Iterable[_Union[ArenaInterval, _Mapping]]] = ..., failures: _Optional[_Iterable[_Union[TournamentFailure, _Mapping]]] = ..., unfinished: _Optional[_Iterable[_Union[ArenaFixture, _Mapping]]] = ..., build: _Optional[str] = ...) -> None: ...

class ArenaInterval(_message.Message):
    __slots__ = ("mean", "low", "high")
    MEAN_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    mean: float
    low: float
    high: float
    def __init__(self, mean: _Optional[float] = ..., low: _Optional[float] = ..., high: _Optional[float] = ...) -> None: ...

class TournamentBot(_message.Message):
    __slots__ = ("name", "elo", "share", "games", "score", "cpu_ms", "forfeits")
    NAME_FIELD_NUMBER: _ClassVar[int]
    ELO_FIELD_NUMBER: _ClassVar[int]
    SHARE_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    CPU_MS_FIELD_NUMBER: _ClassVar[int]
    FORFEITS_FIELD_NUMBER: _ClassVar[int]
    name: str
    elo: ArenaInterval
    share: ArenaInterval
    games: int
    score: float
    cpu_ms: float
    forfeits: int
    def __init__(self, name: _Optional[str] = ..., elo: _Optional[_Union[ArenaInterval, _Mapping]] = ..., share: _Optional[_Union[ArenaInterval, _Mapping]] = ..., games: _Optional[int] = ..., score: _Optional[float] = ..., cpu_ms: _Optional[float] = ..., forfeits: _Optional[int] = ...) -> None: ...

class TournamentPairing(_message.Message):
    __slots__ = ("first", "second", "blocks", "share", "elo", "result")
    FIRST_FIELD_NUMBER: _ClassVar[int]
    SECOND_FIELD_NUMBER: _ClassVar[int]
    BLOCKS_FIELD_NUMBER: _ClassVar[int]
    SHARE_FIELD_NUMBER: _ClassVar[int]
    ELO_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    first: int
    second: int
    blocks: int
    share: ArenaInterval
    elo: str
    result: str
    def __init__(self, first: _Optional[int] = ..., second: _Optional[int] = ..., blocks: _Optional[int] = ..., share: _Optional[_Union[ArenaInterval, _Mapping]] = ..., elo: _Optional[str] = ..., result: _Optional[str] = ...) -> None: ...

class TournamentFailure(_message.Message):
    __slots__ = ("reason", "attempts")
    REASON_FIELD_NUMBER: _ClassVar[int]
    ATTEMPTS_FIELD_NUMBER: _ClassVar[int]
    reason: str
    attempts: int
    def __init__(self, reason: _Optional[str] = ..., attempts: _Optional[int] = ...) -> None: ...

class ArenaFixture(_message.Message):
    __slots__ = ("key", "seats")
    KEY_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    key: str
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, key: _Optional[str] = ..., seats: _Optional[_Iterable[int]] = ...) -> None: ...

class ListGamesRequest(_message.Message):
    __slots__ = ("skip", "most")
    SKIP_FIELD_NUMBER: _ClassVar[int]
    MOST_FIELD_NUMBER: _ClassVar[int]
    skip: int
    most: int
    def __init__(self, skip: _Optional[int] = ..., most: _Optional[int] = ...) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games", "all")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    ALL_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[ArenaGame]
    all: int
    def __init__(self, games: _Optional[_Iterable[_Union[ArenaGame, _Mapping]]] = ..., all: _Optional[int] = ...) -> None: ...

class ArenaGame(_message.Message):
    __slots__ = ("fixture", "scores", "winners", "rounds", "decisions", "forfeit")
    FIXTURE_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    FORFEIT_FIELD_NUMBER: _ClassVar[int]
    fixture: ArenaFixture
    scores: _containers.RepeatedScalarFieldContainer[int]
    winners: _containers.RepeatedScalarFieldContainer[int]
    rounds: int
    decisions: int
    forfeit: str
    def __init__(self, fixture: _Optional[_Union[ArenaFixture, _Mapping]] = ..., scores: _Optional[_Iterable[int]] = ..., winners: _Optional[_Iterable[int]] = ..., rounds: _Optional[int] = ..., decisions: _Optional[int] = ..., forfeit: _Optional[str] = ...) -> None: ...

class GetGameRequest(_message.Message):
    __slots__ = ("key",)
    KEY_FIELD_NUMBER: _ClassVar[int]
    key: str
    def __init__(self, key: _Optional[str] = ...) -> None: ...

class GetGameResponse(_message.Message):
    __slots__ = ("game", "record", "bots")
    GAME_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    BOTS_FIELD_NUMBER: _ClassVar[int]
    game: ArenaGame
    record: _referee_pb2.Record
    bots: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, game: _Optional[_Union[ArenaGame, _Mapping]] = ..., record: _Optional[_Union[_referee_pb2.Record, _Mapping]] = ..., bots: _Optional[_Iterable[str]] = ...) -> None: ...
