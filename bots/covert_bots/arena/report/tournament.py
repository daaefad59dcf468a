"""The input of a report: a tournament, and figures of its games that the standings lack."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from math import isfinite
from typing import Any

from covert_bots.arena.attempt import Attempt, Outcome
from covert_bots.arena.head_to_head import Pairing
from covert_bots.arena.ledger_lines import Stop, Voiding, stop_line
from covert_bots.arena.plan import Plan
from covert_bots.arena.standings import Blocks, Spread, Standings, spread
from covert_bots.arena.statistics.elo import Interval, share_interval
from covert_bots.arena.statistics.sprt import Sprt, Verdict
from covert_bots.arena.verdict import TournamentVerdict, head_to_head_of, result_of, verdict
from covert_bots.players.game import FactTable, Game, KeptGame

MS = (
    "ms is the CPU time of a decision, with threads: of built-in bots, of the process of an engine "
    "or a module; of a bot on a server what it takes here to ask"
)


@dataclass(frozen=True)
class FailedAttempt:
    """An attempt that failed."""

    game: str  # key
    attempt: int
    seat: int | None  # at fault, or else the seat to decide; None if neither
    bot: str  # in that seat; empty without a seat
    outcome: str
    reason: str
    detail: str


@dataclass(frozen=True)
class BotGames:
    """A bot's figures over complete blocks."""

    scores: tuple[int, ...]  # of each finished game and seat
    # Spreads over finished games of the mean per decision; None without such a game.
    cpu_ms: Spread | None
    iterations: Spread | None  # None also for a bot that counts none
    by_seat: tuple[Interval | None, ...]  # share of the wins, by seat; None where it never sat
    slowest_game: str  # key of the game of the slowest decision; empty if there is none


