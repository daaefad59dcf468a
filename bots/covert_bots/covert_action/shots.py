"""What ledgers say of shots and roles: how rounds end, and by bot and role who shoots and draws."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from covert_bots.covert_action.table import HITS
from covert_bots.players.game import FactTable, KeptGame
from covert_engine.covert_action.rules.names import OUTCOMES, ROLES

ALL = "all"
OF_ROLES = (
    ("bot", ""),
    ("role", ""),
    ("rounds", ","),
    ("draws a round", ".3f"),
    ("shots a round", ".3f"),
    ("hits", ".1%"),
)
OF_SHOTS = (("outcome", ""), ("shots", ","), ("of all", ".1%"))
OF_ENDS = (("in beat", ""), ("rounds", ","), ("of all", ".1%"))


def tables_of(games: Sequence[KeptGame]) -> list[FactTable]:
    """Three tables: shots by outcome, the beats in which rounds end, and roles by bot. Hits are the
    shots that were good for who fired them; a draw is a Plan card."""
    return [_shots(games), _ends(games), _roles(games)] if games else []


def _shots(games: Sequence[KeptGame]) -> FactTable:
    counts: Counter[str] = Counter()
    for game in games:
        counts.update(game.facts["shots"])
    total = counts.total()
    rows: list[tuple[str | int | float, ...]] = [
        (name.replace("_", " "), counts[name], _share(counts[name], total))
        for name in OUTCOMES
        if counts[name]
    ]
    hits = sum(counts[name] for name in HITS)
    ordered = sum(game.facts["ordered"] for game in games)
    rows += [("hits", hits, _share(hits, total)), ("ordered", ordered, _share(ordered, total))]
    return FactTable("Shots", OF_SHOTS, tuple(rows))


def _ends(games: Sequence[KeptGame]) -> FactTable:
    ends: Counter[int] = Counter()
    for game in games:
        ends.update({int(t): count for t, count in game.facts["ends"].items()})
    total = ends.total()
    rows: list[tuple[str | int | float, ...]] = [
        (str(t), count, _share(count, total)) for t, count in sorted(ends.items())
    ]
    void = sum(game.facts["void"] for game in games)
    return FactTable("Ends of rounds", OF_ENDS, (*rows, ("void", void, _share(void, total))))


def _roles(games: Sequence[KeptGame]) -> FactTable:
    counts: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for game in games:
        for bot, facts in zip(game.bots, game.seat_facts, strict=True):
            for what in ("rounds", "drew", "shots", "hits"):
                counts[bot][what].update(facts[what])
                counts[bot][what][ALL] += sum(facts[what].values())
    rows = tuple(
        (
            bot,
            role,
            of_bot["rounds"][role],
            _share(of_bot["drew"][role], of_bot["rounds"][role]),
            _share(of_bot["shots"][role], of_bot["rounds"][role]),
            _share(of_bot["hits"][role], of_bot["shots"][role]),
        )
        for bot, of_bot in counts.items()
        for role in (*ROLES, ALL)
        if of_bot["rounds"][role]
    )
    return FactTable("Roles", OF_ROLES, rows)


def _share(count: int, total: int) -> float:
    return count / total if total else float("nan")
