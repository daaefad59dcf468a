from covertbots.v1 import action_pb2 as _action_pb2
from covertbots.v1 import covert_pb2 as _covert_pb2
from covertbots.v1 import covert_action_pb2 as _covert_action_pb2
from covertbots.v1 import covert_card_set_pb2 as _covert_card_set_pb2
from covertbots.v1 import covert_view_pb2 as _covert_view_pb2
from covertbots.v1 import review_pb2 as _review_pb2
from covertbots.v1 import suggestion_pb2 as _suggestion_pb2
from covertbots.v1 import view_pb2 as _view_pb2
from google.protobuf import any_pb2 as _any_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetCardSetRequest(_message.Message):
    __slots__ = ("card_set", "game")
    CARD_SET_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    card_set: str
    game: str
    def __init__(self, card_set: _Optional[str] = ..., game: _Optional[str] = ...) -> None: ...

class GetCardSetResponse(_message.Message):
    __slots__ = ("covert", "covert_action", "other")
    COVERT_FIELD_NUMBER: _ClassVar[int]
    COVERT_ACTION_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    covert: _covert_card_set_pb2.CovertCardSet
    covert_action: _covert_action_pb2.CovertActionCardSet
    other: _any_pb2.Any
    def __init__(self, covert: _Optional[_Union[_covert_card_set_pb2.CovertCardSet, _Mapping]] = ..., covert_action: _Optional[_Union[_covert_action_pb2.CovertActionCardSet, _Mapping]] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class Record(_message.Message):
    __slots__ = ("players", "seed", "actions", "covert", "covert_action", "other")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    COVERT_FIELD_NUMBER: _ClassVar[int]
    COVERT_ACTION_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    players: int
    seed: int
    actions: _containers.RepeatedCompositeFieldContainer[_action_pb2.Action]
    covert: _covert_pb2.CovertSetup
    covert_action: _covert_action_pb2.CovertActionSetup
    other: _any_pb2.Any
    def __init__(self, players: _Optional[int] = ..., seed: _Optional[int] = ..., actions: _Optional[_Iterable[_Union[_action_pb2.Action, _Mapping]]] = ..., covert: _Optional[_Union[_covert_pb2.CovertSetup, _Mapping]] = ..., covert_action: _Optional[_Union[_covert_action_pb2.CovertActionSetup, _Mapping]] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class DealRequest(_message.Message):
    __slots__ = ("players", "seed", "covert", "covert_action", "other")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    COVERT_FIELD_NUMBER: _ClassVar[int]
    COVERT_ACTION_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    players: int
    seed: int
    covert: _covert_pb2.CovertSetup
    covert_action: _covert_action_pb2.CovertActionSetup
    other: _any_pb2.Any
    def __init__(self, players: _Optional[int] = ..., seed: _Optional[int] = ..., covert: _Optional[_Union[_covert_pb2.CovertSetup, _Mapping]] = ..., covert_action: _Optional[_Union[_covert_action_pb2.CovertActionSetup, _Mapping]] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class DealResponse(_message.Message):
    __slots__ = ("record",)
    RECORD_FIELD_NUMBER: _ClassVar[int]
    record: Record
    def __init__(self, record: _Optional[_Union[Record, _Mapping]] = ...) -> None: ...

class AdvanceRequest(_message.Message):
    __slots__ = ("record", "actions", "names")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    record: Record
    actions: _containers.RepeatedCompositeFieldContainer[_action_pb2.Action]
    names: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, record: _Optional[_Union[Record, _Mapping]] = ..., actions: _Optional[_Iterable[_Union[_action_pb2.Action, _Mapping]]] = ..., names: _Optional[_Iterable[str]] = ...) -> None: ...

class AdvanceResponse(_message.Message):
    __slots__ = ("record", "to_decide", "deeds", "news", "result")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    TO_DECIDE_FIELD_NUMBER: _ClassVar[int]
    DEEDS_FIELD_NUMBER: _ClassVar[int]
    NEWS_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    record: Record
    to_decide: _containers.RepeatedCompositeFieldContainer[SeatToDecide]
    deeds: _containers.RepeatedCompositeFieldContainer[_action_pb2.Action]
    news: _containers.RepeatedCompositeFieldContainer[SeatNews]
    result: Result
    def __init__(self, record: _Optional[_Union[Record, _Mapping]] = ..., to_decide: _Optional[_Iterable[_Union[SeatToDecide, _Mapping]]] = ..., deeds: _Optional[_Iterable[_Union[_action_pb2.Action, _Mapping]]] = ..., news: _Optional[_Iterable[_Union[SeatNews, _Mapping]]] = ..., result: _Optional[_Union[Result, _Mapping]] = ...) -> None: ...

class SeatToDecide(_message.Message):
    __slots__ = ("seat", "legal_actions", "covert", "covert_action", "other")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    LEGAL_ACTIONS_FIELD_NUMBER: _ClassVar[int]
    COVERT_FIELD_NUMBER: _ClassVar[int]
    COVERT_ACTION_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    legal_actions: _containers.RepeatedCompositeFieldContainer[_action_pb2.Action]
    covert: _covert_view_pb2.CovertView.Decision
    covert_action: _covert_action_pb2.CovertActionView.Decision
    other: _any_pb2.Any
    def __init__(self, seat: _Optional[int] = ..., legal_actions: _Optional[_Iterable[_Union[_action_pb2.Action, _Mapping]]] = ..., covert: _Optional[_Union[_covert_view_pb2.CovertView.Decision, str]] = ..., covert_action: _Optional[_Union[_covert_action_pb2.CovertActionView.Decision, str]] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class SeatNews(_message.Message):
    __slots__ = ("seat", "moments")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MOMENTS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    moments: _containers.RepeatedCompositeFieldContainer[Moment]
    def __init__(self, seat: _Optional[int] = ..., moments: _Optional[_Iterable[_Union[Moment, _Mapping]]] = ...) -> None: ...

class Moment(_message.Message):
    __slots__ = ("view", "events")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    events: _containers.RepeatedCompositeFieldContainer[Event]
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., events: _Optional[_Iterable[_Union[Event, _Mapping]]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("words", "seat", "covert", "covert_action", "other")
    WORDS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COVERT_FIELD_NUMBER: _ClassVar[int]
    COVERT_ACTION_FIELD_NUMBER: _ClassVar[int]
    OTHER_FIELD_NUMBER: _ClassVar[int]
    words: str
    seat: int
    covert: _covert_pb2.CovertEvent
    covert_action: _covert_action_pb2.CovertActionEvent
    other: _any_pb2.Any
    def __init__(self, words: _Optional[str] = ..., seat: _Optional[int] = ..., covert: _Optional[_Union[_covert_pb2.CovertEvent, _Mapping]] = ..., covert_action: _Optional[_Union[_covert_action_pb2.CovertActionEvent, _Mapping]] = ..., other: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class Result(_message.Message):
    __slots__ = ("scores", "winners")
    SCORES_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    winners: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, scores: _Optional[_Iterable[int]] = ..., winners: _Optional[_Iterable[int]] = ...) -> None: ...

class ListLegalActionsRequest(_message.Message):
    __slots__ = ("view",)
    VIEW_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ...) -> None: ...

class ListLegalActionsResponse(_message.Message):
    __slots__ = ("to_decide",)
    TO_DECIDE_FIELD_NUMBER: _ClassVar[int]
    to_decide: SeatToDecide
    def __init__(self, to_decide: _Optional[_Union[SeatToDecide, _Mapping]] = ...) -> None: ...

class DescribeViewRequest(_message.Message):
    __slots__ = ("view", "happened")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    HAPPENED_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    happened: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., happened: _Optional[_Iterable[str]] = ...) -> None: ...

class DescribeViewResponse(_message.Message):
    __slots__ = ("text",)
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

class ReviewGameRequest(_message.Message):
    __slots__ = ("record", "seat", "bot", "limits", "seed", "after")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOT_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    record: Record
    seat: int
    bot: str
    limits: _suggestion_pb2.Limits
    seed: int
    after: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, record: _Optional[_Union[Record, _Mapping]] = ..., seat: _Optional[int] = ..., bot: _Optional[str] = ..., limits: _Optional[_Union[_suggestion_pb2.Limits, _Mapping]] = ..., seed: _Optional[int] = ..., after: _Optional[_Iterable[int]] = ...) -> None: ...

class ReviewGameResponse(_message.Message):
    __slots__ = ("decision", "review", "done", "parts", "measured")
    DECISION_FIELD_NUMBER: _ClassVar[int]
    REVIEW_FIELD_NUMBER: _ClassVar[int]
    DONE_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    MEASURED_FIELD_NUMBER: _ClassVar[int]
    decision: _review_pb2.ReviewedDecision
    review: _review_pb2.Review
    done: int
    parts: int
    measured: _suggestion_pb2.Measured
    def __init__(self, decision: _Optional[_Union[_review_pb2.ReviewedDecision, _Mapping]] = ..., review: _Optional[_Union[_review_pb2.Review, _Mapping]] = ..., done: _Optional[int] = ..., parts: _Optional[int] = ..., measured: _Optional[_Union[_suggestion_pb2.Measured, _Mapping]] = ...) -> None: ...

class ReadCardSetRequest(_message.Message):
    __slots__ = ("text", "game")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    text: str
    game: str
    def __init__(self, text: _Optional[str] = ..., game: _Optional[str] = ...) -> None: ...

class ReadCardSetResponse(_message.Message):
    __slots__ = ("covert",)
    COVERT_FIELD_NUMBER: _ClassVar[int]
    covert: _covert_card_set_pb2.CovertCardSet
    def __init__(self, covert: _Optional[_Union[_covert_card_set_pb2.CovertCardSet, _Mapping]] = ...) -> None: ...

class ReadPositionRequest(_message.Message):
    __slots__ = ("text", "game", "card_set", "cards")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    CARD_SET_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    text: str
    game: str
    card_set: str
    cards: _covert_card_set_pb2.CovertCardSet
    def __init__(self, text: _Optional[str] = ..., game: _Optional[str] = ..., card_set: _Optional[str] = ..., cards: _Optional[_Union[_covert_card_set_pb2.CovertCardSet, _Mapping]] = ...) -> None: ...

class ReadPositionResponse(_message.Message):
    __slots__ = ("view", "assumed")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    ASSUMED_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    assumed: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., assumed: _Optional[_Iterable[str]] = ...) -> None: ...

