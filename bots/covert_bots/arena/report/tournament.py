"""A tournament as a report takes it, and what its games say beyond the standings."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from math import isfinite
from typing import Any

from covert_bots.arena.attempt import Attempt, Outcome
from covert_bots.arena.head_to_head import Pairing
from covert_bots.arena.plan import Plan
from covert_bots.arena.standings import Spread, Standings, spread
from covert_bots.arena.statistics.elo import Interval, share_interval
from covert_bots.arena.statistics.sprt import Sprt
from covert_bots.arena.verdict import TournamentVerdict, head_to_head_of, result_of, verdict
from covert_bots.players.game import FactTable, Game, KeptGame


@dataclass(frozen=True)
class FailedAttempt:
    """An attempt that failed."""

    game: str  # key
    attempt: int
    seat: int | None  # that failed, or was to decide
    bot: str  # in that seat; empty if no seat was to decide
    outcome: str
    reason: str
    detail: str


@dataclass(frozen=True)
class BotGames:
    """The record of a bot in the games of complete blocks."""

    scores: tuple[int, ...]  # of each finished game and seat
    cpu_ms: Spread | None  # of a decision, means of finished games; None if there is none
    iterations: Spread | None  # likewise; None for a bot that counts none
    by_seat: tuple[Interval | None, ...]  # share of the wins in each seat; None: never there
    slowest_game: str  # key of the game of the slowest decision; empty if there is none


@dataclass(frozen=True)
class Games:
    """The figures of a tournament beyond its standings."""

    bots: tuple[BotGames, ...]  # in the order of the settings
    rounds: tuple[int, ...]  # of each finished game
    decisions: tuple[int, ...]
    failed: tuple[FailedAttempt, ...]  # all, in the order of the schedule

    def as_json(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the figures behind the plots, distributions as counts by value."""
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
    """All that a report is made of."""

    plan: Plan
    attempts: tuple[Attempt, ...]
    found: Standings
    test: Sprt | None = None
    former_blocks: tuple[int, ...] = ()  # for each table, that were planned before
    build: str = ""  # of the program that read the games; empty: unknown
    game: Game | None = None  # that was played; None: nothing is shown of its facts

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The numbers of the bots, the strongest first."""
        bots = self.found.bots
        return tuple(sorted(range(len(bots)), key=lambda bot: -bots[bot].elo.mean))

    @cached_property
    def verdict(self) -> TournamentVerdict | None:
        """The result; None in self-play."""
        return verdict(self.plan, self.found, self.test, self.former_blocks)

    @cached_property
    def head_to_head(self) -> tuple[Pairing, ...]:
        """Its pairings, each seen from the bot with the higher rating, the strongest bots first."""
        place = {bot: number for number, bot in enumerate(self.order)}
        seen = (
            pairing.seen_from(min(pairing.first, pairing.second, key=place.__getitem__))
            for pairing in head_to_head_of(self.found, self.test)
        )
        return tuple(
            sorted(seen, key=lambda pairing: (place[pairing.first], place[pairing.second]))
        )

    @property
    def seat_numbers(self) -> list[int]:
        """The names of the seats."""
        first = 0 if self.game is None else self.game.first_seat
        return list(range(first, first + self.plan.settings.players))

    @property
    def decides(self) -> bool:
        """True if its pairings show who is stronger. Interim ones do not, and a test has a verdict
        of its own."""
        return self.found.ended and self.test is None

    @cached_property
    def games(self) -> Games:
        """The figures of its attempts; of incomplete blocks only the failures."""
        seats, finished = self.plan.settings.players, self._finished
        return Games(
            bots=tuple(
                _of_bot(bot, self._complete, finished, seats) for bot in range(len(self.names))
            ),
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
        return [bot.name for bot in self.found.bots]

    @cached_property
    def _complete(self) -> list[list[Attempt]]:
        """The games of each block that is complete: those that the standings count."""
        blocks: dict[int, list[Attempt]] = defaultdict(list)
        for attempt in self.attempts:
            if attempt.outcome is not Outcome.VOID:
                blocks[attempt.fixture.block].append(attempt)
        return [games for _, games in sorted(blocks.items()) if len(games) == self.plan.rotations]

    @cached_property
    def _finished(self) -> list[Attempt]:
        """The finished games of complete blocks."""
        return [
            game for games in self._complete for game in games if game.outcome is Outcome.FINISHED
        ]

    @cached_property
    def tables(self) -> list[FactTable]:
        """The game's figures of its finished games in complete blocks."""
        if self.game is None:
            return []
        return self.game.tables(
            [
                KeptGame(
                    tuple(self.names[bot] for bot in game.fixture.seats),
                    game.facts,
                    game.seat_facts,
                )
                for game in self._finished
            ]
        )

    def figures(self) -> dict[str, Any]:
        """Verdict, test, pairings and standings: the document of `arena ... --json`.

        Pairings are in the order of the settings there, each seen from the bot that was named
        first: so a figure is of the same bot, whichever is the stronger one.
        """
        return {
            **({} if self.verdict is None else {"verdict": self.verdict.as_json()}),
            **({} if self.test is None else {"sprt": self.test.as_json()}),
            "head_to_head": [
                {
                    **pairing.as_json(self.names),
                    "result": result_of(pairing) if self.decides else None,
                }
                for pairing in head_to_head_of(self.found, self.test)
            ],
            "former_blocks": self.former_blocks,
            **self.found.as_json(),
            **({"facts": [table.as_json() for table in self.tables]} if self.tables else {}),
        }

    def as_json(self) -> dict[str, Any]:
        """Settings, `figures` and the figures of the plots, as one document."""
        settings = self.plan.settings
        return {
            "settings": {**asdict(settings), "format": settings.format.value},
            **self.figures(),
            "distributions": self.games.as_json(self.names),
            "build": self.build,
        }


def embeddable(document: Any) -> str:
    """JSON that can stand in a `script` element: nothing in it ends the element or opens a comment.

    Numbers that JSON does not have, such as an interval without an end, are null.
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
    mine = [
        (game, seat)
        for game in finished
        for seat, other in enumerate(game.fixture.seats)
        if other == bot
    ]
    thought = [
        (figures, game.fixture.key)
        for game, seat in mine
        if (figures := game.figures[seat]).decisions
    ]
    cpu = [1000 * figures.cpu_seconds / figures.decisions for figures, _ in thought]
    iterations = [
        figures.iterations / figures.decisions for figures, _ in thought if figures.iterations
    ]
    return BotGames(
        scores=tuple(game.scores[seat] for game, seat in mine),
        cpu_ms=spread(cpu) if cpu else None,
        iterations=spread(iterations) if iterations else None,
        by_seat=tuple(_share_in(bot, seat, blocks) for seat in range(seats)),
        slowest_game=max(thought, key=lambda game: game[0].slowest)[1] if thought else "",
    )


def _share_in(bot: int, seat: int, blocks: Iterable[list[Attempt]]) -> Interval | None:
    """Return the bot's share of the wins in a seat; blocks are the evidence."""
    by_block = (
        [game.share(seat) for game in games if game.fixture.seats[seat] == bot] for games in blocks
    )
    shares = [sum(there) / len(there) for there in by_block if there]
    return share_interval(shares) if shares else None
