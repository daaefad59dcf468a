"""The standing of a round at a real table, as far as it has been entered: the contents of a view.

This module reads no typed text; `entries.py` does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from covert_bots.covert_action.real_table.shot import ENDINGS, Shot
from covert_bots.covert_action.words.names import a_role
from covert_engine.covert_action import Kind, Settings, View, ViewError, format_action, unpack
from covert_engine.covert_action.rules.names import ROLES, TEAMS, OutcomeName, RoleName, TeamName

PLAN_CARDS, LAST_ROUND, TYPES = 40, 60, 4
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
"""The next entry needed for a view; `nothing` while the round goes on."""


class EntryError(ValueError):
    """A wrong entry; the message says what was expected."""


@dataclass
class Standing:
    """A table as one of its players sees it. Seats count from 0."""

    settings: Settings
    seat: int | None = None
    """The player's own seat."""
    round: int = 1
    teams: list[TeamName] | None = None
    role: RoleName | None = None
    """The role of the player's own card."""
    opener: int | None = None
    no_order: bool = False
    """True if the seats speak as they like, in this round and the next ones; `opener` is 0 then."""
    t: int = 1
    beat: int = 1
    phase: Literal["talk", "window", "deadline", "ended"] = "talk"
    place: int = 0
    """The place of the next speaker in the order of the beat."""
    said: dict[tuple[int, int], str] = field(default_factory=dict)
    """Statements in notation, by beat of the round and seat."""
    shots: list[Shot] = field(default_factory=list)
    shown: dict[int, RoleName] = field(default_factory=dict)
    """The cards of seats that are out."""
    remarks: list[tuple[int, int, str]] = field(default_factory=list)
    """Beat, seat and words of what no statement of the rules can say: no evidence."""
    names: list[str] = field(default_factory=list)
    """The players' names by seat, in lower case; empty if none are known."""
    ordered: bool = False
    """True if the player is ordered to shoot."""
    held: list[int] = field(default_factory=list)
    """Plan cards by seat."""
    drawn: list[int] = field(default_factory=list)
    """Plan cards drawn in this round, by seat."""
    types: list[int] = field(default_factory=lambda: [0] * TYPES)
    """The player's own Plan cards, by type."""

    def __post_init__(self) -> None:
        players = self.settings.players
        self.held = self.held or [0] * players
        self.drawn = self.drawn or [0] * players
        self._to_first_phase()

    # derived values

    @property
    def out(self) -> set[int]:
        """The seats that are out."""
        return self._out_before(self.t + 1)

    def _out_before(self, t: int) -> set[int]:
        """Return the seats put out by shots before a beat."""
        seats_out: set[int] = set()
        for shot in self.shots:
            if shot.t < t and shot.outcome in ("misfire", "team_out"):
                seats_out |= {shot.shooter, shot.target}
                if shot.outcome == "team_out" and self.teams is not None:
                    team = self.teams[shot.shooter]
                    seats_out |= {seat for seat, side in enumerate(self.teams) if side == team}
        return seats_out

    def speakers(self, t: int) -> list[int]:
        """Return the speakers of a beat, in order (3.3)."""
        players, out = self.settings.players, self._out_before(t)
        first = (self.opener or 0) + t - 1
        order = [(first + number) % players for number in range(players)]
        return [seat for seat in order if seat not in out]

    @property
    def speaker(self) -> int | None:
        """The seat whose turn it is to speak."""
        if self.phase != "talk" or self.opener is None:
            return None
        return self.speakers(self.t)[self.place]

    @property
    def deck(self) -> int:
        """The number of Plan cards left."""
        return PLAN_CARDS - sum(self.held)

    @property
    def need(self) -> Need:
        """The next entry that is needed."""
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
        """Return True if the deadline may be one where another seat chooses a target: not if only
        the player acts as Sniper, if nobody does, or if there is a single target."""
        try:
            self._view()
        except ViewError:
            return False
        return True

    @property
    def types_missing(self) -> int:
        """The number of the player's own Plan cards whose type is yet to be entered."""
        return 0 if self.seat is None else self.held[self.seat] - sum(self.types)

    @property
    def is_over(self) -> bool:
        """True if the game is known to be over; another seat's types are not known."""
        if self.teams is not None or self.round == 1:
            return False
        return min(self.types) > 0 or self.deck == 0 or self.round > LAST_ROUND

    @property
    def hidden_out(self) -> list[int]:
        """Seats that are out and whose cards are yet to be entered."""
        return sorted(self.out - set(self.shown))

    def view(self) -> View | None:
        """Return the player's view; None while another entry is needed first. ViewError if no game
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
            "actor": self.actor(),
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

    def actor(self) -> int | None:
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

    # entries

    def tell_teams(self, teams: list[TeamName]) -> None:
        """Enter the teams: the backs before the seats (2.1)."""
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
        """Enter the player's own card."""
        self._check_in_use(role)
        self.role = ROLES[role]
        assert self.seat is not None
        if self.seat in self.shown:
            self.shown[self.seat] = self.role

    def tell_opener(self, seat: int) -> None:
        """Enter the first speaker of the round."""
        self.opener, self.no_order = seat, False
        order = self.speakers(self.t)
        if self.phase == "talk":
            spoken = [
                order.index(other) for t, other in self.said if t == self.t and other in order
            ]
            self.place = max(spoken, default=-1) + 1
            self._close_talk_at_its_end()

    def tell_no_order(self) -> None:
        """Enter that the seats speak as they like."""
        self.tell_opener(0)
        self.no_order = True

    def tell_statement(self, seat: int, action: int, t: int) -> None:
        """Enter a statement in a beat, or correct it. Earlier speakers without a statement count as
        silent."""
        self._check_statement(seat, action, t, self.speakers(t))
        self.said[t, seat] = format_action(action)
        if t == self.t:
            self._has_spoken(seat)

    def tell_again(self, seat: int, action: int) -> None:
        """Enter a statement in this beat; if the seat has said something else in it, the next beat
        begins, as nobody shot. In the last one the earlier claim becomes a remark."""
        before = self.said.get((self.t, seat))
        if before not in (None, "pass", format_action(action)):
            if self.phase != "deadline" and self.beat < self.settings.beats:
                self.tell_nobody()
            elif before.startswith("am "):
                self.remarks.append((self.t, seat, f"before {before.removeprefix('am ')}"))
        self.tell_statement(seat, action, self.t)

    def tell_remark(self, seat: int, text: str) -> None:
        """Enter what no statement of the rules can say; to a view the seat is silent."""
        if seat not in self.speakers(self.t):
            raise EntryError(self._no_target(seat))
        self.remarks.append((self.t, seat, text))
        self._has_spoken(seat)

    def _has_spoken(self, seat: int) -> None:
        if self.phase == "talk":
            self.place = max(self.place, self.speakers(self.t).index(seat) + 1)
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
            used = ", ".join(ROLES[card] for card in sorted(set(self.settings.team_cards)))
            raise EntryError(f"no {ROLES[role]} is in use; expected {used}")

    def tell_window(self) -> None:
        """Open a window: all who wanted to speak have spoken."""
        if self.phase != "talk":
            raise EntryError(f"the {self.phase} has begun already")
        self.phase = "window"

    def tell_nobody(self) -> None:
        """Enter no shot: the window closes; at a deadline the round is void (3.6, 3.7)."""
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
        """Enter that the player is ordered to shoot."""
        if self.phase != "deadline":
            raise EntryError("nobody is ordered before the deadline")
        if self.seat in self.out or self.role == "mole":
            raise EntryError("you do not act as Sniper, so you cannot be ordered")
        self.ordered = True

    def tell_shot(self, shooter: int, target: int, outcome: OutcomeName | None) -> None:
        """Enter a shot (3.8)."""
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
        """Return the possible outcomes of the last shot that do not end the round (3.8b, 3.10)."""
        if any(shot.outcome == "team_out" for shot in self.shots):
            return []
        outcomes: list[OutcomeName] = ["misfire"] if self.settings.saboteurs else []
        return [*outcomes, "team_out"] if self.settings.alternate else outcomes

    def tell_outcome(self, outcome: OutcomeName) -> None:
        """Enter the outcome of the last shot."""
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
        """Enter the card of a seat that is out."""
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
        """Go on once all cards are shown: the Mole of a team that is out draws, and a new stretch
        begins; or the round is void (3.10, 3.12)."""
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
        """Enter the seats that draw a Plan card at the end of the round, and begin the next one."""
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
        """Enter all the player's own Plan cards, by type."""
        assert self.seat is not None
        if sum(types) != (held := self.held[self.seat]):
            raise EntryError(f"Plan cards: {sum(types)}; expected {held}, as many as you hold")
        self.types = types

    def tell_held(self, held: list[int]) -> None:
        """Enter the number of each seat's Plan cards, where the log begins in mid-game."""
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
        """Enter the number of the round, where the log begins in mid-game."""
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
        self.teams, self.role, self.opener = None, None, 0 if self.no_order else None
        self.t = self.beat = 1
        self.place, self.ordered = 0, False
        self.said, self.shots, self.shown, self.remarks = {}, [], {}, []
        self.drawn = [0] * self.settings.players
        self._to_first_phase()
