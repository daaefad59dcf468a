"""`covert-bots arena dataset`: the games of a plan file, played and written as Parquet."""

from __future__ import annotations

import sys
from contextlib import redirect_stdout

import click

from covert_bots.arena.plan import MOST_BLOCKS
from covert_command.arena.export import PARQUET, check_parquet, export
from covert_command.arena.play import run
from covert_command.options import file_path, json_output
from covert_command.options.file_path import FilePath
from covert_command.terminal.command_line import examples


@click.command(
    epilog=examples("covert-bots arena dataset covert-2.toml --blocks 1000 --out covert-2.parquet")
)
@click.argument("plan_file", metavar="PLAN.toml", type=file_path.ExistingFile())
@click.option(
    "--out", type=FilePath(dir_okay=False), required=True, metavar="FILE", help="New file."
)
@click.option(
    "--blocks", type=click.IntRange(1, MOST_BLOCKS), help="Deals.  [default: those of the plan]"
)
@click.option("--workers", type=click.IntRange(1), help="Processes.  [default: one for each core]")
@json_output.as_json
@click.pass_context
def dataset(
    ctx: click.Context,
    plan_file: str,
    out: str,
    blocks: int | None,
    workers: int | None,
    as_json: bool,
) -> None:
    """Play the games of a plan file, and write them as Parquet.

    Only what every run repeats is written, and the checksum is printed: it is the same on each
    machine. The games are kept in FILE.ledger; the same command resumes them. Needs the extra
    `data`.
    """
    check_parquet(out)
    ledger = f"{out}.ledger"
    with redirect_stdout(sys.stderr):  # the output is that of the export
        ctx.invoke(run, plan_file=plan_file, blocks=blocks, workers=workers, ledger=ledger)
    ctx.invoke(
        export, ledger=ledger, out=out, format_name=PARQUET, repeatable=True, as_json=as_json
    )
