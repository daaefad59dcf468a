"""A league: a tournament that bots join while it is played.

1. The plan is balanced: each bot plays as many blocks as every other, even a newcomer (the stages
   of a plan). A bot joins it as soon as its holder may have another bot that plays.
2. A change of the bots takes effect when the games in progress are over, and not more often than
   now and then, so that nobody keeps the machines idle with changes.
3. A bot whose server or program is gone, or whose program has changed, is stopped, and the others
   play on. Its holder hands it in again.
4. Ledger and roster are written before a call is answered. So a league that is killed goes on with
   the same command.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from pathlib import Path
from typing import NamedTuple, Protocol

from covert_bots.arena.attempt import Attempt, Outcome
from covert_bots.arena.backend import Backend
from covert_bots.arena.course import MOST_ATTEMPTS, Progress
from covert_bots.arena.driver import Driver
from covert_bots.arena.entrants.code import code_of
from covert_bots.arena.entrants.enter import probe
from covert_bots.arena.entrants.entrant import EntrantError
from covert_bots.arena.entrants.names import ENGINE
from covert_bots.arena.errors import OutageError
from covert_bots.arena.league.roster import Entry, Roster
from covert_bots.arena.league.terms import EntryError, LimitError, Terms
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import (
    MOST_BOTS,
    Format,
    MoveBudget,
    Plan,
    PlanSettings,
    new_secret,
)
from covert_bots.engines.isolation import Isolation
from covert_bots.players.game import Game

log = logging.getLogger(__name__)

SETTLE = 20.0  # seconds between two changes of a plan that is being played
LATER = 60.0  # seconds until the next try if no game can be played at all
CHANGED = "its program has changed since it played; expected a bot of another name and command"


class State(Enum):
    """The present state of a bot of a league."""

    WAITING = "waiting"
    PLAYING = "playing"
    DONE = "done"
    STOPPED = "stopped"
    WITHDRAWN = "withdrawn"


class Standing(NamedTuple):
    """A bot of a league, and what it does."""

    entry: Entry
    state: State
    games_left: int


class LeagueBackend(Backend, Protocol):
    """A backend whose plan may change."""

    settings: PlanSettings | None


@dataclass(frozen=True)
class Conditions:
    """The settings of a league's plan, but for what changes."""

    game: Game
    players: int
    blocks: int  # of each bot
    budget: MoveBudget
    isolation: Isolation  # of bots that are not ours
    seed: int | str | None = None  # None: a secret
    here: bool = True  # false if the games run on other machines

    def __post_init__(self) -> None:
        """Raise PlanError for a setting that no plan could have."""
        any_bots = tuple(map(str, range(max(2, self.players))))
        self.settings(any_bots, seed=0).check_game(self.game)

    def settings(
        self,
        bots: tuple[str, ...],
        seed: int | str,
        stages: tuple[tuple[int, int], ...] = (),
        planned: int = 0,
    ) -> PlanSettings:
        """Return the settings with these bots; no fewer blocks than were planned."""
        return PlanSettings(
            bots=bots,
            players=self.players,
            blocks=max(self.blocks, planned),
            seed=seed,
            format=Format.BALANCED,
            card_set=self.game.card_set,
            budget=self.budget,
            game=self.game.name,
            setup=self.game.setup,
            stages=stages,
        )

    def try_out(self, bot: str) -> None:
        """Ask a bot for a move or a hello; EntryError if it does not answer."""
        if bot.startswith(ENGINE) and not self.here:
            return
        state = self.game.deal(self.players, 1)
        assert state.actor is not None
        try:
            probe(bot, state.view(state.actor), self.game, self.isolation)
        except EntrantError as error:
            raise EntryError("bot", f"is {error}") from None


