"""`covert-bots arena submit`, `withdraw` and `entrants`: bots of a league at a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from covert_bots.arena.entrants.names import ENGINE
from covert_command.options import json_output
from covert_command.options.server import ServerAddress, access_options, target
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake
from covert_command.terminal.screen import output, plain_table, print_json

if TYPE_CHECKING:
    from covertbots.v1.league_pb2 import Entrant

SECONDS = 90.0  # until a bot has been tried
SERVER = click.argument("league", metavar="SERVER", type=target)
NAME = click.option("--name", required=True, help="Name of the bot in the league.")


@click.command(
    epilog=examples(
        "covert-bots arena submit league.example.org:50051 --name bold "
        "--bot grpc://192.0.2.7:50051/ismcts",
        'covert-bots arena submit localhost:50051 --name bold --engine "./my_engine --depth 3"',
    )
)
@SERVER
@NAME
@click.option("--engine", metavar="COMMAND", help="Command that starts the bot at the league.")
@click.option("--bot", metavar="ADDRESS", help="Address of the bot: grpc://host:port/spec.")
@access_options
@json_output.as_json
def submit(
    league: str, name: str, engine: str | None, bot: str | None, as_json: bool, **access: Any
) -> None:
    """Hand in a bot to the league at SERVER.

    A bot that was stopped or withdrawn plays on if it is handed in again.
    """
    if (engine is None) == (bot is None):
        raise Mistake("--bot: expected either --bot or --engine")
    with ServerAddress(league, **access).client(timeout=SECONDS) as client:
        _show([client.submit_bot(name, bot or f"{ENGINE}{engine}")], as_json)


@click.command(epilog=examples("covert-bots arena withdraw localhost:50051 --name bold"))
@SERVER
@NAME
@access_options
@json_output.as_json
def withdraw(league: str, name: str, as_json: bool, **access: Any) -> None:
    """Withdraw a bot from the league at SERVER.

    It begins no other game. The games that it has played count.
    """
    with ServerAddress(league, **access).client() as client:
        _show([client.withdraw_bot(name)], as_json)


@click.command(epilog=examples("covert-bots arena entrants localhost:50051"))
@SERVER
@access_options
@json_output.as_json
def entrants(league: str, as_json: bool, **access: Any) -> None:
    """List the bots of the league at SERVER.

    Shows what each does, and how many games it has still to play.
    """
    with ServerAddress(league, **access).client() as client:
        _show(client.list_entrants(), as_json)


def _show(listed: list[Entrant], as_json: bool) -> None:
    rows: list[dict[str, Any]] = [
        {
            "name": each.name,
            "holder": each.holder,
            "state": _state(each),
            "games_left": each.games_left,
            "bot": each.bot,
            "detail": each.detail,
        }
        for each in listed
    ]
    if as_json:
        print_json({"entrants": rows})
        return
    table = plain_table("bot", "holder", "state", "games left", "")
    for row in rows:
        left = str(row["games_left"]) if row["games_left"] else ""
        table.add_row(row["name"], row["holder"], row["state"], left, row["detail"])
    output().print(table)


def _state(entrant: Entrant) -> str:
    """Return what it does, in a word."""
    name: str = type(entrant).State.Name(entrant.state)
    return name.removeprefix("STATE_").lower()
