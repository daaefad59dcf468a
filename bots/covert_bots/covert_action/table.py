"""A game of Covert Action with counts of roles, shots and draws."""

from __future__ import annotations

from collections import Counter

from covert_bots.players.game import Facts
from covert_engine.covert_action import Settings, State, View
from covert_engine.covert_action.exchange.fields import EventFields
from covert_engine.covert_action.rules.names import ROLES

HITS = {"success", "purge", "coup"}
"""The outcomes of a shot that are good for the shooter."""


class Table:
    """A game in progress, and the facts to keep of it."""

    def __init__(self, settings: Settings, seed: int) -> None:
        self._state = State.deal(settings, seed)
        seats = range(settings.players)
        self._outcomes: Counter[str] = Counter()
        self._ordered = 0
        self._void = 0
        self._ends: Counter[int] = Counter()  # rounds that ended in each beat, by t
        self._held: list[Counter[str]] = [Counter() for _ in seats]  # rounds with each role
        self._drew: list[Counter[str]] = [Counter() for _ in seats]  # Plan cards, with each role
        self._shots: list[Counter[str]] = [Counter() for _ in seats]  # by role
        self._hits: list[Counter[str]] = [Counter() for _ in seats]

    @property
    def state(self) -> State:
        """The game itself."""
        return self._state

    @property
    def players(self) -> int:
        return self._state.players

    @property
    def over(self) -> bool:
        return self._state.over

    @property
    def actor(self) -> int | None:
        return self._state.actor

    @property
    def round(self) -> int:
        return self._state.round

    def legal_actions(self) -> list[int]:
        return self._state.legal_actions()

    def view(self, seat: int) -> View:
        return self._state.view(seat)

    def scores(self) -> list[int]:
        return self._state.scores()

    def winners(self) -> list[int]:
        return self._state.winners()

    def play(self, action: int) -> list[EventFields]:
        """Play an action, count its events and return them; IllegalActionError if it is not
        legal."""
        before = self._state.hidden()["roles"]
        t = self._state.t
        events = self._state.play_with_events(action)
        for event in events:
            kind = event["kind"]
            if kind == "shot":
                role = before[event["seat"]]
                self._outcomes[event["outcome"]] += 1
                self._ordered += event["ordered"]
                self._shots[event["seat"]][role] += 1
                self._hits[event["seat"]][role] += event["outcome"] in HITS
            elif kind == "draw":
                self._drew[event["seat"]][before[event["seat"]]] += 1
            elif kind == "round_ends":
                self._void += event["void"]
                self._ends[t] += 1
                for seat, role in enumerate(before):
                    self._held[seat][role] += 1
        return events

    def facts(self) -> Facts:
        """Return the facts of the game: `shots` by outcome, the number of `ordered` shots, of
        `void` rounds, and `ends`, the number of rounds that ended in each beat (as a string)."""
        return {
            "shots": dict(sorted(self._outcomes.items())),
            "ordered": self._ordered,
            "void": self._void,
            "ends": {str(t): count for t, count in sorted(self._ends.items())},
        }

    def seat_facts(self) -> list[Facts]:
        """Return the facts of each seat, numbers by role: `rounds` with it, Plan cards that it
        `drew`, `shots` fired, and `hits` among them."""
        return [
            {
                name: {role: counts[seat][role] for role in ROLES if counts[seat][role]}
                for name, counts in (
                    ("rounds", self._held),
                    ("drew", self._drew),
                    ("shots", self._shots),
                    ("hits", self._hits),
                )
            }
            for seat in range(self._state.players)
        ]