class League:
    """A league, whose ledger only this process writes. LedgerError if the ledger has other
    conditions, or if another process plays it."""

    def __init__(
        self,
        path: Path,
        conditions: Conditions,
        terms: Terms,
        own: Iterable[str] = (),
        settle: float = SETTLE,
    ) -> None:
        """`own` are bots of the organiser."""
        self.terms = terms
        self.path = path
        self._conditions = conditions
        self._settle = settle
        self._lock = threading.Lock()  # of the roster, and of what is known of the plan
        self._changed = threading.Event()
        self._draining = False
        self._ledger = Ledger(path)
        try:
            self._ledger.claim()
            self._roster = Roster(path)
            before = self._ledger.settings()
            self._planned: tuple[str, ...] = () if before is None else before.bots
            named = {entry.bot for entry in self._roster}
            joining = [bot for bot in (*self._planned, *own) if bot not in named]
            if joining:
                now = round(time.time(), 1)
                self._roster.put(*(Entry(bot, bot, submitted=now) for bot in joining))
            self._left = Counter[str]()
            if before is not None:
                self._stop_changed()
                self._left = self._driver(()).games_left()
        except BaseException:
            self._ledger.close()
            raise

    def run(self, backend: LeagueBackend) -> None:
        """Play until `drain` is called. LedgerError, or OSError, if the games cannot be kept."""
        with self._ledger, backend:
            while not self._draining:
                self._changed.clear()
                driver = self._next()
                if driver is None or driver.over:
                    self._changed.wait()
                    continue
                driver.pauses = partial(self._is_due, time.monotonic())
                driver.on_attempt = self._note
                backend.settings = driver.plan.settings
                try:
                    driver.run(backend)
                except OutageError as error:
                    self._outage(error)

    def drain(self) -> None:
        """Begin no other game; `run` returns when those in progress are over."""
        self._draining = True
        self._changed.set()

    def submit(self, holder: str, name: str, bot: str) -> Standing:
        """Try a bot and take it, or let one that was stopped or withdrawn play on. EntryError,
        LimitError; LedgerError if it cannot be kept."""
        self.terms.check(name, bot)
        with self._lock:
            before = self._admitted(holder, name, bot)
        if before is None or not before.plays:
            self._conditions.try_out(bot)
        with self._lock:
            before = self._admitted(holder, name, bot)
            if before is None:
                entry = Entry(name, bot, holder, round(time.time(), 1))
            else:
                entry = replace(before, withdrawn=False, stopped="")
            if entry != before:
                self._roster.put(entry)
                self._changed.set()
                log.info("handed in", extra={"fields": {"name": name, "holder": holder}})
            return self._standing(entry)

    def withdraw(self, holder: str, name: str) -> Standing:
        """Let a bot begin no other game; EntryError unless the holder has one of this name, or is
        the organiser: then the bot does not come back."""
        with self._lock:
            entry = self._roster.named(name)
            if entry is None or not self.shows(entry, holder):
                raise EntryError("name", f"is {name[:60]!r}; expected a bot that you handed in")
            expelled = entry.expelled or entry.holder not in ("", holder)
            if not entry.withdrawn or expelled != entry.expelled:
                entry = replace(entry, withdrawn=True, expelled=expelled)
                self._roster.put(entry)
                self._changed.set()
                log.info("withdrawn", extra={"fields": {"name": name, "holder": holder}})
            return self._standing(entry)

    def shows(self, entry: Entry, holder: str) -> bool:
        """Return true if a holder may know what a bot is and withdraw it."""
        return holder in (entry.holder, self.terms.organiser or entry.holder)

    def standings(self) -> list[Standing]:
        """Return all bots, the first that was handed in first."""
        with self._lock:
            return [self._standing(entry) for entry in self._roster]

    def shown(self, settings: PlanSettings) -> PlanSettings:
        """Return the settings of its plan with the names of the bots, which tell nobody where they
        are."""
        with self._lock:
            names = {entry.bot: entry.name for entry in self._roster}
        return replace(settings, bots=tuple(names[bot] for bot in settings.bots))

    def _admitted(self, holder: str, name: str, bot: str) -> Entry | None:
        """Return the entry of a bot that was handed in before; None for one that may be added."""
        before = self._roster.named(name)
        if before is not None and before.holder == holder and before.bot == bot:
            if before.expelled:
                raise EntryError("name", f"is {name!r}, which the organiser has withdrawn")
            return before
        if any(entry.name.lower() == name.lower() for entry in self._roster):
            raise EntryError("name", f"is {name!r}, which another bot has; expected another name")
        if (same := self._roster.of_bot(bot)) is not None:
            wrong = f"is here already, as {same.name}; expected another bot"
            raise EntryError("bot", wrong)
        own = sum(entry.holder == holder for entry in self._roster)
        if own >= self.terms.most_bots:
            most = f"expected at most {self.terms.most_bots}, counting those withdrawn"
            raise LimitError("bot", f"would be bot {own + 1} of {holder}; {most}")
        if len(self._roster) >= MOST_BOTS:
            raise LimitError("bot", f"is one too many; a league has at most {MOST_BOTS} bots")
        return None

    def _standing(self, entry: Entry) -> Standing:
        left = self._left[entry.bot] if entry.bot in self._planned else 0
        if entry.withdrawn:
            return Standing(entry, State.WITHDRAWN, 0)
        if entry.stopped:
            return Standing(entry, State.STOPPED, 0)
        if entry.bot not in self._planned:
            return Standing(entry, State.WAITING, 0)
        return Standing(entry, State.PLAYING if left else State.DONE, left)

    def _next(self) -> Driver | None:
        """Return the driver of the plan with the bots that may join it; None without a plan."""
        self._stop_changed()
        with self._lock:
            joining = self._joining()
            if not self._planned and len(joining) < self._conditions.players:
                return None
        driver = self._driver(joining)
        with self._lock:
            self._planned = driver.plan.settings.bots
            self._left = driver.games_left()
        return driver

    def _joining(self) -> tuple[str, ...]:
        """Return the bots that may join the plan, of each holder no more than may play."""
        entries = tuple(self._roster)
        playing = Counter(
            entry.holder for entry in entries if self._standing(entry).state is State.PLAYING
        )
        joining = list[str]()
        for entry in entries:
            if self._standing(entry).state is not State.WAITING:
                continue
            if entry.holder and playing[entry.holder] >= self.terms.most_playing:
                continue
            playing[entry.holder] += 1
            joining.append(entry.bot)
        return tuple(joining)

    def _driver(self, joining: tuple[str, ...]) -> Driver:
        """Return the driver of the plan, with some more bots."""
        bots = (*self._planned, *joining)
        if (before := self._ledger.joined_by(bots)) is None:
            seed = self._conditions.seed
            settings = self._conditions.settings(bots, new_secret() if seed is None else seed)
        else:
            settings = self._conditions.settings(
                before.bots, before.seed, before.stages, before.blocks
            )
        out = [entry.bot for entry in self._roster if not entry.plays]
        return Driver(Plan(settings), self._ledger, left_out=out)

    def _is_due(self, begun: float) -> bool:
        """Return true if the plan is to be made anew."""
        if self._draining:
            return True
        return self._changed.is_set() and time.monotonic() - begun >= self._settle

    def _note(self, attempt: Attempt, _: Progress) -> None:
        """Count the end of a game."""
        if attempt.outcome is Outcome.VOID and attempt.number < MOST_ATTEMPTS:
            return
        with self._lock:
            for bot in set(attempt.fixture.seats):
                self._left[self._planned[bot]] -= 1
                if not self._left[self._planned[bot]]:
                    self._changed.set()  # its holder may have another bot that waits

    def _outage(self, error: OutageError) -> None:
        entry = self._roster.of_bot(error.bot)
        if entry is not None:
            self._stop(entry, str(error))
            return
        log.warning("no game can be played: %s; %s", error, error.remedy)
        self._changed.wait(LATER)

    def _stop_changed(self) -> None:
        """Stop the bots whose program is not that of their games."""
        for entry in self._roster:
            code = code_of(entry.bot) if entry.plays else None
            if code is not None and self._ledger.is_changed(entry.bot, code):
                self._stop(entry, CHANGED)

    def _stop(self, entry: Entry, why: str) -> None:
        """Let a bot begin no other game, because it cannot be asked."""
        with self._lock:
            now = self._roster.named(entry.name) or entry
            self._roster.put(replace(now, stopped=why))
        log.warning("stopped", extra={"fields": {"name": entry.name, "why": why}})
