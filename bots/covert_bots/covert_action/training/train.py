"""The training of Covert Action's figures from scratch: self-play and counts, in generations.

Each generation of games is played among copies of `greedy` that interpret acts by the figures of
the last generation; in the first, acts carry no information. Games are kept in files, in pieces,
and not played again: an interrupted training resumes, with the same figures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from covert_bots.covert_action.card_set_message import PLAYERS
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
from covert_engine.covert_action import Belief, Record, Settings, SettingsError
from covert_engine.covert_action.evaluation.behaviour import CAP, EVEN, REPEATED, TABLES, table_of
from covert_engine.covert_action.evaluation.fitted import tables_of
from covert_engine.covert_action.rules.names import ROLES

GAMES_A_PIECE = 50
HELD_OUT = 10  # one game in this many is held out, to measure losses
LOOKED_AT = 5  # place among them of games whose windows fit the weight of a repeated statement


@dataclass(frozen=True)
class Schedule:
    """The schedule of a training; the figures are a function of it."""

    games: int
    """Games of a generation under each of TABLES."""
    generations: int
    seed: int


class Generation(NamedTuple):
    """Figures, and their losses."""

    number: int
    """The number of the generation, from 1."""
    behaviour: dict[str, Fitted]
    """The figures of behaviour, by the names of TABLES."""
    repeated: float
    """The weight of a repeated statement, relative to the first time."""
    chances: Chances
    losses: dict[str, dict[str, Losses]]
    """Losses of role posteriors on held-out games, under each of TABLES: `uniform`, without
    information from acts; `one table`, with the same figures under all settings; `fitted`."""
    chance_losses: dict[str, float]
    """Log-losses of the winners of held-out games: `even`, with equal chances, and `fitted`."""


def settings_of(table: str) -> list[Settings]:
    """Return all settings for one of TABLES, with default beats, deadline and cleaner_inherits."""
    settings = []
    switches = (False, True)
    for players, teams, saboteurs, alternate in product(PLAYERS, (2, 3), switches, switches):
        with suppress(SettingsError):  # not every table has all of them
            settings.append(
                Settings(
                    players,
                    teams=teams,
                    saboteurs=saboteurs,
                    alternate=alternate,
                    talk=table.startswith("talk"),
                )
            )
    return [option for option in settings if _table(option) == table]


def _table(settings: Settings) -> str:
    return table_of([ROLES[role] for role in settings.team_cards], settings.talk)


def train(
    schedule: Schedule, folder: Path, pool: Executor, progress: Progress = lambda *_: None
) -> Iterator[Generation]:
    """Yield each generation once it is fitted. Games are played in `pool`; files go to `folder`,
    which may have some already.

    TrainingError if the folder has another schedule, or games of another version.
    """
    folder.mkdir(parents=True, exist_ok=True)
    check_schedule(
        folder / "schedule.json", {"game": "covert-action", **asdict(schedule)}, _signature()
    )
    hearing: tuple[Any, float] = (EVEN, REPEATED)
    for number in range(1, schedule.generations + 1):
        pieces = list(_pieces(schedule, number, hearing, folder))
        do_all(_play_piece, pieces, pool, f"generation {number}: playing", progress)
        generation = _fit(number, pieces, progress)
        yield generation
        hearing = _tables(generation.behaviour), generation.repeated
        settle(folder / f"hearing-{number}.json", hearing)


def _signature() -> str:
    """Return a hash of the players' behaviour: of one game under each of TABLES."""
    belief = Belief(EVEN, cap=CAP, repeated=REPEATED)
    games = [play(settings_of(table)[0], 1, belief).format() for table in TABLES]
    return sha256("\n".join(games).encode()).hexdigest()[:12]


class _Piece(NamedTuple):
    """Games of a generation under one of TABLES."""

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
            seeds = tuple(seed_of(schedule.seed, generation, table, game) for game in numbers)
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
    """Return the place of a game among HELD_OUT; place 0 is held out, all settings in turn."""
    return (number + number // settings) % HELD_OUT


class _Data(NamedTuple):
    """The data of the pieces under one of TABLES, by game except windows."""

    chosen: list[Counts]
    standings: list[list[Standing]]
    held_out_standings: list[list[Standing]]
    windows: list[Window]
    held_out_windows: list[Window]


def _data(pieces: Sequence[_Piece]) -> _Data:
    data = _Data([], [], [], [], [])
    for piece in pieces:
        content = read(piece.file)
        try:
            _add(data, content)
        except (LookupError, TypeError, ValueError):
            raise TrainingError(
                f"{piece.file}: not a file of games; move it away to make it anew"
            ) from None
    return data


def _add(data: _Data, content: Any) -> None:
    data.chosen.extend(
        Counter({(act, role): times for act, role, times in game}) for game in content["chosen"]
    )
    for games, some in zip(data[1:3], content["standings"], strict=True):
        games.extend(
            [Standing(tuple(types), tuple(shares)) for types, shares in game] for game in some
        )
    for name, windows in (("looked_at", data.windows), ("held_out", data.held_out_windows)):
        for text in content[name]:
            windows.extend(watch(Record.parse(text)).windows)


def _fit(number: int, pieces: Sequence[_Piece], progress: Progress) -> Generation:
    words = f"generation {number}: fitting"
    by_table = {}
    for done, table in enumerate(TABLES):
        progress(words, done, len(TABLES) + 1)
        by_table[table] = _data([piece for piece in pieces if piece.table == table])
    progress(words, len(TABLES), len(TABLES) + 1)
    behaviour = {table: fitted(data.chosen) for table, data in by_table.items()}
    repeated = share_left({table: data.windows for table, data in by_table.items()}, behaviour)
    together = fitted([game for data in by_table.values() for game in data.chosen])
    windows = {table: data.held_out_windows for table, data in by_table.items()}
    by_way = {
        "uniform": measured(windows, EVEN, repeated),
        "one table": measured(windows, _tables(dict.fromkeys(TABLES, together)), repeated),
        "fitted": measured(windows, _tables(behaviour), repeated),
    }
    chances = fit_chances([game for data in by_table.values() for game in data.standings])
    held_out = [
        standing
        for data in by_table.values()
        for game in data.held_out_standings
        for standing in game
    ]
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
    return tables_of({name: rows.likelihoods for name, rows in behaviour.items()})
