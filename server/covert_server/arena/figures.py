"""A tournament as messages. All figures are the arena's own."""

from __future__ import annotations

from collections.abc import Iterable

from covert_bots.arena.attempt import Attempt, Outcome
from covert_bots.arena.course import PlanProgress
from covert_bots.arena.plan import Fixture, Plan
from covert_bots.arena.report import Tournament
from covert_bots.arena.report.text import printable
from covert_bots.arena.standings import BotStanding
from covert_bots.arena.statistics.elo import Interval
from covert_bots.arena.verdict import elo_of, how_sure, result_of
from covert_bots.players.installed import served_name
from covertbots.v1 import arena_pb2 as v1

MOST_UNFINISHED = 64  # games of a response


def progress_message(plan: Plan, attempts: Iterable[Attempt], build: str) -> v1.Tournament:
    """Return the plan and how much of it is played."""
    course, settings = PlanProgress(plan), plan.settings
    last = -1  # block that has begun
    for attempt in attempts:
        course.take(attempt)
        last = max(last, attempt.fixture.block)
    progress = course.progress
    message = v1.Tournament(
        game=served_name(settings.game),
        format=f"FORMAT_{settings.format.name}",
        players=settings.players,
        games=plan.games,
        games_ended=progress.done,
        games_missing=progress.missing,
        blocks=len(plan),
        ended=progress.done + progress.missing == plan.games,
        bots=[v1.TournamentBot(name=printable(bot)) for bot in settings.bots],
        failures=[
            v1.TournamentFailure(reason=failure.value, attempts=many)
            for failure, many in progress.failures.items()
        ],
        build=build,
    )
    for number in range(last + 1):
        for rotation in course.open_rotations(number):
            if len(message.unfinished) == MOST_UNFINISHED:
                return message
            message.unfinished.append(fixture_message(plan.block(number).games[rotation]))
    return message


def add_figures(message: v1.Tournament, tournament: Tournament) -> None:
    """Add the figures of the blocks that are complete."""
    standings, plan, test = tournament.standings, tournament.plan, tournament.test
    message.blocks_complete = standings.blocks
    verdict = tournament.verdict
    if verdict is not None:
        message.verdict.extend(verdict.sentences)
        message.ended = message.ended or verdict.state.value == "final"
    if tournament.head_to_head:
        message.how_sure = how_sure(plan, standings, test)
    for bot, standing in zip(message.bots, standings.bots, strict=True):
        bot.MergeFrom(_bot(standing))
    for pairing in tournament.head_to_head:
        message.pairings.add(
            first=pairing.first,
            second=pairing.second,
            blocks=pairing.blocks,
            share=_interval(pairing.share),
            elo=elo_of(pairing),
            result=result_of(pairing) if tournament.is_conclusive else "",
        )
    message.seats.extend(map(_interval, standings.seats))


def game_message(attempt: Attempt, bots: tuple[str, ...]) -> v1.ArenaGame:
    """Return a game that has ended."""
    forfeit = ""
    if attempt.outcome is Outcome.FORFEIT:
        assert attempt.failure is not None
        assert attempt.culprit is not None
        bot = bots[attempt.fixture.seats[attempt.culprit]]
        forfeit = printable(f"{bot}: {attempt.failure.value}: {attempt.detail}")
    return v1.ArenaGame(
        fixture=fixture_message(attempt.fixture),
        scores=attempt.scores,
        winners=attempt.winners,
        rounds=attempt.rounds,
        decisions=attempt.decisions,
        forfeit=forfeit,
    )


def fixture_message(fixture: Fixture) -> v1.ArenaFixture:
    """Return a game of the plan."""
    return v1.ArenaFixture(key=fixture.key, seats=fixture.seats)


def _bot(standing: BotStanding) -> v1.TournamentBot:
    return v1.TournamentBot(
        elo=_interval(standing.elo),
        share=_interval(standing.own.share),
        games=standing.games,
        score=standing.score.mean,
        cpu_ms=standing.cpu_ms,
        forfeits=standing.forfeits,
    )


def _interval(interval: Interval) -> v1.ArenaInterval:
    return v1.ArenaInterval(mean=interval.mean, low=interval.low, high=interval.high)
