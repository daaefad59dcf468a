"""`covert-bots mcp`, played by a script in place of a model, with the client of the SDK."""

from __future__ import annotations

import re
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from command.shell import COMMAND, environment, mistake

mcp = pytest.importorskip("mcp")
anyio = pytest.importorskip("anyio")

Call = Callable[..., Awaitable[tuple[bool, str]]]
DECISIONS = 12  # at most: a game may end before


def with_server(script: Callable[[Call], Awaitable[None]]) -> None:
    """Run a script of calls, each of which says if it went well, and with what text."""

    async def talk() -> None:
        started = mcp.StdioServerParameters(
            command=COMMAND[0], args=[*COMMAND[1:], "mcp"], env=environment()
        )
        async with mcp.stdio_client(started) as pipes, mcp.ClientSession(*pipes) as session:
            await session.initialize()
            names = {tool.name for tool in (await session.list_tools()).tools}
            assert names == {"new_game", "view", "act", "hint"}

            async def call(tool: str, **arguments: Any) -> tuple[bool, str]:
                result = await session.call_tool(tool, arguments)
                (content,) = result.content
                return not result.is_error, content.text

            await script(call)

    anyio.run(talk)


@pytest.mark.parametrize(
    ("game", "players", "own", "unseen"),
    [
        ("covert", 2, "You are East", r"North: .*\n  cards [a-z]"),
        ("covert-action", 5, "You are Seat 2", r"Seat [1345]: (the|a) .*Plan card"),
    ],
)
def test_a_script_plays_and_sees_its_own_seat_alone(
    game: str, players: int, own: str, unseen: str
) -> None:
    async def script(call: Call) -> None:
        dealt = {"game": game, "players": players, "bots": ["random"], "seed": 3, "seat": 2}
        good, text = await call("new_game", **dealt)
        for number in range(DECISIONS):
            assert good, text
            assert own in text
            if "The game is over" in text:
                assert number > 4
                good, text = await call("act", action=1)
                assert not good
                assert "action: the game is over; call new_game" in text
                break
            assert "You decide" in text
            assert re.search(unseen, text) is None
            assert await call("view") == (True, text)
            action: int | str = 1
            if number % 2:
                first = text.partition("Your legal actions:\n")[2].partition(":")[0]
                action = first.removeprefix("1. ")
            good, text = await call("act", action=action)
        good, text = await call("new_game", game=game, bots=["greedy"], seed=5)
        _, hint = await call("hint")
        line = hint.splitlines()[0].partition(": ")[2].partition(";")[0]
        assert line
        assert line in text

    with_server(script)


def test_a_mistake_is_answered_by_what_was_expected() -> None:
    async def script(call: Call) -> None:
        for tool, arguments, said in (
            ("view", {}, "no game is being played; call new_game first"),
            ("new_game", {"game": "chess"}, "game: 'chess'; expected covert or covert-action"),
            ("new_game", {"players": 9}, "players: 9; expected 2 to 4"),
            ("new_game", {"seat": 0}, "seat: 0; expected 1 to 2"),
            ("new_game", {"seed": -1}, "seed: -1; expected a whole number from 0 to 2^64 - 1"),
            ("new_game", {"bots": ["nobody"]}, "bots: 'nobody': there is no such bot"),
            ("new_game", {"bots": ["random"] * 3}, "bots: 3 for a seat; expected one"),
        ):
            good, text = await call(tool, **arguments)
            assert not good
            assert said in text
        assert (await call("new_game", bots=["random"]))[0]
        for tool, arguments, said in (
            ("view", {"seat": 2}, "seat: 2; expected 1, which is yours"),
            ("act", {"action": "fly home"}, "action: 'fly home'; expected a number from 1 to "),
            ("act", {"action": 0}, "action: '0'; expected a number from 1 to "),
        ):
            good, text = await call(tool, **arguments)
            assert not good
            assert said in text

    with_server(script)


def test_without_the_extra_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp.server", None)
    assert mistake("mcp") == "mcp: its libraries are missing; install the extra `mcp`"
