"""`covert-bots conform`: check that a server keeps the promises of `covertbots.v1`, or an engine
those of its protocol."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Iterator
from contextlib import closing
from typing import Any, NamedTuple

import click
from google.protobuf.message import DecodeError

from covert_bots.players.installed import BOTS, installed
from covert_command.conformance.checks import Check
from covert_command.conformance.engine_checks import EngineCheck, engine_checks
from covert_command.conformance.engine_trial import EngineTrial
from covert_command.conformance.tables import CHECKS
from covert_command.conformance.trial import AbsentError, BrokenError, Trial
from covert_command.covert import choices
from covert_command.options import json_output
from covert_command.options.server import Tls, access_options
from covert_command.servers.address import EXPECTED, server_of
from covert_command.servers.called import RefusedError
from covert_command.terminal.command_line import examples
from covert_command.terminal.mistakes import Mistake, one_line
from covert_command.terminal.screen import messages, output, print_json
from covert_engine.covert import compile
from covert_engine.covert.cards.card_set import CardSet

HOLDS, BROKEN, ABSENT = "holds", "broken", "absent"
STYLES = {HOLDS: "green", BROKEN: "bold red", ABSENT: "dim"}
WIDTH = max(map(len, STYLES)) + 2


class Finding(NamedTuple):
    """The result of a check."""

    promise: str
    result: str
    why: str


@click.command(
    epilog=examples(
        "covert-bots conform grpc://localhost:50051",
        "covert-bots conform http://localhost:8080 --json",
        "covert-bots conform https://example.org/covert --tls-ca ca.pem",
        "covert-bots conform --engine 'covert-bots engine --bot greedy'",
    )
)
@click.argument("address", metavar="[ADDRESS]", default="")
@click.option("--engine", metavar="COMMAND", help="Check an engine instead, which this starts.")
@access_options
@choices.card_set
@json_output.as_json
def command(
    address: str,
    engine: str | None,
    tls: Tls | None,
    token: str | None,
    card_set: CardSet | None,
    as_json: bool,
) -> int:
    """Check that a server, or an engine, conforms to its protocol.

    ADDRESS is grpc://host:port, with --tls or --tls-ca over TLS, or http://host:port or
    https://host:port for the Connect protocol, with a path if a proxy needs one. The server needs
    the house set, or the card set of --cards. Anything it does not have, such as a Referee, is not
    checked. The checks run searches of at most a few seconds.

    An engine is a program that reads and writes lines (docs/engine-protocol.md). It is started with
    the limits of the arena, and plays the house set: games of every number of players, and what is
    odd and allowed. The exit code is 1 if a check fails.
    """
    if engine is not None:
        if address or card_set is not None:
            given = address or "--cards"
            raise Mistake(f"--engine: comes with {given}; expected it alone, or an ADDRESS")
        address = engine
        results = engine_findings(engine)
    else:
        if not address:
            raise Mistake(f"ADDRESS: is missing; expected {EXPECTED}, or --engine COMMAND")
        connect = server_of(address, tls, token)
        cards = compile(choices.card_set_of(card_set))
        with closing(connect()) as server:
            results = list(findings(Trial(server, connect, cards), address))
    broken = sum(result.result == BROKEN for result in results)
    if as_json:
        print_json(
            {
                "address" if engine is None else "engine": address,
                "broken": broken,
                "checks": [result._asdict() for result in results],
            }
        )
    else:
        show(results)
    return 1 if broken else 0


def findings(trial: Trial, address: str) -> Iterator[Finding]:
    """Yield the finding of each check, in order; Mistake if no server answers."""
    try:
        trial.listed  # noqa: B018
    except DecodeError:
        pass  # the checks report it
    except RefusedError as error:
        if error.code in ("UNAVAILABLE", "DEADLINE_EXCEEDED"):
            raise Mistake(f"no server answers at {address}: {one_line(str(error))}") from None
        if error.code == "UNAUTHENTICATED":
            wrong = "expected the token of one of its clients, with --token"
            raise Mistake(f"{address}: {one_line(str(error))}; {wrong}") from None
        if error.code == "UNIMPLEMENTED":  # else all checks would be absent
            wrong = f"no server of covertbots.v1 answers at {address}; is that its path?"
            raise Mistake(f"{wrong} {one_line(str(error))}") from None
    with messages().status("") as status:
        for check in CHECKS:
            status.update(check.promise)
            yield finding(check, trial)


def engine_findings(text: str) -> list[Finding]:
    """Return the finding of each check of the engine that a command starts; if it does not answer
    the first question, of that alone."""
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise Mistake(f"--engine: {text!r}: {error}; expected a command as in a shell") from None
    program = shutil.which(command[0]) if command else None
    if program is None:
        wrong = f"{command[0]!r} is not there, or not executable" if command else "no command"
        raise Mistake(f"--engine: {wrong}; expected a program and its arguments")
    games = [game() for game in installed(BOTS).values()]
    results = []
    with (
        closing(EngineTrial([program, *command[1:]], games)) as trial,
        messages().status("") as status,
    ):
        for check in engine_checks(games):
            status.update(check.promise)
            results.append(finding(check, trial))
            if results[0].result == BROKEN:
                break
    return results


def finding(check: Check | EngineCheck, trial: Any) -> Finding:
    """Return the finding of one check."""
    try:
        check.run(trial)
    except AbsentError as error:
        return Finding(check.promise, ABSENT, str(error))
    except BrokenError as error:
        return Finding(check.promise, BROKEN, one_line(str(error)))
    except RefusedError as error:
        missing = error.code == "UNIMPLEMENTED"
        return Finding(check.promise, ABSENT if missing else BROKEN, one_line(str(error)))
    except (DecodeError, IndexError, ValueError) as error:
        why = f"an answer lacks what it must have: {one_line(str(error))}"
        return Finding(check.promise, BROKEN, why)
    return Finding(check.promise, HOLDS, "")


def show(results: list[Finding]) -> None:
    """Show the findings, a line each, and their numbers."""
    console = output()
    for result in results:
        console.print(f"{result.result:<{WIDTH}}", style=STYLES[result.result], end="")
        console.print(result.promise, soft_wrap=True)
        if result.why:
            console.print(f"{'':{WIDTH}}{result.why}", soft_wrap=True)
    hold, broken, absent = (sum(result.result == kind for result in results) for kind in STYLES)
    console.print(f"{len(results)} checks: {hold} hold, {broken} broken, {absent} absent")
