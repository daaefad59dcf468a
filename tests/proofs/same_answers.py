"""Compare the answers of two builds: 1,000 requests to a server, by the public protocol.

    python tests/proofs/same_answers.py --write answers.bin    on the one build
    python tests/proofs/same_answers.py --against answers.bin  on the other

Games of Covert and of Covert Action are dealt and played by the server's referee, at random; at
every seventh decision a bot is asked. Left out of the comparison are the build and the words.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

import click

from covertbots.client import Client, limits
from covertbots.v1 import covert_action_pb2, referee_pb2, suggestion_pb2

REQUESTS = 500  # of each game
APART = 7
SPECS = {
    "covert": (
        "ismcts",
        "ismcts:lanes=3",
        "ismcts-1",
        "flat",
        "flat-1",
        "greedy",
        "greedy-1",
        "random",
        "ismcts:horizon=0,uniform=0.3",
    ),
    "covert_action": (
        "ismcts",
        "ismcts:lanes=3",
        "ismcts:style=mixed",
        "flat",
        "greedy",
        "random",
        "ismcts:horizon=0,uniform=0.3",
    ),
}
ITERATIONS = 64


def answers(client: Client, game: str) -> Iterator[suggestion_pb2.Suggestion]:
    """Yield what the server's bots say in this game, request by request, for ever."""
    specs = cycle(SPECS[game])
    for seed in range(1 << 32):
        draw = random.Random(seed)
        record = dealt(client, game, seed)
        position = client.advance(record)
        number = 0
        while position.to_decide:
            decider = draw.choice(list(position.to_decide))
            if number % APART == seed % APART:
                now = client.advance(position.record)
                view = now.news[decider.seat].moments[-1].view
                yield client.suggest_move(
                    view, next(specs), limits(iterations=ITERATIONS), seed=number
                ).suggestion
            action = draw.choice(list(decider.legal_actions))
            action.seat = decider.seat
            position = client.advance(position.record, action)
            number += 1


def dealt(client: Client, game: str, seed: int) -> referee_pb2.Record:
    if game == "covert":
        return client.deal(2 + seed % 3, seed=seed)
    return client.deal(4 + seed % 7, seed=seed, setup=covert_action_pb2.CovertActionSetup())


def compared(answer: suggestion_pb2.Suggestion) -> bytes:
    """Return an answer as bytes, without its build and its words."""
    answer.ClearField("build")
    answer.ClearField("turn_in_words")
    return answer.SerializeToString(deterministic=True)


@click.command(help=__doc__.split("\n", maxsplit=1)[0])
@click.option("--server", default="127.0.0.1:50051", show_default=True, help="Its address.")
@click.option("--write", type=click.Path(path_type=Path), help="Keep the answers in this file.")
@click.option("--against", type=click.Path(exists=True, path_type=Path), help="Compare with those.")
def main(server: str, write: Path | None, against: Path | None) -> None:
    if write is None and against is None:
        raise click.UsageError("expected --write or --against")
    with Client(server) as client:
        client.wait_ready(30)
        kept = [
            compared(answer) for game in SPECS for answer in islice(answers(client, game), REQUESTS)
        ]
    if write is not None:
        write.write_bytes(b"".join(struct.pack("<I", len(answer)) + answer for answer in kept))
    if against is not None:
        data, before = against.read_bytes(), []
        while data:
            (size,) = struct.unpack_from("<I", data)
            before.append(data[4 : 4 + size])
            data = data[4 + size :]
        differ = [
            place for place, (old, new) in enumerate(zip(before, kept, strict=True)) if old != new
        ]
        forced = [
            place
            for place in differ
            if len(suggestion_pb2.Suggestion.FromString(before[place]).moves) == 1
        ]
        click.echo(
            f"{len(kept)} answers, {len(differ)} differ{': ' if differ else '.'}{differ or ''}"
        )
        click.echo(f"{len(forced)} of these had one move to rank.")
        raise SystemExit(bool(differ))


if __name__ == "__main__":
    main()