class WritePositionRequest(_message.Message):
    __slots__ = ("view",)
    VIEW_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ...) -> None: ...

class WritePositionResponse(_message.Message):
    __slots__ = ("text",)
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

class ContinuePositionRequest(_message.Message):
    __slots__ = ("view", "action")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    view: _view_pb2.View
    action: _action_pb2.Action
    def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., action: _Optional[_Union[_action_pb2.Action, _Mapping]] = ...) -> None: ...

class ContinuePositionResponse(_message.Message):
    __slots__ = ("possible", "text", "untold")
    POSSIBLE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    UNTOLD_FIELD_NUMBER: _ClassVar[int]
    possible: _containers.RepeatedCompositeFieldContainer[_action_pb2.Action]
    text: str
    untold: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, possible: _Optional[_Iterable[_Union[_action_pb2.Action, _Mapping]]] = ..., text: _Optional[str] = ..., untold: _Optional[_Iterable[str]] = ...) -> None: ...

class FollowTableRequest(_message.Message):
    __slots__ = ("game", "players", "covert_action", "lines", "names")
    GAME_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    COVERT_ACTION_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    game: str
    players: int
    covert_action: _covert_action_pb2.CovertActionSetup
    lines: _containers.RepeatedScalarFieldContainer[str]
    names: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, game: _Optional[str] = ..., players: _Optional[int] = ..., covert_action: _Optional[_Union[_covert_action_pb2.CovertActionSetup, _Mapping]] = ..., lines: _Optional[_Iterable[str]] = ..., names: _Optional[_Iterable[str]] = ...) -> None: ...

