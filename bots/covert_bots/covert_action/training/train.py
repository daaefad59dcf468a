"""From nothing to the figures of Covert Action: self-play, and what is counted in it, again.

A generation of games is played among copies of `greedy` that hear with the figures of the one
before, in the first as if no act said anything. Games are kept in pieces, in files; what is there
is not played again, so a run that was stopped goes on and comes to the same figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from covert_bots.covert_action.training.chances import Chances, fit_chances, loss_of
from covert_bots.covert_action.training.figures import (
    Counts,
    Fitted,
    Losses,
    fitted,
    measured,
    share_left,
)
from covert_bots.covert_action.training.games import Standing, Window, play, watch
from covert_bots.players.match import seed_of
from covert_bots.players.pieces import (
    Progress,
    TrainingError,
    as_json,
    check_schedule,
    do_all,
    read,
    settle,
)
from covert_engine.covert_action import Belief, Record, Settings
from covert_engine.covert_action.evaluation.behaviour import CAP, EVEN, REPEATED, TABLES, table_of
from covert_engine.covert_action.evaluation.fitted import tables_of
from covert_engine.covert_action.rules.names import ROLES

GAMES_A_PIECE = 50
HELD_OUT = 10  # one game in so many is not fitted to, and measures
LOOKED_AT = 5  # of as many games this one is fitted to, and shows what a repeated statement says


@dataclass(frozen=True)
class Schedule:
    """What is played; the figures are a function of it."""

    games: int
    """A generation, under each of TABLES."""
    generations: int
    seed: int


class Generation(NamedTuple):
    """Figures, and how well they do."""

    number: int
    """From 1."""
    behaviour: dict[str, Fitted]
    """By the names of TABLES."""
    repeated: float
    """The share of what a statement says that it still says when its seat repeats it."""
    chances: Chances
    losses: dict[str, dict[str, Losses]]
    """Of role posteriors on held-out games, under each of TABLES: `uniform`, as if no act said
    anything; `one table`, with the same figures under all settings; `fitted`."""
    chance_losses: dict[str, float]
    """Of the winners of held-out games: `even`, as if all had the same chance, and `fitted`."""


def settings_of(table: str) -> list[Settings]:
    """All settings that one of TABLES is for, but for the number of beats, how a deadline is and
    whether Cleaners inherit."""
    found = []
    for players in range(4, 15):
        for teams in (2, 3):
            for saboteurs in (False, True):
                for alternate in (False, True):
                    if (players > 9 if teams == 2 else players < 9) or (saboteurs and players < 6):
                        continue
                    if alternate and teams == 2:
                        continue
                    found.append(
                        Settings(
                            players,
                            teams=teams,
                            saboteurs=saboteurs,
                            alternate=alternate,
                            talk=table.startswith("talk"),
                        )
                    )
    return [one for one in found if _table(one) == table]


def _table(settings: Settings) -> str:
    return table_of([ROLES[role] for role in settings.team_cards], settings.talk)


def train(
    schedule: Schedule, folder: Path, pool: Executor, progress: Progress = lambda *_: None
) -> Iterator[Generation]:
    """Yields each generation as it is fitted. Games are played in `pool`; files go to `folder`,
    which may have some already.

    TrainingError if the folder is another schedule's, or another version's.
    """
    folder.mkdir(parents=True, exist_ok=True)
    check_schedule(
        folder / "schedule.json", {"game": "covert-action", **asdict(schedule)}, _signature()
    )
    hearing: tuple[Any, float] = (EVEN, REPEATED)
    for number in range(1, schedule.generations + 1):
        pieces = list(_pieces(schedule, number, hearing, folder))
        do_all(_play_piece, pieces, pool, f"generation {number}: playing", progress)
        found = _fit(number, pieces, progress)
        yield found
        hearing = _tables(found.behaviour), found.repeated
        settle(folder / f"hearing-{number}.json", hearing)


def _signature() -> str:
    """A number for how the players play: of one game under each of TABLES."""
    belief = Belief(EVEN, cap=CAP, repeated=REPEATED)
    games = [play(settings_of(table)[0], 1, belief).format() for table in TABLES]
    return sha256("\n".join(games).encode()).hexdigest()[:12]


class _Piece(NamedTuple):
    """Some games of a generation, all under one of TABLES."""

    file: Path
    table: str
    numbers: tuple[int, ...]
    seeds: tuple[int, ...]
    hearing: tuple[Any, float]


def _pieces(
    schedule: Schedule, generation: int, hearing: tuple[Any, float], folder: Path
) -> Iterator[_Piece]:
    for place, table in enumerate(TABLES):
        for first in range(0, schedule.games, GAMES_A_PIECE):
            numbers = tuple(range(first, min(first + GAMES_A_PIECE, schedule.games)))
            seeds = tuple(seed_of(schedule.seed, generation, table, one) for one in numbers)
            file = folder / f"games-{generation}-{place}-{first:06}.json"
            yield _Piece(file, table, numbers, seeds, hearing)


def _play_piece(piece: _Piece) -> bytes:
    tables, repeated = piece.hearing
    belief, settings = Belief(tables, cap=CAP, repeated=repeated), settings_of(piece.table)
    chosen: list[Counts] = []
    standings: list[list[list[Standing]]] = [[], []]
    records: dict[int, list[str]] = {LOOKED_AT: [], 0: []}
    for number, seed in zip(piece.numbers, piece.seeds, strict=True):
        record = play(settings[number % len(settings)], seed, belief)
        watched, place = watch(record), _place(number, len(settings))
        standings[place == 0].append(watched.standings)
        if place in records:
            records[place].append(record.format())
        if place != 0:
            chosen.append(watched.chosen)
    return as_json(
        {
            "chosen": [
                sorted([act, role, times] for (act, role), times in game.items()) for game in chosen
            ],
            "standings": standings,
            "looked_at": records[LOOKED_AT],
            "held_out": records[0],
        }
    )


def _place(number: int, settings: int) -> int:
    """Of a game among HELD_OUT, the first of which is held out: all settings in turn."""
    return (number + number // settings) % HELD_OUT


class _Seen(NamedTuple):
    """What the pieces of one of TABLES have, by game but for windows."""

    chosen: list[Counts]
    standings: list[list[Standing]]
    held_out_standings: list[list[Standing]]
    windows: list[Window]
    held_out_windows: list[Window]


def _seen(pieces: Sequence[_Piece]) -> _Seen:
    found = _Seen([], [], [], [], [])
    for piece in pieces:
        kept = read(piece.file)
        try:
            _add(found, kept)
        except (LookupError, TypeError, ValueError):
            raise TrainingError(
                f"{piece.file}: not a file of games; move it away to make it anew"
            ) from None
    return found


def _add(found: _Seen, kept: Any) -> None:
    found.chosen.extend(
        Counter({(act, role): times for act, role, times in game}) for game in kept["chosen"]
    )
    for games, some in zip(found[1:3], kept["standings"], strict=True):
        games.extend(
            [Standing(tuple(types), tuple(shares)) for types, shares in game] for game in some
        )
    for name, windows in (("looked_at", found.windows), ("held_out", found.held_out_windows)):
        for text in kept[name]:
            windows.extend(watch(Record.parse(text)).windows)


def _fit(number: int, pieces: Sequence[_Piece], progress: Progress) -> Generation:
    words = f"generation {number}: fitting"
    seen = {}
    for done, table in enumerate(TABLES):
        progress(words, done, len(TABLES) + 1)
        seen[table] = _seen([piece for piece in pieces if piece.table == table])
    progress(words, len(TABLES), len(TABLES) + 1)
    behaviour = {table: fitted(one.chosen) for table, one in seen.items()}
    repeated = share_left({table: one.windows for table, one in seen.items()}, behaviour)
    together = fitted([game for one in seen.values() for game in one.chosen])
    windows = {table: one.held_out_windows for table, one in seen.items()}
    by_way = {
        "uniform": measured(windows, EVEN, repeated),
        "one table": measured(windows, _tables(dict.fromkeys(TABLES, together)), repeated),
        "fitted": measured(windows, _tables(behaviour), repeated),
    }
    chances = fit_chances([game for some in seen.values() for game in some.standings])
    held_out = [one for some in seen.values() for game in some.held_out_standings for one in game]
    return Generation(
        number,
        behaviour,
        repeated,
        chances,
        {
            table: {way: some[table] for way, some in by_way.items() if table in some}
            for table in TABLES
        },
        {"even": loss_of(None, held_out), "fitted": loss_of(chances, held_out)},
    )


def _tables(behaviour: Mapping[str, Fitted]) -> Any:
    return tables_of({name: one.likelihoods for name, one in behaviour.items()})
