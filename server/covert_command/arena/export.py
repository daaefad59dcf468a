"""`covert-bots arena export` and `import`: the games of a ledger as data, there and back."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, BinaryIO

import click

from covert_bots.arena.export import json_lines, transfer
from covert_bots.arena.export.transfer import Sink, Transferred
from covert_bots.arena.ledger import Ledger
from covert_bots.players.amounts import numbered
from covert_command.arena.games import game_of_ledger
from covert_command.arena.tournament import plan_of
from covert_command.options import file_path, json_output
from covert_command.options.cards import card_set
from covert_command.options.file_path import FilePath
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import messages, print_json
from covert_engine.input.hints import not_installed

JSONL, PARQUET = "jsonl", "parquet"
MAGIC = b"PAR1"  # the first bytes of a file of Parquet


@click.command(
    epilog=examples(
        "covert-bots arena export games.ledger --out games.jsonl",
        "covert-bots arena export games.ledger --repeatable --format parquet --out games.parquet",
    )
)
@click.argument("ledger", type=file_path.ExistingFile())
@click.option(
    "--out",
    type=FilePath(dir_okay=False),
    metavar="FILE",
    help="New file to write to.  [default: standard output]",
)
@click.option(
    "--format",
    "format_name",
    type=click.Choice([JSONL, PARQUET]),
    default=JSONL,
    show_default=True,
    help="JSON lines, or Parquet, which needs the extra `data`.",
)
@click.option(
    "--repeatable",
    is_flag=True,
    help="Leave out times and all else that another run would not repeat, and void games.",
)
@card_set
@json_output.as_json
def export(
    ledger: str,
    out: str | None,
    format_name: str,
    repeatable: bool,
    card_set: Any,
    as_json: bool,
) -> None:
    """Write the games of a ledger as data.

    Each game has its conditions, bots, deal, decisions and result. The checksum that is printed is
    that of the games as JSON lines, without the first line, in either format.
    """
    if format_name == PARQUET:
        check_parquet(out)
    if out is None and (as_json or format_name == PARQUET):
        what = "--json" if as_json else f"--format {PARQUET}"
        raise Mistake(f"--out: none; expected a file, with {what}")
    with Ledger(ledger, reading=True) as opened:
        plan = plan_of(opened, ledger)
        game = game_of_ledger(plan.settings, card_set, ledger)
        with _written(out) as file:
            written = transfer.write(
                opened, plan, game, _sink(file, format_name), only_repeatable=repeatable
            )
    _show(written, out, as_json)


@click.command(
    "import", epilog=examples("covert-bots arena import exported.jsonl --out again.ledger")
)
@click.argument("file", type=file_path.ExistingFile())
@click.option(
    "--out", type=FilePath(dir_okay=False), required=True, metavar="LEDGER", help="New ledger."
)
@card_set
@json_output.as_json
def import_(file: str, out: str, card_set: Any, as_json: bool) -> None:
    """Read exported games into a new ledger.

    Each game is replayed by the rules. The first line that is wrong is named, and no ledger is
    left.
    """
    with open(file, "rb") as opened:
        is_parquet = opened.read(len(MAGIC)) == MAGIC
        opened.seek(0)
        if is_parquet:
            check_parquet(None)
            from covert_bots.arena.export import parquet

            lines = parquet.read(opened, file)
        else:
            lines = json_lines.read(opened, file)
        game_of = partial(game_of_ledger, given=card_set, path=file)
        read = transfer.read(lines, Path(out), game_of)
    _show(read, out, as_json)


def check_parquet(out: str | None) -> None:
    """Raise Mistake if Parquet cannot be written or read here, or the file to write exists."""
    if find_spec("pyarrow") is None:
        raise Mistake(not_installed("pyarrow", "data"))
    if out is not None and Path(out).exists():
        raise Mistake(f"--out: {out} exists already; expected a new file")


def _sink(file: BinaryIO, format_name: str) -> Sink:
    if format_name == JSONL:
        return json_lines.JsonLines(file)
    from covert_bots.arena.export.parquet import Parquet  # an extra

    return Parquet(file)


@contextmanager
def _written(path: str | None) -> Iterator[BinaryIO]:
    """Open a new file, for its owner alone like a ledger, or standard output. If writing fails, no
    file is left."""
    if path is None:
        yield sys.stdout.buffer
        return
    file = file_path.opened(Path(path), private=True, new=True)
    try:
        with file:
            yield file.buffer
    except BaseException:
        Path(path).unlink(missing_ok=True)
        raise


def _show(transferred: Transferred, path: str | None, as_json: bool) -> None:
    if as_json:
        print_json({**transferred._asdict(), "file": path})
        return
    where = "" if path is None else f" in {path}"
    messages().print(
        f"{numbered(transferred.games, 'game')}{where}; checksum {transferred.checksum}",
        soft_wrap=True,
    )
