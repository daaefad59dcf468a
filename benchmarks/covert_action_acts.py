"""How often seats of Covert Action do what can be seen, by their card: what a belief has to know.

`python benchmarks/covert_action_acts.py` lets bots of one spec play games among themselves and
prints a row for each act, as `covert_engine/covert_action/evaluation/behaviour.py` has them: how
often a seat did it with each card, the highest of a row being 1. A figure is a mean over the
numbers of players.
"""

from __future__ import annotations

import argparse
from collections import Counter
from typing import Any

from covert_bots.covert_action.game import CovertAction
from covert_bots.covert_action.table import Table
from covert_bots.players.match import seed_of
from covert_engine.covert_action.evaluation.behaviour import ACTS
from covert_engine.covert_action.rules.names import ROLES

RARE = 100  # an act that a role does less often, on average, is left out


def act_of(text: str, seat: int, players: list[Any]) -> str:
    """The act that a statement is, one of ACTS."""
    words = text.split()
    if words[0] in ("pass", "am"):
        return text
    own = players[int(words[1]) - 1]["team"] == players[seat]["team"]
    return " ".join([words[0], "own" if own else "other", *words[2:]])


def count_acts(table: Table, bots: list[Any], seed: int, counts: Counter[tuple[str, str]]) -> None:
    """Plays a game and counts what is done; a window that closes is a `hold` of all who are in."""
    seeds = [seed_of(seed, "bot", seat) for seat in range(len(bots))]
    while not table.over:
        seat = table.actor
        assert seat is not None
        view = table.view(seat)
        roles, players = table.state.hidden()["roles"], view.fields()["players"]
        action = bots[seat].choose(view, seeds[seat])
        for event in table.state.play_watched(action):
            if event["kind"] == "said":
                counts[act_of(event["text"], seat, players), roles[seat]] += 1
            elif event["kind"] == "window_closes":
                for other, player in enumerate(players):
                    if player["is_in"]:
                        counts["hold", roles[other]] += 1
            elif event["kind"] == "shot" and not event["ordered"]:
                counts["shoot", roles[event["seat"]]] += 1


def rows(counts: Counter[tuple[str, str]]) -> dict[str, list[float]]:
    """The likelihood of each act by role, of acts that are not rare; 1 for a role not in play."""
    spoken = {role: sum(counts[act, role] for act in ACTS if act != "hold") for role in ROLES}
    found = {}
    for act in ACTS:
        if sum(counts[act, role] for role in ROLES) < RARE * len(ROLES):
            continue
        shares = []
        for role in ROLES:
            windows = counts["hold", role] + counts["shoot", role]
            of = windows if act == "hold" else spoken[role]
            shares.append(counts[act, role] / of if of else None)
        highest = max(share for share in shares if share is not None)
        found[act] = [1.0 if share is None else share / highest for share in shares]
    return found


def main() -> None:
    reader = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    reader.add_argument("--bot", default="greedy", help="spec, of all seats")
    reader.add_argument("--players", default="6,9", help="numbers of players")
    reader.add_argument("--saboteurs", action="store_true")
    reader.add_argument("--games", type=int, default=200, help="of each number of players")
    chosen = reader.parse_args()
    tables = []
    for players in map(int, chosen.players.split(",")):
        game = CovertAction({"saboteurs": True} if chosen.saboteurs else {})
        bots = [game.catalogue.make(chosen.bot)] * players
        counts: Counter[tuple[str, str]] = Counter()
        for seed in range(chosen.games):
            count_acts(game.deal(players, seed), bots, seed, counts)
        tables.append(rows(counts))
    for act in ACTS:
        have = [table[act] for table in tables if act in table]
        if have:
            means = [sum(column) / len(have) for column in zip(*have, strict=True)]
            print(f'"{act}": ({", ".join(f"{mean:.2f}" for mean in means)}),')


if __name__ == "__main__":
    main()
