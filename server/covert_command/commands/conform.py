"""`covert-bots conform`: check that a server keeps the promises of `covertbots.v1`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

import click
from google.protobuf.message import DecodeError

from covert_command.conformance.checks import Check
from covert_command.conformance.tables import CHECKS
from covert_command.conformance.trial import AbsentError, BrokenError, Trial
from covert_command.covert import choices
from covert_command.options import json_output
from covert_command.options.server import Tls, access_options
from covert_command.servers.address import server_of
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
    )
)
@click.argument("address", metavar="ADDRESS")
@access_options
@choices.card_set
@json_output.as_json
def command(
    address: str, tls: Tls | None, token: str | None, card_set: CardSet | None, as_json: bool
) -> int:
    """Check that a server conforms to the protocol.

    ADDRESS is grpc://host:port, with --tls or --tls-ca over TLS, or http://host:port or
    https://host:port for the Connect protocol, with a path if a proxy needs one. The server needs
    the house set, or the card set of --cards. Anything it does not have, such as a Referee, is not
    checked. The checks run searches of at most a few seconds. The exit code is 1 if a check fails.
    """
    connect = server_of(address, tls, token)
    cards = compile(choices.card_set_of(card_set))
    with closing(connect()) as server:
        results = list(findings(Trial(server, connect, cards), address))
    broken = sum(result.result == BROKEN for result in results)
    if as_json:
        print_json(
            {
                "address": address,
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


def finding(check: Check, trial: Trial) -> Finding:
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