@dataclass(frozen=True)
class Games:
    """The figures of a tournament beyond its standings."""

    bots: tuple[BotGames, ...]  # in the order of the settings
    rounds: tuple[int, ...]  # of each finished game
    decisions: tuple[int, ...]
    failed: tuple[FailedAttempt, ...]  # all, in the order of the schedule

    def as_json(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the data behind the plots; distributions are {value: count}."""
        return {
            "bots": [
                {"name": name, **asdict(bot), "scores": _counts(bot.scores)}
                for name, bot in zip(names, self.bots, strict=True)
            ],
            "rounds": _counts(self.rounds),
            "decisions": _counts(self.decisions),
            "failed": [asdict(attempt) for attempt in self.failed],
        }


def _counts(values: Sequence[int]) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))


@dataclass(frozen=True)
class Tournament:
    """Everything a report needs."""

    plan: Plan
    attempts: Iterable[Attempt]  # in the order of the schedule; may be read again each time
    standings: Standings
    test: Sprt | None = None
    former_blocks: tuple[int, ...] = ()  # per table, of earlier, shorter versions of the plan
    build: str = ""  # of the program that read the games; empty: unknown
    voidings: tuple[Voiding, ...] = ()  # games that were taken out
    stop: Stop | None = None  # the outage that stopped the last run
    game: Game | None = None  # the game played; with None the report omits the game's own tables

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The numbers of the bots, the strongest first."""
        bots = self.standings.bots
        return tuple(sorted(range(len(bots)), key=lambda bot: -bots[bot].elo.mean))

    @cached_property
    def verdict(self) -> TournamentVerdict | None:
        """The result; None in self-play."""
        return verdict(
            *(self.plan, self.standings, self.test, self.former_blocks),
            voidings=self.voidings,
            stop=self.stop,
        )

    @cached_property
    def head_to_head(self) -> tuple[Pairing, ...]:
        """Its pairings, each seen from the bot with the higher rating, the strongest bots first."""
        place = {bot: number for number, bot in enumerate(self.order)}
        seen = (
            pairing.seen_from(min(pairing.first, pairing.second, key=place.__getitem__))
            for pairing in head_to_head_of(self.standings, self.test)
        )
        return tuple(
            sorted(seen, key=lambda pairing: (place[pairing.first], place[pairing.second]))
        )

    @property
    def seat_numbers(self) -> list[int]:
        """The numbers of the seats, as shown."""
        first = 0 if self.game is None else self.game.first_seat
        return list(range(first, first + self.plan.settings.players))

    @property
    def over(self) -> bool:
        """True if no game is left to play."""
        decided = self.test is not None and self.test.verdict is not Verdict.RUNNING
        return self.standings.ended or decided

    @property
    def is_conclusive(self) -> bool:
        """False while games are left to play, and for a sequential test, which has its own
        verdict."""
        return self.standings.ended and self.test is None

    @cached_property
    def games(self) -> Games:
        """The figures of its attempts; of incomplete blocks only the failures."""
        seats, blocks = self.plan.settings.players, list(self._complete())
        finished = [game for games in blocks for game in games if game.outcome is Outcome.FINISHED]
        return Games(
            bots=tuple(_of_bot(bot, blocks, finished, seats) for bot in range(len(self.names))),
            rounds=tuple(game.rounds for game in finished),
            decisions=tuple(game.decisions for game in finished),
            failed=tuple(
                FailedAttempt(
                    game=attempt.fixture.key,
                    attempt=attempt.number,
                    seat=seat,
                    bot="" if seat is None else self.names[attempt.fixture.seats[seat]],
                    outcome=attempt.outcome.value,
                    reason=attempt.failure.value,
                    detail=attempt.detail,
                )
                for attempt in self.attempts
                if attempt.failure is not None
                for seat in [attempt.culprit]
            ),
        )

    @property
    def names(self) -> list[str]:
        """The names of the bots, in the order of the settings."""
        return [bot.name for bot in self.standings.bots]

    def _complete(self) -> Iterator[list[Attempt]]:
        """Yield the games of each block that is complete: those that the standings count."""
        return Blocks(self.plan.rotations).complete(self.attempts)

    @cached_property
    def tables(self) -> list[FactTable]:
        """The game's own tables, over the finished games of complete blocks."""
        if self.game is None:
            return []
        return self.game.tables(
            KeptGame(
                tuple(self.names[bot] for bot in game.fixture.seats), game.facts, game.seat_facts
            )
            for games in self._complete()
            for game in games
            if game.outcome is Outcome.FINISHED
        )

    def figures(self) -> dict[str, Any]:
        """Return the document of `arena ... --json`: verdict, test, pairings, standings.

        Pairings keep the order of the settings, and each is from the viewpoint of the bot named
        first, so a figure stays with the same bot whoever leads.
        """
        return {
            **({} if self.verdict is None else {"verdict": self.verdict.as_json()}),
            **({} if self.test is None else {"sprt": self.test.as_json()}),
            "head_to_head": [
                {
                    **pairing.as_json(self.names),
                    "result": result_of(pairing) if self.is_conclusive else None,
                }
                for pairing in head_to_head_of(self.standings, self.test)
            ],
            "former_blocks": self.former_blocks,
            "voided": [
                {
                    "reason": voiding.reason,
                    "at": voiding.at,
                    "games": [f"{block}.{rotation}" for block, rotation, _ in voiding.games],
                }
                for voiding in self.voidings
            ],
            "outage": None if self.stop is None else stop_line(self.stop),
            **self.standings.as_json(),
            **({"facts": [table.as_json() for table in self.tables]} if self.tables else {}),
        }

    def as_json(self) -> dict[str, Any]:
        """Return settings, `figures` and the data behind the plots, as one document."""
        settings = self.plan.settings
        return {
            "settings": {
                **settings.as_tree(),
                **({} if self.over or not settings.commitment else {"seed": None}),
            },
            **self.figures(),
            "distributions": self.games.as_json(self.names),
            "build": self.build,
        }


def embeddable(document: Any) -> str:
    """Return JSON that is safe inside a `script` element: it cannot close the element or open a
    comment.

    Infinities and NaN, such as an unbounded end of an interval, become null.
    """
    text = json.dumps(_finite(document), ensure_ascii=True, allow_nan=False, indent=1)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _finite(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {name: _finite(value) for name, value in tree.items()}
    if isinstance(tree, (list, tuple)):
        return [_finite(value) for value in tree]
    return None if isinstance(tree, float) and not isfinite(tree) else tree


def _of_bot(bot: int, blocks: list[list[Attempt]], finished: list[Attempt], seats: int) -> BotGames:
    seated = [
        (game, seat)
        for game in finished
        for seat, other in enumerate(game.fixture.seats)
        if other == bot
    ]
    decided = [
        (figures, game.fixture.key)
        for game, seat in seated
        if (figures := game.figures[seat]).decisions
    ]
    cpu = [1000 * figures.cpu_seconds / figures.decisions for figures, _ in decided]
    iterations = [
        figures.iterations / figures.decisions for figures, _ in decided if figures.iterations
    ]
    return BotGames(
        scores=tuple(game.scores[seat] for game, seat in seated),
        cpu_ms=spread(cpu) if cpu else None,
        iterations=spread(iterations) if iterations else None,
        by_seat=tuple(_share_in(bot, seat, blocks) for seat in range(seats)),
        slowest_game=max(decided, key=lambda game: game[0].slowest)[1] if decided else "",
    )


def _share_in(bot: int, seat: int, blocks: Iterable[list[Attempt]]) -> Interval | None:
    """Return the bot's share of the wins in a seat. The interval counts blocks, not games, because
    the games of one block share their deal."""
    by_block = (
        [game.share(seat) for game in games if game.fixture.seats[seat] == bot] for games in blocks
    )
    shares = [sum(wins) / len(wins) for wins in by_block if wins]
    return share_interval(shares) if shares else None