class FollowTableResponse(_message.Message):
    __slots__ = ("lines", "need", "question", "answers", "round", "view", "covert_action", "decisions", "own_claims", "other_claims", "teams")
    class Need(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        NEED_UNSPECIFIED: _ClassVar[FollowTableResponse.Need]
        NEED_NOTHING: _ClassVar[FollowTableResponse.Need]
        NEED_SEAT: _ClassVar[FollowTableResponse.Need]
        NEED_TEAMS: _ClassVar[FollowTableResponse.Need]
        NEED_CARD: _ClassVar[FollowTableResponse.Need]
        NEED_OPENER: _ClassVar[FollowTableResponse.Need]
        NEED_OUTCOME: _ClassVar[FollowTableResponse.Need]
        NEED_SHOWN: _ClassVar[FollowTableResponse.Need]
        NEED_PLAN: _ClassVar[FollowTableResponse.Need]
        NEED_DREW: _ClassVar[FollowTableResponse.Need]
        NEED_ORDERED: _ClassVar[FollowTableResponse.Need]
        NEED_OVER: _ClassVar[FollowTableResponse.Need]
    NEED_UNSPECIFIED: FollowTableResponse.Need
    NEED_NOTHING: FollowTableResponse.Need
    NEED_SEAT: FollowTableResponse.Need
    NEED_TEAMS: FollowTableResponse.Need
    NEED_CARD: FollowTableResponse.Need
    NEED_OPENER: FollowTableResponse.Need
    NEED_OUTCOME: FollowTableResponse.Need
    NEED_SHOWN: FollowTableResponse.Need
    NEED_PLAN: FollowTableResponse.Need
    NEED_DREW: FollowTableResponse.Need
    NEED_ORDERED: FollowTableResponse.Need
    NEED_OVER: FollowTableResponse.Need
    class Line(_message.Message):
        __slots__ = ("text", "words", "round", "seat", "noted")
        TEXT_FIELD_NUMBER: _ClassVar[int]
        WORDS_FIELD_NUMBER: _ClassVar[int]
        ROUND_FIELD_NUMBER: _ClassVar[int]
        SEAT_FIELD_NUMBER: _ClassVar[int]
        NOTED_FIELD_NUMBER: _ClassVar[int]
        text: str
        words: str
        round: int
        seat: int
        noted: bool
        def __init__(self, text: _Optional[str] = ..., words: _Optional[str] = ..., round: _Optional[int] = ..., seat: _Optional[int] = ..., noted: bool = ...) -> None: ...
    class Decision(_message.Message):
        __slots__ = ("view", "supposed")
        VIEW_FIELD_NUMBER: _ClassVar[int]
        SUPPOSED_FIELD_NUMBER: _ClassVar[int]
        view: _view_pb2.View
        supposed: str
        def __init__(self, view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., supposed: _Optional[str] = ...) -> None: ...
    LINES_FIELD_NUMBER: _ClassVar[int]
    NEED_FIELD_NUMBER: _ClassVar[int]
    QUESTION_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    VIEW_FIELD_NUMBER: _ClassVar[int]
    COVERT_ACTION_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    OWN_CLAIMS_FIELD_NUMBER: _ClassVar[int]
    OTHER_CLAIMS_FIELD_NUMBER: _ClassVar[int]
    TEAMS_FIELD_NUMBER: _ClassVar[int]
    lines: _containers.RepeatedCompositeFieldContainer[FollowTableResponse.Line]
    need: FollowTableResponse.Need
    question: str
    answers: _containers.RepeatedCompositeFieldContainer[FollowTableResponse.Line]
    round: int
    view: _view_pb2.View
    covert_action: _covert_action_pb2.CovertActionHint
    decisions: _containers.RepeatedCompositeFieldContainer[FollowTableResponse.Decision]
    own_claims: _containers.RepeatedScalarFieldContainer[_covert_action_pb2.CovertActionView.Role]
    other_claims: _containers.RepeatedScalarFieldContainer[_covert_action_pb2.CovertActionView.Role]
    teams: _containers.RepeatedScalarFieldContainer[_covert_action_pb2.CovertActionView.Team]
    def __init__(self, lines: _Optional[_Iterable[_Union[FollowTableResponse.Line, _Mapping]]] = ..., need: _Optional[_Union[FollowTableResponse.Need, str]] = ..., question: _Optional[str] = ..., answers: _Optional[_Iterable[_Union[FollowTableResponse.Line, _Mapping]]] = ..., round: _Optional[int] = ..., view: _Optional[_Union[_view_pb2.View, _Mapping]] = ..., covert_action: _Optional[_Union[_covert_action_pb2.CovertActionHint, _Mapping]] = ..., decisions: _Optional[_Iterable[_Union[FollowTableResponse.Decision, _Mapping]]] = ..., own_claims: _Optional[_Iterable[_Union[_covert_action_pb2.CovertActionView.Role, str]]] = ..., other_claims: _Optional[_Iterable[_Union[_covert_action_pb2.CovertActionView.Role, str]]] = ..., teams: _Optional[_Iterable[_Union[_covert_action_pb2.CovertActionView.Team, str]]] = ...) -> None: ...
