"""How a round at a real table stands, as far as it has been entered: what a view is made of.

Nothing here reads what is typed; `entries.py` does.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, Literal

from covert_bots.covert_action.words.names import a_role
from covert_engine.covert_action import Kind, Settings, View, ViewError, format_action, unpack
from covert_engine.covert_action.rules.names import ROLES, TEAMS, OutcomeName, RoleName, TeamName

PLAN_CARDS, LAST_ROUND, TYPES = 40, 60, 4
ENDINGS: tuple[OutcomeName, ...] = ("success", "fail", "purge", "coup")
"""The outcomes after which the round is over."""

Need = Literal[
    "seat",
    "teams",
    "card",
    "opener",
    "outcome",
    "shown",
    "plan",
    "drew",
    "ordered",
    "over",
    "nothing",
]
"""What has to be entered before there is a view; `nothing` is missing while the round goes on."""


class EntryError(ValueError):
    """Something is entered that cannot be; the message says what was expected."""


@dataclass
class Shot:
    """A shot of this round."""

    t: int
    shooter: int
    target: int
    ordered: bool
    outcome: OutcomeName | None = None
    """None until it is entered."""


@dataclass
class Standing:
    """A table as one of its players sees it. Seats count from 0."""

    settings: Settings
    seat: int | None = None
    """The player's own."""
    round: int = 1
    teams: list[TeamName] | None = None
    role: RoleName | None = None
    """That of the player's own card."""
    opener: int | None = None
    t: int = 1
    beat: int = 1
    phase: Literal["talk", "window", "deadline", "ended"] = "talk"
    place: int = 0
    """Of the next speaker in the order of the beat."""
    said: dict[tuple[int, int], str] = field(default_factory=dict)
    """By beat of the round and seat: a statement in the notation."""
    shots: list[Shot] = field(default_factory=list)
    shown: dict[int, RoleName] = field(default_factory=dict)
    """The cards of seats that are out."""
    ordered: bool = False
    """Whether it is the player who is ordered to shoot."""
    held: list[int] = field(default_factory=list)
    """Plan cards by seat."""
    drawn: list[int] = field(default_factory=list)
    """Of these, drawn in this round."""
    types: list[int] = field(default_factory=lambda: [0] * TYPES)
    """The player's own, by type."""

    def __post_init__(self) -> None:
        players = self.settings.players
        self.held = self.held or [0] * players
        self.drawn = self.drawn or [0] * players
        self._to_first_phase()

    # what follows from what was entered

    @property
    def out(self) -> set[int]:
        """The seats that are out."""
        return self._out_before(self.t + 1)

    def _out_before(self, t: int) -> set[int]:
        """Those that shots before a beat have put out."""
        found: set[int] = set()
        for shot in self.shots:
            if shot.t < t and shot.outcome in ("misfire", "team_out"):
                found |= {shot.shooter, shot.target}
                if shot.outcome == "team_out" and self.teams is not None:
                    team = self.teams[shot.shooter]
                    found |= {seat for seat, one in enumerate(self.teams) if one == team}
        return found

    def speakers(self, t: int) -> list[int]:
        """Who speaks in a beat, in order (3.3)."""
        players, out = self.settings.players, self._out_before(t)
        first = (self.opener or 0) + t - 1
        order = [(first + number) % players for number in range(players)]
        return [seat for seat in order if seat not in out]

    @property
    def speaker(self) -> int | None:
        """Whose turn it is to speak."""
        if self.phase != "talk" or self.opener is None:
            return None
        return self.speakers(self.t)[self.place]

    @property
    def deck(self) -> int:
        """Plan cards that are left."""
        return PLAN_CARDS - sum(self.held)

    @property
    def need(self) -> Need:
        """What has to be entered next."""
        if self.seat is None:
            return "seat"
        if self.types_missing:
            return "plan"
        if self.is_over:
            return "over"
        for name in ("teams", "role"):
            if getattr(self, name) is None:
                return "card" if name == "role" else "teams"
        if self.settings.talk and self.opener is None:
            return "opener"
        if self.shots and self.shots[-1].outcome is None and self.phase != "ended":
            return "outcome"
        if self.hidden_out:
            return "shown"
        if self.phase == "ended":
            return "drew"
        if self.phase == "deadline" and not (self.ordered or self._other_can_be_ordered()):
            return "ordered"
        return "nothing"

    def _other_can_be_ordered(self) -> bool:
        """Whether the deadline can be one at which another seat chooses whom to shoot: not if only
        the player acts as Sniper, nobody does, or there is one target and so no choice."""
        try:
            self._view()
        except ViewError:
            return False
        return True

    @property
    def types_missing(self) -> int:
        """How many of the player's own Plan cards are of a type that is yet to be entered."""
        return 0 if self.seat is None else self.held[self.seat] - sum(self.types)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, as far as that is known: who else has all types is not."""
        if self.teams is not None or self.round == 1:
            return False
        return min(self.types) > 0 or self.deck == 0 or self.round > LAST_ROUND

    @property
    def hidden_out(self) -> list[int]:
        """The seats that are out whose cards are yet to be entered."""
        return sorted(self.out - set(self.shown))

    def view(self) -> View | None:
        """What the player knows; None while something has to be entered first. ViewError if no game
        could show it."""
        return self._view() if self.need == "nothing" else None

    def _view(self) -> View:
        assert self.seat is not None
        assert self.teams is not None
        fields: dict[str, Any] = {
            "settings": self.settings.fields(),
            "seat": self.seat,
            "round": self.round,
            "opener": self.opener or 0,
            "t": self.t,
            "beat": self.beat,
            "phase": self.phase,
            "speaker": self.speaker,
            "actor": self._actor(),
            "choice": None,
            "players": [self._player(seat) for seat in range(self.settings.players)],
            "centre": [{"team": team, "role": None} for team in self._centre(self.teams)],
            "deck": self.deck,
            "statements": [
                {"t": t, "seat": seat, "text": text} for (t, seat), text in self.said.items()
            ],
            "shots": [
                {
                    "t": shot.t,
                    "shooter": shot.shooter,
                    "target": shot.target,
                    "outcome": shot.outcome,
                    "ordered": shot.ordered,
                }
                for shot in self.shots
            ],
        }
        return View.from_fields(fields)

    def _actor(self) -> int | None:
        if self.phase == "talk":
            return self.speaker
        asked = self.seat not in self.out and self.role != "mole"
        if self.phase == "window":
            return self.seat if asked else None
        return self.seat if self.ordered else None

    def _player(self, seat: int) -> dict[str, Any]:
        assert self.teams is not None
        own = seat == self.seat
        return {
            "team": self.teams[seat],
            "is_in": seat not in self.out,
            "role": self.role if own else self.shown.get(seat),
            "held": self.held[seat],
            "drawn": self.drawn[seat],
            "types": list(self.types) if own else None,
        }

    def _centre(self, teams: list[TeamName]) -> list[TeamName]:
        size = len(self.settings.team_cards)
        return [team for team in TEAMS[: self.settings.teams] if teams.count(team) < size]

    # what can be entered

    def tell_teams(self, teams: list[TeamName]) -> None:
        """The backs before the seats (2.1)."""
        size, players = len(self.settings.team_cards), self.settings.players
        if len(teams) != players:
            raise EntryError(f"teams: {len(teams)}; expected one for each of {players} seats")
        used = TEAMS[: self.settings.teams]
        for team in teams:
            if team not in used:
                raise EntryError(f"{team}: not at this table; expected {' or '.join(used)}")
        for team in used:
            count = teams.count(team)
            if not size - 1 <= count <= size:
                raise EntryError(
                    f"{count} seats are {team}; expected {size - 1} or {size}, as a team has "
                    f"{size} cards"
                )
        self.teams = teams

    def tell_card(self, role: int) -> None:
        """The player's own card."""
        self._check_in_use(role)
        self.role = ROLES[role]
        assert self.seat is not None
        if self.seat in self.shown:
            self.shown[self.seat] = self.role

    def tell_opener(self, seat: int) -> None:
        """Who speaks first in the round."""
        self.opener = seat
        order = self.speakers(self.t)
        if self.phase == "talk":
            spoken = [order.index(one) for t, one in self.said if t == self.t and one in order]
            self.place = max(spoken, default=-1) + 1
            self._close_talk_at_its_end()

    def tell_statement(self, seat: int, action: int, t: int) -> None:
        """What a seat said in a beat; entered again, it is corrected. Who comes before it and has
        not spoken has said nothing, as far as is known."""
        order = self.speakers(t)
        self._check_statement(seat, action, t, order)
        self.said[t, seat] = format_action(action)
        if t == self.t and self.phase == "talk":
            self.place = max(self.place, order.index(seat) + 1)
            self._close_talk_at_its_end()

    def _check_statement(self, seat: int, action: int, t: int, order: list[int]) -> None:
        if not self.settings.talk:
            raise EntryError("nobody speaks at this table, as `talk` is off")
        if not 1 <= t <= self.t:
            raise EntryError(f"beat {t}; expected one that has begun, 1 to {self.t}")
        if seat not in order:
            raise EntryError(f"Seat {seat + 1} is out, and says nothing")
        kind, first, second = unpack(action)
        if kind == Kind.AM:
            self._check_in_use(first)
        if kind == Kind.IS:
            self._check_in_use(second)
        if kind in (Kind.IS, Kind.URGE):
            if first == seat:
                raise EntryError(f"Seat {seat + 1} cannot name itself; did you mean `am`?")
            if first not in order:
                raise EntryError(self._no_target(first))

    def _no_target(self, seat: int) -> str:
        if seat >= self.settings.players:
            return f"Seat {seat + 1}; expected 1 to {self.settings.players}"
        return f"Seat {seat + 1} is out"

    def _check_in_use(self, role: int) -> None:
        if role not in self.settings.team_cards:
            used = ", ".join(ROLES[one] for one in sorted(set(self.settings.team_cards)))
            raise EntryError(f"no {ROLES[role]} is in use; expected {used}")

    def tell_window(self) -> None:
        """All have spoken who wanted to; a window opens."""
        if self.phase != "talk":
            raise EntryError(f"the {self.phase} has begun already")
        self.phase = "window"

    def tell_nobody(self) -> None:
        """Nobody shoots: the window closes; at a deadline the round is void (3.6, 3.7)."""
        if self.phase == "talk":
            self.phase = "window"
        if self.phase != "deadline" and self.beat < self.settings.beats:
            self._next_beat(self.beat + 1)
        elif self.phase != "deadline" and self.settings.deadline == "order":
            self.phase = "deadline"
        else:
            self.phase = "ended"
            self.tell_draws([])

    def tell_ordered(self) -> None:
        """The player is ordered to shoot."""
        if self.phase != "deadline":
            raise EntryError("nobody is ordered before the deadline")
        if self.seat in self.out or self.role == "mole":
            raise EntryError("you do not act as Sniper, so you cannot be ordered")
        self.ordered = True

    def tell_shot(self, shooter: int, target: int, outcome: OutcomeName | None) -> None:
        """Somebody shoots somebody (3.8)."""
        for seat in (shooter, target):
            if seat >= self.settings.players or seat in self.out:
                raise EntryError(self._no_target(seat))
        if shooter == target:
            raise EntryError(f"Seat {shooter + 1} cannot shoot itself")
        if shooter == self.seat and self.role == "mole":
            raise EntryError("you hold the Mole, who cannot shoot")
        self.shots.append(Shot(self.t, shooter, target, ordered=self.phase == "deadline"))
        if self.phase == "talk":
            self.phase = "window"
        going_on = self.outcomes_that_go_on()
        if outcome is not None or not going_on:
            self.tell_outcome(outcome or "fail")

    def outcomes_that_go_on(self) -> list[OutcomeName]:
        """Those that the last shot may have and that do not end the round (3.8b, 3.10)."""
        if any(shot.outcome == "team_out" for shot in self.shots):
            return []
        found: list[OutcomeName] = ["misfire"] if self.settings.saboteurs else []
        return [*found, "team_out"] if self.settings.alternate else found

    def tell_outcome(self, outcome: OutcomeName) -> None:
        """What came of the last shot."""
        if outcome in ENDINGS and (self.settings.saboteurs or outcome not in ("purge", "coup")):
            self.phase = "ended"
            return
        if outcome not in self.outcomes_that_go_on():
            raise EntryError(f"{outcome.replace('_', ' ')}: not possible here")
        shot = self.shots[-1]
        own = self.role if shot.shooter == self.seat else None
        if outcome == "misfire" and own not in (None, "saboteur"):
            raise EntryError(f"only a Saboteur's shot is a misfire; you hold {a_role(own)}")
        shot.outcome = outcome
        if outcome == "misfire":
            self.shown[shot.shooter] = "saboteur"
        if self.seat in self.out and self.role is not None:
            assert self.seat is not None
            self.shown[self.seat] = self.role
        self._after_shot()

    def tell_shown(self, seat: int, role: int) -> None:
        """The card of a seat that is out."""
        self._check_in_use(role)
        if seat not in self.out:
            raise EntryError(f"Seat {seat + 1} is in; only a seat that is out shows its card")
        if seat == self.seat and self.role and ROLES[role] != self.role:
            raise EntryError(f"you hold {a_role(self.role)}; correct that with `card` first")
        waiting = self.hidden_out
        self.shown[seat] = ROLES[role]
        if waiting:
            self._after_shot()

    def _after_shot(self) -> None:
        """Once all cards are shown: the Mole of a team that is out draws, and a new stretch begins;
        or the round is void (3.10, 3.12)."""
        if self.hidden_out:
            return
        shot = self.shots[-1]
        if shot.outcome == "team_out" and self.teams is not None:
            before = self._out_before(shot.t)
            for seat, role in self.shown.items():
                own_team = self.teams[seat] == self.teams[shot.shooter]
                if role == "mole" and own_team and seat not in before and self.deck:
                    self.held[seat] += 1
                    self.drawn[seat] += 1
        if len(self.out) > self.settings.players - 2:
            self.phase = "ended"
            self.tell_draws([])
            return
        self._next_beat(1)

    def tell_draws(self, seats: list[int]) -> None:
        """Who draws a Plan card as the round ends; then the next one begins."""
        if self.phase != "ended":
            raise EntryError("Plan cards are drawn when a shot has ended the round")
        for seat in seats:
            if seat >= self.settings.players or seat in self.out:
                raise EntryError(self._no_target(seat))
        if len(set(seats)) < len(seats):
            raise EntryError("a seat is named twice; each draws one card at most")
        if len(seats) > self.deck:
            raise EntryError(f"cards: {len(seats)}; the deck has {self.deck}")
        for seat in seats:
            self.held[seat] += 1
        self._next_round()

    def tell_types(self, types: list[int]) -> None:
        """All the player's own Plan cards, by type."""
        assert self.seat is not None
        if sum(types) != (held := self.held[self.seat]):
            raise EntryError(f"Plan cards: {sum(types)}; expected {held}, as many as you hold")
        self.types = types

    def tell_held(self, held: list[int]) -> None:
        """How many Plan cards each seat holds, where the log begins in mid-game."""
        if len(held) != self.settings.players:
            expected = f"one for each of {self.settings.players} seats"
            raise EntryError(f"{len(held)} number{'s'[: len(held) != 1]}; expected {expected}")
        if sum(held) >= PLAN_CARDS:
            raise EntryError(f"{sum(held)} Plan cards; expected fewer than {PLAN_CARDS}")
        if any(self.drawn):
            raise EntryError("somebody has drawn in this round; enter it when the next begins")
        self.held = held
        self.round = max(self.round, max(held) + 1)
        if self.types_missing:
            self.types = [0] * TYPES

    def tell_round(self, number: int) -> None:
        """The number of the round, where the log begins in mid-game."""
        if not 1 <= number <= LAST_ROUND:
            raise EntryError(f"round {number}; expected 1 to {LAST_ROUND}")
        self.round = number

    # beats and rounds

    def _to_first_phase(self) -> None:
        self.phase = "talk" if self.settings.talk else "window"

    def _close_talk_at_its_end(self) -> None:
        if self.place >= len(self.speakers(self.t)):
            self.phase = "window"

    def _next_beat(self, beat: int) -> None:
        self.t += 1
        self.beat, self.place, self.ordered = beat, 0, False
        self._to_first_phase()

    def _next_round(self) -> None:
        self.round += 1
        self.teams, self.role, self.opener = None, None, None
        self.t = self.beat = 1
        self.place, self.ordered = 0, False
        self.said, self.shots, self.shown = {}, [], {}
        self.drawn = [0] * self.settings.players
        self._to_first_phase()

    # positions that are supposed

    def supposed(self) -> tuple[Standing, str] | None:
        """A position in which the player is to decide: this one, or the next in this beat if who
        has yet to speak says nothing. With it what is supposed; None if there is no such."""
        if self.need != "nothing" or self.seat in self.out:
            return None
        if self._actor() == self.seat:
            return self, ""
        if self.phase != "talk":
            return None
        later = self.speakers(self.t)[self.place :]
        copy = deepcopy(self)
        if self.seat in later:
            copy.place += later.index(self.seat)
            return copy, "If those who speak before you say nothing:"
        if self.role == "mole":
            return None
        copy.phase = "window"
        return copy, "If the window opens now, and the others say nothing more:"
