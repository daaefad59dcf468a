"""The balance of the cards, from ledgers: characters, seats, points, missions, codes, lengths.

The sample is the deal: deals are independent, games of the same deal are not. A figure of a deal is
the mean over its games and the seats concerned. In self-play a deal is a game, in other formats a
block; ledgers of the same deals share them.
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
TIERS = {  # largest points of a mission, by name
    "missions worth up to 8": 8,
    "missions worth 9 to 11": 11,
    "missions worth 12 or more": 10**6,
}
HARDLY = 0.1  # of the average frequency: a rarer card counts as hardly used

Figure: TypeAlias = tuple[str, str]  # subject and name


@dataclass(frozen=True)
class Balance:
    """The figures of games with some number of players. Intervals are 95%, from deals."""

    players: int
    bots: tuple[str, ...]
    deals: int
    games: int
    left_out: int  # deals with a game that is missing or forfeit
    characters: dict[str, Interval]  # share of the wins, by name, if dealt
    seats: dict[str, Interval]  # share of the wins, by number
    lengths: dict[str, Interval]  # rounds and decisions of a game
    rounds: Spread  # over games
    sixth_mission: Interval  # part of the games that a sixth mission ended, not the last round
    scores: dict[str, Interval]  # of the winners, and of a seat
    points: dict[str, Interval]  # of a seat, by source
    missions: dict[str, Interval]  # part of the games in which it is completed, by card
    codes: dict[str, Interval]  # times that it is broken in a game, by card

    @property
    def fair(self) -> float:
        """The share of the wins that each seat and character should have."""
        return 1 / self.players

    @property
    def codes_broken(self) -> float:
        """Codes that a seat breaks in a game; those not held at the end have paid for missions."""
        return fsum(times.mean for times in self.codes.values()) / self.players

    @property
    def hardly_completed(self) -> list[str]:
        """Missions completed less than a tenth as often as the average mission."""
        return _hardly(self.missions)

    @property
    def hardly_broken(self) -> list[str]:
        """Codes broken less than a tenth as often as the average code."""
        return _hardly(self.codes)

    def as_json(self) -> dict[str, Any]:
        """Return a table of `covert-bots arena balance --json`."""
        return {
            **asdict(self),
            "codes_broken": self.codes_broken,
            "hardly_completed": self.hardly_completed,
            "hardly_broken": self.hardly_broken,
        }


def balance(ledgers: Iterable[tuple[Plan, Iterable[Attempt]]], cards: CardSet) -> list[Balance]:
    """Compute the figures for each number of players, ascending, from attempts with their actions.

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
            number, tuple(sorted(names)), list(deals[number].values()), left_out[number], cards
        )
        for number, names in sorted(bots.items())
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
        values_of_deal: dict[Figure, list[float]] = defaultdict(list)
        for game in games:
            for figure, value in _figures(game, cards):
                values_of_deal[figure].append(value)
        for figure, some in values_of_deal.items():
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
        characters=intervals(
            "character", share_interval, [character.name for character in cards.characters]
        ),
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
    """Yield the figures of a game; those about seats, seat by seat."""
    yield ("length", "rounds"), game.rounds
    yield ("length", "decisions"), game.decisions
    yield ("end", "sixth mission"), game.facts["sixth_mission"]
    yield ("score", "winning score"), max(game.scores)
    completed: set[int] = set()
    for seat, (facts, score) in enumerate(zip(game.seat_facts, game.scores, strict=True)):
        yield ("character", cards.characters[facts["character"]].name), game.share(seat)
        yield ("seat", str(seat)), game.share(seat)
        yield ("score", "score"), score
        points = dict.fromkeys(TIERS, 0)
        for mission in facts["missions"]:
            worth = cards.missions[mission].points
            points[next(name for name, most in TIERS.items() if worth <= most)] += worth
        for source, sum_of_it in points.items():
            yield ("points", source), sum_of_it
        yield ("points", "codes held"), CODE_POINTS * facts["codes"]
        completed.update(facts["missions"])
    for mission, name in enumerate(_names("M", len(cards.missions))):
        yield ("mission", name), mission in completed
    broken = [0] * len(cards.codes)
    for action in game.actions:  # claims alone
        broken[unpack(action)[1]] += 1
    for name, times in zip(_names("C", len(cards.codes)), broken, strict=True):
        yield ("code", name), times


def _claims(attempt: Attempt) -> tuple[int, ...]:
    """Return the actions that break a code; the others are not needed."""
    return tuple(action for action in attempt.actions if unpack(action)[0] == Kind.CLAIM)


def _names(letter: str, count: int) -> list[str]:
    return [f"{letter}{number}" for number in range(1, count + 1)]


def _hardly(often: dict[str, Interval]) -> list[str]:
    average = fsum(times.mean for times in often.values()) / max(1, len(often))
    return [name for name, times in often.items() if times.mean < HARDLY * average]
