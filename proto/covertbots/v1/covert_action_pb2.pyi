from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CovertActionSettings(_message.Message):
    __slots__ = ("players", "teams", "saboteurs", "alternate", "cleaner_inherits", "talk", "beats", "deadline")
    class Deadline(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        DEADLINE_UNSPECIFIED: _ClassVar[CovertActionSettings.Deadline]
        DEADLINE_ORDER: _ClassVar[CovertActionSettings.Deadline]
        DEADLINE_VOID: _ClassVar[CovertActionSettings.Deadline]
    DEADLINE_UNSPECIFIED: CovertActionSettings.Deadline
    DEADLINE_ORDER: CovertActionSettings.Deadline
    DEADLINE_VOID: CovertActionSettings.Deadline
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    TEAMS_FIELD_NUMBER: _ClassVar[int]
    SABOTEURS_FIELD_NUMBER: _ClassVar[int]
    ALTERNATE_FIELD_NUMBER: _ClassVar[int]
    CLEANER_INHERITS_FIELD_NUMBER: _ClassVar[int]
    TALK_FIELD_NUMBER: _ClassVar[int]
    BEATS_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    players: int
    teams: int
    saboteurs: bool
    alternate: bool
    cleaner_inherits: bool
    talk: bool
    beats: int
    deadline: CovertActionSettings.Deadline
    def __init__(self, players: _Optional[int] = ..., teams: _Optional[int] = ..., saboteurs: bool = ..., alternate: bool = ..., cleaner_inherits: bool = ..., talk: bool = ..., beats: _Optional[int] = ..., deadline: _Optional[_Union[CovertActionSettings.Deadline, str]] = ...) -> None: ...

class CovertActionSetup(_message.Message):
    __slots__ = ("teams", "saboteurs", "alternate", "cleaner_inherits", "talk", "beats", "deadline")
    TEAMS_FIELD_NUMBER: _ClassVar[int]
    SABOTEURS_FIELD_NUMBER: _ClassVar[int]
    ALTERNATE_FIELD_NUMBER: _ClassVar[int]
    CLEANER_INHERITS_FIELD_NUMBER: _ClassVar[int]
    TALK_FIELD_NUMBER: _ClassVar[int]
    BEATS_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_FIELD_NUMBER: _ClassVar[int]
    teams: int
    saboteurs: bool
    alternate: bool
    cleaner_inherits: bool
    talk: bool
    beats: int
    deadline: CovertActionSettings.Deadline
    def __init__(self, teams: _Optional[int] = ..., saboteurs: bool = ..., alternate: bool = ..., cleaner_inherits: bool = ..., talk: bool = ..., beats: _Optional[int] = ..., deadline: _Optional[_Union[CovertActionSettings.Deadline, str]] = ...) -> None: ...

class CovertActionCardSet(_message.Message):
    __slots__ = ("roles", "tables", "settings", "plan_cards_of_a_type")
    class RoleText(_message.Message):
        __slots__ = ("role", "name", "words")
        ROLE_FIELD_NUMBER: _ClassVar[int]
        NAME_FIELD_NUMBER: _ClassVar[int]
        WORDS_FIELD_NUMBER: _ClassVar[int]
        role: CovertActionView.Role
        name: str
        words: str
        def __init__(self, role: _Optional[_Union[CovertActionView.Role, str]] = ..., name: _Optional[str] = ..., words: _Optional[str] = ...) -> None: ...
    class Table(_message.Message):
        __slots__ = ("players", "teams", "saboteurs", "team_cards", "set_aside")
        PLAYERS_FIELD_NUMBER: _ClassVar[int]
        TEAMS_FIELD_NUMBER: _ClassVar[int]
        SABOTEURS_FIELD_NUMBER: _ClassVar[int]
        TEAM_CARDS_FIELD_NUMBER: _ClassVar[int]
        SET_ASIDE_FIELD_NUMBER: _ClassVar[int]
        players: int
        teams: int
        saboteurs: bool
        team_cards: _containers.RepeatedScalarFieldContainer[CovertActionView.Role]
        set_aside: int
        def __init__(self, players: _Optional[int] = ..., teams: _Optional[int] = ..., saboteurs: bool = ..., team_cards: _Optional[_Iterable[_Union[CovertActionView.Role, str]]] = ..., set_aside: _Optional[int] = ...) -> None: ...
    class SettingText(_message.Message):
        __slots__ = ("name", "values", "usual", "words")
        NAME_FIELD_NUMBER: _ClassVar[int]
        VALUES_FIELD_NUMBER: _ClassVar[int]
        USUAL_FIELD_NUMBER: _ClassVar[int]
        WORDS_FIELD_NUMBER: _ClassVar[int]
        name: str
        values: _containers.RepeatedScalarFieldContainer[str]
        usual: str
        words: str
        def __init__(self, name: _Optional[str] = ..., values: _Optional[_Iterable[str]] = ..., usual: _Optional[str] = ..., words: _Optional[str] = ...) -> None: ...
    ROLES_FIELD_NUMBER: _ClassVar[int]
    TABLES_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    PLAN_CARDS_OF_A_TYPE_FIELD_NUMBER: _ClassVar[int]
    roles: _containers.RepeatedCompositeFieldContainer[CovertActionCardSet.RoleText]
    tables: _containers.RepeatedCompositeFieldContainer[CovertActionCardSet.Table]
    settings: _containers.RepeatedCompositeFieldContainer[CovertActionCardSet.SettingText]
    plan_cards_of_a_type: int
    def __init__(self, roles: _Optional[_Iterable[_Union[CovertActionCardSet.RoleText, _Mapping]]] = ..., tables: _Optional[_Iterable[_Union[CovertActionCardSet.Table, _Mapping]]] = ..., settings: _Optional[_Iterable[_Union[CovertActionCardSet.SettingText, _Mapping]]] = ..., plan_cards_of_a_type: _Optional[int] = ...) -> None: ...

class CovertActionView(_message.Message):
    __slots__ = ("settings", "seat", "round", "opener", "t", "beat", "phase", "speaker", "to_decide", "choice", "players", "centre", "deck", "statements", "shots")
    class Team(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        TEAM_UNSPECIFIED: _ClassVar[CovertActionView.Team]
        TEAM_RED: _ClassVar[CovertActionView.Team]
        TEAM_BLUE: _ClassVar[CovertActionView.Team]
        TEAM_GREEN: _ClassVar[CovertActionView.Team]
    TEAM_UNSPECIFIED: CovertActionView.Team
    TEAM_RED: CovertActionView.Team
    TEAM_BLUE: CovertActionView.Team
    TEAM_GREEN: CovertActionView.Team
    class Role(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        ROLE_UNSPECIFIED: _ClassVar[CovertActionView.Role]
        ROLE_SNIPER: _ClassVar[CovertActionView.Role]
        ROLE_CLEANER: _ClassVar[CovertActionView.Role]
        ROLE_MOLE: _ClassVar[CovertActionView.Role]
        ROLE_BODYGUARD: _ClassVar[CovertActionView.Role]
        ROLE_SABOTEUR: _ClassVar[CovertActionView.Role]
    ROLE_UNSPECIFIED: CovertActionView.Role
    ROLE_SNIPER: CovertActionView.Role
    ROLE_CLEANER: CovertActionView.Role
    ROLE_MOLE: CovertActionView.Role
    ROLE_BODYGUARD: CovertActionView.Role
    ROLE_SABOTEUR: CovertActionView.Role
    class Plan(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        PLAN_UNSPECIFIED: _ClassVar[CovertActionView.Plan]
        PLAN_P: _ClassVar[CovertActionView.Plan]
        PLAN_L: _ClassVar[CovertActionView.Plan]
        PLAN_A: _ClassVar[CovertActionView.Plan]
        PLAN_N: _ClassVar[CovertActionView.Plan]
    PLAN_UNSPECIFIED: CovertActionView.Plan
    PLAN_P: CovertActionView.Plan
    PLAN_L: CovertActionView.Plan
    PLAN_A: CovertActionView.Plan
    PLAN_N: CovertActionView.Plan
    class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        PHASE_UNSPECIFIED: _ClassVar[CovertActionView.Phase]
        PHASE_TALK: _ClassVar[CovertActionView.Phase]
        PHASE_WINDOW: _ClassVar[CovertActionView.Phase]
        PHASE_DEADLINE: _ClassVar[CovertActionView.Phase]
        PHASE_OVER: _ClassVar[CovertActionView.Phase]
    PHASE_UNSPECIFIED: CovertActionView.Phase
    PHASE_TALK: CovertActionView.Phase
    PHASE_WINDOW: CovertActionView.Phase
    PHASE_DEADLINE: CovertActionView.Phase
    PHASE_OVER: CovertActionView.Phase
    class Decision(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        DECISION_UNSPECIFIED: _ClassVar[CovertActionView.Decision]
        DECISION_SAY: _ClassVar[CovertActionView.Decision]
        DECISION_TRIGGER: _ClassVar[CovertActionView.Decision]
        DECISION_ORDER: _ClassVar[CovertActionView.Decision]
    DECISION_UNSPECIFIED: CovertActionView.Decision
    DECISION_SAY: CovertActionView.Decision
    DECISION_TRIGGER: CovertActionView.Decision
    DECISION_ORDER: CovertActionView.Decision
    class Outcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        OUTCOME_UNSPECIFIED: _ClassVar[CovertActionView.Outcome]
        OUTCOME_COUP: _ClassVar[CovertActionView.Outcome]
        OUTCOME_MISFIRE: _ClassVar[CovertActionView.Outcome]
        OUTCOME_PURGE: _ClassVar[CovertActionView.Outcome]
        OUTCOME_SUCCESS: _ClassVar[CovertActionView.Outcome]
        OUTCOME_FAIL: _ClassVar[CovertActionView.Outcome]
        OUTCOME_TEAM_OUT: _ClassVar[CovertActionView.Outcome]
    OUTCOME_UNSPECIFIED: CovertActionView.Outcome
    OUTCOME_COUP: CovertActionView.Outcome
    OUTCOME_MISFIRE: CovertActionView.Outcome
    OUTCOME_PURGE: CovertActionView.Outcome
    OUTCOME_SUCCESS: CovertActionView.Outcome
    OUTCOME_FAIL: CovertActionView.Outcome
    OUTCOME_TEAM_OUT: CovertActionView.Outcome
    class Player(_message.Message):
        __slots__ = ("team", "is_in", "role", "held", "drawn", "types")
        TEAM_FIELD_NUMBER: _ClassVar[int]
        IS_IN_FIELD_NUMBER: _ClassVar[int]
        ROLE_FIELD_NUMBER: _ClassVar[int]
        HELD_FIELD_NUMBER: _ClassVar[int]
        DRAWN_FIELD_NUMBER: _ClassVar[int]
        TYPES_FIELD_NUMBER: _ClassVar[int]
        team: CovertActionView.Team
        is_in: bool
        role: CovertActionView.Role
        held: int
        drawn: int
        types: _containers.RepeatedScalarFieldContainer[int]
        def __init__(self, team: _Optional[_Union[CovertActionView.Team, str]] = ..., is_in: bool = ..., role: _Optional[_Union[CovertActionView.Role, str]] = ..., held: _Optional[int] = ..., drawn: _Optional[int] = ..., types: _Optional[_Iterable[int]] = ...) -> None: ...
    class Card(_message.Message):
        __slots__ = ("team", "role")
        TEAM_FIELD_NUMBER: _ClassVar[int]
        ROLE_FIELD_NUMBER: _ClassVar[int]
        team: CovertActionView.Team
        role: CovertActionView.Role
        def __init__(self, team: _Optional[_Union[CovertActionView.Team, str]] = ..., role: _Optional[_Union[CovertActionView.Role, str]] = ...) -> None: ...
    class Statement(_message.Message):
        __slots__ = ("t", "seat", "text", "operands")
        T_FIELD_NUMBER: _ClassVar[int]
        SEAT_FIELD_NUMBER: _ClassVar[int]
        TEXT_FIELD_NUMBER: _ClassVar[int]
        OPERANDS_FIELD_NUMBER: _ClassVar[int]
        t: int
        seat: int
        text: str
        operands: CovertActionOperands
        def __init__(self, t: _Optional[int] = ..., seat: _Optional[int] = ..., text: _Optional[str] = ..., operands: _Optional[_Union[CovertActionOperands, _Mapping]] = ...) -> None: ...
    class Choice(_message.Message):
        __slots__ = ("text", "operands")
        TEXT_FIELD_NUMBER: _ClassVar[int]
        OPERANDS_FIELD_NUMBER: _ClassVar[int]
        text: str
        operands: CovertActionOperands
        def __init__(self, text: _Optional[str] = ..., operands: _Optional[_Union[CovertActionOperands, _Mapping]] = ...) -> None: ...
    class Shot(_message.Message):
        __slots__ = ("t", "shooter", "target", "outcome", "ordered")
        T_FIELD_NUMBER: _ClassVar[int]
        SHOOTER_FIELD_NUMBER: _ClassVar[int]
        TARGET_FIELD_NUMBER: _ClassVar[int]
        OUTCOME_FIELD_NUMBER: _ClassVar[int]
        ORDERED_FIELD_NUMBER: _ClassVar[int]
        t: int
        shooter: int
        target: int
        outcome: CovertActionView.Outcome
        ordered: bool
        def __init__(self, t: _Optional[int] = ..., shooter: _Optional[int] = ..., target: _Optional[int] = ..., outcome: _Optional[_Union[CovertActionView.Outcome, str]] = ..., ordered: bool = ...) -> None: ...
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    OPENER_FIELD_NUMBER: _ClassVar[int]
    T_FIELD_NUMBER: _ClassVar[int]
    BEAT_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    SPEAKER_FIELD_NUMBER: _ClassVar[int]
    TO_DECIDE_FIELD_NUMBER: _ClassVar[int]
    CHOICE_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    CENTRE_FIELD_NUMBER: _ClassVar[int]
    DECK_FIELD_NUMBER: _ClassVar[int]
    STATEMENTS_FIELD_NUMBER: _ClassVar[int]
    SHOTS_FIELD_NUMBER: _ClassVar[int]
    settings: CovertActionSettings
    seat: int
    round: int
    opener: int
    t: int
    beat: int
    phase: CovertActionView.Phase
    speaker: int
    to_decide: int
    choice: CovertActionView.Choice
    players: _containers.RepeatedCompositeFieldContainer[CovertActionView.Player]
    centre: _containers.RepeatedCompositeFieldContainer[CovertActionView.Card]
    deck: int
    statements: _containers.RepeatedCompositeFieldContainer[CovertActionView.Statement]
    shots: _containers.RepeatedCompositeFieldContainer[CovertActionView.Shot]
    def __init__(self, settings: _Optional[_Union[CovertActionSettings, _Mapping]] = ..., seat: _Optional[int] = ..., round: _Optional[int] = ..., opener: _Optional[int] = ..., t: _Optional[int] = ..., beat: _Optional[int] = ..., phase: _Optional[_Union[CovertActionView.Phase, str]] = ..., speaker: _Optional[int] = ..., to_decide: _Optional[int] = ..., choice: _Optional[_Union[CovertActionView.Choice, _Mapping]] = ..., players: _Optional[_Iterable[_Union[CovertActionView.Player, _Mapping]]] = ..., centre: _Optional[_Iterable[_Union[CovertActionView.Card, _Mapping]]] = ..., deck: _Optional[int] = ..., statements: _Optional[_Iterable[_Union[CovertActionView.Statement, _Mapping]]] = ..., shots: _Optional[_Iterable[_Union[CovertActionView.Shot, _Mapping]]] = ...) -> None: ...

class CovertActionOperands(_message.Message):
    __slots__ = ("kind", "target", "role")
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[CovertActionOperands.Kind]
        KIND_PASS: _ClassVar[CovertActionOperands.Kind]
        KIND_AM: _ClassVar[CovertActionOperands.Kind]
        KIND_IS: _ClassVar[CovertActionOperands.Kind]
        KIND_URGE: _ClassVar[CovertActionOperands.Kind]
        KIND_HOLD: _ClassVar[CovertActionOperands.Kind]
        KIND_SHOOT: _ClassVar[CovertActionOperands.Kind]
    KIND_UNSPECIFIED: CovertActionOperands.Kind
    KIND_PASS: CovertActionOperands.Kind
    KIND_AM: CovertActionOperands.Kind
    KIND_IS: CovertActionOperands.Kind
    KIND_URGE: CovertActionOperands.Kind
    KIND_HOLD: CovertActionOperands.Kind
    KIND_SHOOT: CovertActionOperands.Kind
    KIND_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    kind: CovertActionOperands.Kind
    target: int
    role: CovertActionView.Role
    def __init__(self, kind: _Optional[_Union[CovertActionOperands.Kind, str]] = ..., target: _Optional[int] = ..., role: _Optional[_Union[CovertActionView.Role, str]] = ...) -> None: ...

class CovertActionEvent(_message.Message):
    __slots__ = ("kind", "statement", "t", "target", "outcome", "ordered", "role", "plan", "without_winners", "roles", "centre", "round")
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[CovertActionEvent.Kind]
        KIND_SAID: _ClassVar[CovertActionEvent.Kind]
        KIND_WINDOW_OPENS: _ClassVar[CovertActionEvent.Kind]
        KIND_WINDOW_CLOSES: _ClassVar[CovertActionEvent.Kind]
        KIND_DEADLINE_COMES: _ClassVar[CovertActionEvent.Kind]
        KIND_ORDERED: _ClassVar[CovertActionEvent.Kind]
        KIND_SHOT: _ClassVar[CovertActionEvent.Kind]
        KIND_OUT: _ClassVar[CovertActionEvent.Kind]
        KIND_DRAW: _ClassVar[CovertActionEvent.Kind]
        KIND_ROUND_ENDS: _ClassVar[CovertActionEvent.Kind]
        KIND_DEALT: _ClassVar[CovertActionEvent.Kind]
        KIND_GAME_ENDS: _ClassVar[CovertActionEvent.Kind]
    KIND_UNSPECIFIED: CovertActionEvent.Kind
    KIND_SAID: CovertActionEvent.Kind
    KIND_WINDOW_OPENS: CovertActionEvent.Kind
    KIND_WINDOW_CLOSES: CovertActionEvent.Kind
    KIND_DEADLINE_COMES: CovertActionEvent.Kind
    KIND_ORDERED: CovertActionEvent.Kind
    KIND_SHOT: CovertActionEvent.Kind
    KIND_OUT: CovertActionEvent.Kind
    KIND_DRAW: CovertActionEvent.Kind
    KIND_ROUND_ENDS: CovertActionEvent.Kind
    KIND_DEALT: CovertActionEvent.Kind
    KIND_GAME_ENDS: CovertActionEvent.Kind
    KIND_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_FIELD_NUMBER: _ClassVar[int]
    T_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    ORDERED_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    PLAN_FIELD_NUMBER: _ClassVar[int]
    WITHOUT_WINNERS_FIELD_NUMBER: _ClassVar[int]
    ROLES_FIELD_NUMBER: _ClassVar[int]
    CENTRE_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    kind: CovertActionEvent.Kind
    statement: CovertActionOperands
    t: int
    target: int
    outcome: CovertActionView.Outcome
    ordered: bool
    role: CovertActionView.Role
    plan: CovertActionView.Plan
    without_winners: bool
    roles: _containers.RepeatedScalarFieldContainer[CovertActionView.Role]
    centre: _containers.RepeatedScalarFieldContainer[CovertActionView.Role]
    round: int
    def __init__(self, kind: _Optional[_Union[CovertActionEvent.Kind, str]] = ..., statement: _Optional[_Union[CovertActionOperands, _Mapping]] = ..., t: _Optional[int] = ..., target: _Optional[int] = ..., outcome: _Optional[_Union[CovertActionView.Outcome, str]] = ..., ordered: bool = ..., role: _Optional[_Union[CovertActionView.Role, str]] = ..., plan: _Optional[_Union[CovertActionView.Plan, str]] = ..., without_winners: bool = ..., roles: _Optional[_Iterable[_Union[CovertActionView.Role, str]]] = ..., centre: _Optional[_Iterable[_Union[CovertActionView.Role, str]]] = ..., round: _Optional[int] = ...) -> None: ...

class CovertActionHint(_message.Message):
    __slots__ = ("seats", "of_viewer", "win_probability", "reason")
    class RoleProbability(_message.Message):
        __slots__ = ("role", "probability")
        ROLE_FIELD_NUMBER: _ClassVar[int]
        PROBABILITY_FIELD_NUMBER: _ClassVar[int]
        role: CovertActionView.Role
        probability: float
        def __init__(self, role: _Optional[_Union[CovertActionView.Role, str]] = ..., probability: _Optional[float] = ...) -> None: ...
    class SeatBelief(_message.Message):
        __slots__ = ("seat", "roles", "acts_as_sniper", "good_target")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        ROLES_FIELD_NUMBER: _ClassVar[int]
        ACTS_AS_SNIPER_FIELD_NUMBER: _ClassVar[int]
        GOOD_TARGET_FIELD_NUMBER: _ClassVar[int]
        seat: int
        roles: _containers.RepeatedCompositeFieldContainer[CovertActionHint.RoleProbability]
        acts_as_sniper: float
        good_target: float
        def __init__(self, seat: _Optional[int] = ..., roles: _Optional[_Iterable[_Union[CovertActionHint.RoleProbability, _Mapping]]] = ..., acts_as_sniper: _Optional[float] = ..., good_target: _Optional[float] = ...) -> None: ...
    SEATS_FIELD_NUMBER: _ClassVar[int]
    OF_VIEWER_FIELD_NUMBER: _ClassVar[int]
    WIN_PROBABILITY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedCompositeFieldContainer[CovertActionHint.SeatBelief]
    of_viewer: CovertActionHint.SeatBelief
    win_probability: _containers.RepeatedScalarFieldContainer[float]
    reason: str
    def __init__(self, seats: _Optional[_Iterable[_Union[CovertActionHint.SeatBelief, _Mapping]]] = ..., of_viewer: _Optional[_Union[CovertActionHint.SeatBelief, _Mapping]] = ..., win_probability: _Optional[_Iterable[float]] = ..., reason: _Optional[str] = ...) -> None: ...
