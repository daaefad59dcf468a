"""A server that dies under a command is named in a sentence, and nothing is lost."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from command.shell import COMMAND, Terminal, environment

# The program, with clients that do not go on as long as others do for a server to come back.
IMPATIENT = [
    COMMAND[0],
    "-c",
    "from covertbots.client import Client; Client.__init__.__kwdefaults__['patience'] = 1.0; "
    "from covert_command import main; main()",
]


class Server:
    """A server that can be killed."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "serve", "--port", "0", "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment(),
        )
        assert self.process.stdout is not None
        text = ""
        while not text.endswith("}\n"):
            text += self.process.stdout.readline()
        self.target = f"127.0.0.1:{json.loads(text)['port']}"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.kill()
    assert server.process.stdout is not None
    server.process.stdout.close()


@pytest.mark.parametrize("game", [(), ("--game", "covert-action", "--players", "4")])
def test_a_game_whose_server_dies_is_saved(
    game: tuple[str, ...], server: Server, tmp_path: Path
) -> None:
    record = ("--record", str(tmp_path / "game"), "--seed", "1", "--bot", "random")
    typed = ("play", *game, *record, "--server", server.target)
    with Terminal(*typed, command=IMPATIENT) as terminal:
        terminal.read_until("> ")
        server.kill()
        terminal.type("1")
        assert terminal.end() == 2
        gone = f"covert-bots: the server at {server.target} no longer answers; check that it is"
        assert gone in " ".join(terminal.text.split())
        assert "The game is saved. To resume: " in terminal.text
        assert "Traceback" not in terminal.text
    assert (tmp_path / "game").read_text().startswith("covert-")
