"""What ledgers say about the cards: characters, seats, sources of points, missions, codes, length.

The piece of evidence is the deal. What a figure is for a deal is the mean over the deal's games,
and over the seats in them that the figure is about: deals are independent, games of one deal are
not. In self-play a deal is a game, in other formats a block; ledgers of the same deals share them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from math import fsum
from typing import Any, TypeAlias

from covert_bots.arena.attempt import Attempt, Outcome, Thoughts
from covert_bots.arena.plan import Plan
from covert_bots.arena.standings import Spread, spread
from covert_bots.arena.statistics.elo import Interval, mean_interval, share_interval
from covert_engine.covert.cards.card_set import CardSet
from covert_engine.covert.rules.actions import Kind, unpack

CODE_POINTS = 2  # rules 8.3
TIERS = {  # most points
    "missions worth up to 8": 8,
    "missions worth 9 to 11": 11,
    "missions worth 12 or more": 10**6,
}
HARDLY = 0.1  # of the average: a card that is less often of use than this is hardly ever

Figure: TypeAlias = tuple[str, str]  # what it is of, and which one


@dataclass(frozen=True)
class Balance:
    """How games with so many players went. Intervals are 95 % ones, from deals."""

    players: int
    bots: tuple[str, ...]
    deals: int
    games: int
    left_out: int  # deals with a game that is missing or forfeit
    characters: dict[str, Interval]  # share of the wins, by name; of those that were dealt
    seats: dict[str, Interval]  # share of the wins, by number
    lengths: dict[str, Interval]  # rounds and decisions of a game
    rounds: Spread  # over games
    sixth_mission: Interval  # part of the games that one ended; the last round ended the others
    scores: dict[str, Interval]  # of the winners, and of a seat
    points: dict[str, Interval]  # of a seat, by source
    missions: dict[str, Interval]  # part of the games in which it is completed, by card
    codes: dict[str, Interval]  # how often a game it is broken, by card

    @property
    def fair(self) -> float:
        """The share of the wins that each seat and character should have."""
        return 1 / self.players

    @property
    def codes_broken(self) -> float:
        """By a seat in a game; what it does not hold at the end has paid for missions."""
        return fsum(one.mean for one in self.codes.values()) / self.players

    @property
    def hardly_completed(self) -> list[str]:
        """Missions completed in less than a tenth of the games that the average one is."""
        return _hardly(self.missions)

    @property
    def hardly_broken(self) -> list[str]:
        """The same of codes."""
        return _hardly(self.codes)

    def as_json(self) -> dict[str, Any]:
        """A table of `covert-bots arena balance --json`."""
        return {
            **asdict(self),
            "codes_broken": self.codes_broken,
            "hardly_completed": self.hardly_completed,
            "hardly_broken": self.hardly_broken,
        }


def balance(ledgers: Iterable[tuple[Plan, Iterable[Attempt]]], cards: CardSet) -> list[Balance]:
    """The figures for each number of players, ascending, of attempts with their actions.

    ValueError if no deal of a number of players has all its games finished.
    """
    deals: dict[int, dict[int, list[Attempt]]] = defaultdict(lambda: defaultdict(list))
    bots: dict[int, set[str]] = defaultdict(set)
    left_out: dict[int, int] = defaultdict(int)
    for plan, attempts in ledgers:
        players = plan.settings.players
        bots[players].update(plan.settings.bots)
        blocks: dict[int, list[Attempt]] = defaultdict(list)
        for attempt in attempts:
            block = blocks[attempt.fixture.block]
            if attempt.outcome is Outcome.FINISHED:
                block.append(replace(attempt, actions=_claims(attempt), thoughts=Thoughts()))
        for games in blocks.values():
            if len(games) == plan.rotations:
                deals[players][games[0].fixture.seed] += games
            else:
                left_out[players] += 1
    for players in bots:
        if not deals[players]:
            raise ValueError(f"no deal of {players} players has all its games finished")
    return [
        _balance(
            players,
            tuple(sorted(bots[players])),
            list(deals[players].values()),
            left_out[players],
            cards,
        )
        for players in sorted(bots)
    ]


def _balance(
    players: int,
    bots: tuple[str, ...],
    deals: Sequence[Sequence[Attempt]],
    left_out: int,
    cards: CardSet,
) -> Balance:
    values: dict[Figure, list[float]] = defaultdict(list)  # of each deal that has the figure
    for games in deals:
        found: dict[Figure, list[float]] = defaultdict(list)
        for game in games:
            for figure, value in _figures(game, cards):
                found[figure].append(value)
        for figure, some in found.items():
            values[figure].append(fsum(some) / len(some))

    def intervals(
        of: str, interval: Callable[[Sequence[float]], Interval], names: Iterable[str]
    ) -> dict[str, Interval]:
        return {name: interval(values[of, name]) for name in names if (of, name) in values}

    rounds = [game.rounds for games in deals for game in games]
    return Balance(
        players=players,
        bots=bots,
        deals=len(deals),
        games=len(rounds),
        left_out=left_out,
        characters=intervals("character", share_interval, [one.name for one in cards.characters]),
        seats=intervals("seat", share_interval, [str(seat) for seat in range(players)]),
        lengths=intervals("length", mean_interval, ["rounds", "decisions"]),
        rounds=spread(rounds),
        sixth_mission=share_interval(values["end", "sixth mission"]),
        scores=intervals("score", mean_interval, ["winning score", "score"]),
        points=intervals("points", mean_interval, [*TIERS, "codes held"]),
        missions=intervals("mission", share_interval, _names("M", len(cards.missions))),
        codes=intervals("code", mean_interval, _names("C", len(cards.codes))),
    )


def _figures(game: Attempt, cards: CardSet) -> Iterator[tuple[Figure, float]]:
    """What one game says of each figure, seat by seat where it is about seats."""
    yield ("length", "rounds"), game.rounds
    yield ("length", "decisions"), game.decisions
    yield ("end", "sixth mission"), game.facts["sixth_mission"]
    yield ("score", "winning score"), max(game.scores)
    completed: set[int] = set()
    for seat, (one, score) in enumerate(zip(game.seat_facts, game.scores, strict=True)):
        yield ("character", cards.characters[one["character"]].name), game.share(seat)
        yield ("seat", str(seat)), game.share(seat)
        yield ("score", "score"), score
        points = dict.fromkeys(TIERS, 0)
        for mission in one["missions"]:
            worth = cards.missions[mission].points
            points[next(name for name, most in TIERS.items() if worth <= most)] += worth
        for source, sum_of_it in points.items():
            yield ("points", source), sum_of_it
        yield ("points", "codes held"), CODE_POINTS * one["codes"]
        completed.update(one["missions"])
    for mission, name in enumerate(_names("M", len(cards.missions))):
        yield ("mission", name), mission in completed
    broken = [0] * len(cards.codes)
    for action in game.actions:  # claims alone
        broken[unpack(action)[1]] += 1
    for name, times in zip(_names("C", len(cards.codes)), broken, strict=True):
        yield ("code", name), times


def _claims(attempt: Attempt) -> tuple[int, ...]:
    """Of its actions those that break a code: all that is needed, and little to remember."""
    return tuple(action for action in attempt.actions if unpack(action)[0] == Kind.CLAIM)


def _names(letter: str, count: int) -> list[str]:
    return [f"{letter}{number}" for number in range(1, count + 1)]


def _hardly(often: dict[str, Interval]) -> list[str]:
    average = fsum(one.mean for one in often.values()) / max(1, len(often))
    return [name for name, one in often.items() if one.mean < HARDLY * average]
