"""Golden games: records with all that is to be seen, made anew by one command.

    PYTHONPATH=tests python -m covert_action.engine.golden            write them (`make golden`)
    PYTHONPATH=tests python -m covert_action.engine.golden --check    exit with 1 if any differs

On a build in place PYTHONPATH has `engine` too. A golden file is a game record: what is to be seen
stands in comments. At each decision these are the seats that decide, their legal actions, a digest
of all views, and after the action what all could see of it; at each deal the cards.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from textwrap import wrap
from typing import Any

import click
from golden import make

from covert_action.engine.tables import choose
from covert_engine.covert_action import Record, Settings, State
from covert_engine.covert_action.exchange.fields import EventFields

FOLDER = Path(__file__).parent / "games"
WIDTH = 100


@dataclass(frozen=True)
class Golden:
    """A golden game: its file, and how it is played."""

    name: str
    settings: dict[str, Any]
    seed: int
    holding: float = 0.9
    rounds: int = 60  # the record ends with this one

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"


COLLECTION = (
    Golden("four_talking", {"players": 4}, 1),
    Golden("five_one_beat", {"players": 5, "beats": 1, "talk": False}, 2),
    Golden("six", {"players": 6, "beats": 2}, 3, rounds=4),
    Golden(
        "six_saboteurs_void",
        {"players": 6, "saboteurs": True, "talk": False, "deadline": "void"},
        5,
        0.95,
    ),
    Golden(
        "nine_of_three_teams",
        {"players": 9, "teams": 3, "alternate": True, "talk": False},
        5,
    ),
    Golden("nine_of_two_teams", {"players": 9, "beats": 1}, 6, rounds=3),
    Golden(
        "ten_all_options",
        {"players": 10, "saboteurs": True, "alternate": True, "beats": 1},
        7,
        0.97,
        rounds=4,
    ),
    Golden(
        "thirteen_not_inheriting",
        {
            "players": 13,
            "saboteurs": True,
            "alternate": True,
            "cleaner_inherits": False,
            "talk": False,
            "beats": 2,
        },
        52,
        0.97,
    ),
    Golden(
        "fourteen_to_the_last_plan",
        {"players": 14, "saboteurs": True, "alternate": True, "talk": False, "beats": 6},
        9,
        0.98,
    ),
)


def comment(text: str) -> Iterator[str]:
    yield from wrap(
        text, WIDTH, initial_indent="# ", subsequent_indent="#     ", break_on_hyphens=False
    )


def cards(state: State) -> str:
    hidden = state.hidden()
    fields = state.fields()
    seats = [
        f"{seat} {player['team']} {role}"
        for seat, (player, role) in enumerate(
            zip(fields["players"], hidden["roles"], strict=True), 1
        )
    ]
    centre = [
        f"{card['team']} {role}"
        for card, role in zip(fields["centre"], hidden["centre"], strict=True)
    ]
    return (
        f"== round {state.round}: {', '.join(seats)}; centre {', '.join(centre)}; "
        f"opener {fields['opener'] + 1}; deck {hidden['deck']}"
    )


def seen(events: Sequence[EventFields]) -> Iterator[str]:
    """Yield what all could see of an action, seats counted from 1."""
    for event in events:
        told = dict(event)
        if told["kind"] == "said":
            continue
        for field in ("seat", "target"):
            if field in told:
                told[field] = int(str(told[field])) + 1
        rest = ", ".join(
            f"{name} {' '.join(value) if isinstance(value, list) else str(value).lower()}"
            for name, value in told.items()
            if name != "kind"
        )
        yield from comment(f"-> {told['kind']}{': ' if rest else ''}{rest}")


def position(state: State) -> Iterator[str]:
    """Yield the lines that describe a decision."""
    fields = state.fields()
    place = f"t {fields['t']}, beat {fields['beat']}, {fields['phase']}"
    deciders = " ".join(str(seat + 1) for seat in state.deciders)
    digest = sha256(b"".join(state.view(seat).to_bytes() for seat in range(state.players)))
    yield from comment(f"{place}; decide: {deciders}; views {digest.hexdigest()[:12]}")
    yield from comment(f"legal: {', '.join(state.legal_texts())}")


def lines(golden: Golden) -> Iterator[str]:
    """Yield the text of the game, played anew."""
    state = State.deal(Settings(**golden.settings), golden.seed)
    chance = random.Random(golden.seed)
    yield from Record(state.settings, golden.seed).format().splitlines()
    number = 0
    while not state.over and state.round <= golden.rounds:
        if state.round > number:
            number = state.round
            yield from comment(cards(state))
        yield from position(state)
        texts = state.legal_texts()
        _, text = choose(state, chance, golden.holding)
        if text not in texts:  # chosen for another seat of the window
            text = "hold"
        yield text
        yield from seen(state.play_with_events(text))
    held = " ".join(
        "".join(letter * count for letter, count in zip("PLAN", types, strict=True)) or "-"
        for types in state.hidden()["types"]
    )
    winners = " ".join(str(seat + 1) for seat in state.winners()) if state.over else "none yet"
    yield from comment(f"== winners: {winners}; Plan cards by seat: {held}")


def kept_record(golden: Golden) -> Record:
    return Record.parse(golden.path.read_text(encoding="utf-8"))


def difference(golden: Golden) -> str | None:
    """Return the first line of a file that is not the one made, and those before it."""
    return make.difference(golden.path, lines(golden))


@click.command()
@click.option("--check", is_flag=True, help="Compare and write nothing.")
def main(check: bool) -> None:
    """Play the golden games anew and write what is to be seen in them."""
    FOLDER.mkdir(exist_ok=True)
    kept = (make.settle(golden.path, lines(golden), check) for golden in COLLECTION)
    news = [diff for diff in kept if diff]
    for path in sorted(set(FOLDER.iterdir()) - {golden.path for golden in COLLECTION}):
        news.append(f"{path.name}: not of the collection")
        if not check:
            path.unlink()
    print(*(news or ["all as kept"]), sep="\n")
    sys.exit(bool(check and news))


if __name__ == "__main__":
    main()
