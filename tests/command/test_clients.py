"""The commands of docs/protocol.md work, in each language that is installed."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
from pathlib import Path
from threading import Event
from typing import Any

import grpc
import pytest
from command.languages import (
    BLOCKS,
    COMPILING,
    HEADED,
    JAVA,
    NEEDED,
    ONE_UNIT,
    TEXT,
    Made,
    need,
)
from command.pages import Block, checkout, typed
from command.shell import LONGEST, PROXIES, REPOSITORY, run, serving_http
from service.server import answering

from covertbots.client.channel import channel_options
from covertbots.v1 import opponent_pb2
from covertbots.v1.opponent_pb2_grpc import OpponentServicer, OpponentStub

PLACE = REPOSITORY / "examples" / "views" / "place.json"


def test_each_block_is_run() -> None:
    """bash and JavaScript are run here, Python here and by `test_docs.py`."""
    assert {block.language for block in BLOCKS} == {"bash", "python", "text", "js", "json", "ts"}
    in_bash = [block for block in BLOCKS if block.language == "bash"]
    assert [block.text for block in in_bash[:-1]] == [text for _, text in HEADED]
    assert [name for name, _ in HEADED] == list(NEEDED)


@pytest.mark.parametrize(("language", "text"), HEADED, ids=[name for name, _ in HEADED])
def test_a_client_gets_a_hint_and_reads_an_error(
    language: str, text: str, tmp_path: Path, server: str, request: pytest.FixtureRequest
) -> None:
    if language in ("Node", "TypeScript"):  # of more than one test
        folder, seen, text = request.getfixturevalue(language.lower())
    else:
        need(*NEEDED[language])
        folder, seen = tmp_path, {**checkout(tmp_path), **(JAVA if language == "Java" else {})}
        if language == "C++":
            seen["COMPILER"] = str(shutil.which("g++"))
            in_one = folder / ".venv" / "bin" / "g++"
            in_one.write_text(ONE_UNIT, encoding="utf-8")
            in_one.chmod(0o755)
    here = text.replace("localhost:50051", server)
    assert here != text
    seen = {**seen, **PROXIES}  # calls to this machine bypass them
    hint = typed(here, folder, seen, seconds=COMPILING).splitlines()[-1]
    assert f"prints `{hint}`" in TEXT
    assert f"The turn: {hint}" in run("suggest", str(PLACE), "--bot", "ismcts", columns=400).stdout

    last = here.splitlines()[-1]
    for words, said in (
        (f"{last} nope", ["INVALID_REQUEST", "\n  bot: 'nope': there is no such bot; expected"]),
        (last.replace(server, "localhost:1"), [""]),
    ):
        done = subprocess.run(
            ["bash", "-c", words],
            cwd=folder,
            env=seen,
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
        assert (done.returncode, done.stdout) == (1, "")
        assert all(part in done.stderr for part in said)
        assert "\n  at " not in done.stderr  # a stack of Node or Java
        assert "\tat " not in done.stderr


def test_the_client_in_typescript_calls_over_http_too(typescript: Made) -> None:
    """docs/http.md shows it in section 6."""
    here = typescript.last.replace("/hint.js", "/hint_over_http.js")
    assert here != typescript.last
    with serving_http() as target:
        here = here.replace("localhost:50051", target)
        printed = typed(here, typescript.folder, typescript.seen).splitlines()[-1]
    assert f"prints `{printed}`" in TEXT


def test_the_errors_are_those_shown(tmp_path: Path, server: str) -> None:
    program, _ = (block.text for block in BLOCKS if block.language == "python")
    (shown,) = (
        block.text for block in BLOCKS if block.language == "text" and "INVALID" in block.text
    )
    seen = checkout(tmp_path)
    (tmp_path / "program.py").write_text(program.replace("localhost:50051", server))
    assert typed("python program.py", tmp_path, seen) == shown


class Busy(OpponentServicer):
    """A server that refuses each of its first calls."""

    refusals = 2

    def ListBots(self, request: Any, context: Any) -> opponent_pb2.ListBotsResponse:  # noqa: N802
        if self.refusals:
            self.refusals -= 1
            context.abort(grpc.StatusCode.UNAVAILABLE, "as told")
        return opponent_pb2.ListBotsResponse(build="busy")


def test_the_service_config_waits_for_a_server_and_asks_it_again() -> None:
    """gRPC alone does so, as in other languages."""
    (config,) = (block.text for block in BLOCKS if block.language == "json")
    with socket.create_server(("127.0.0.1", 0)) as free:
        target = f"127.0.0.1:{free.getsockname()[1]}"
    with grpc.insecure_channel(target, [("grpc.service_config", config)]) as channel:
        called = OpponentStub(channel).ListBots.future(opponent_pb2.ListBotsRequest(), timeout=60)
        failing = Event()

        def hear(connectivity: grpc.ChannelConnectivity) -> None:
            if connectivity is grpc.ChannelConnectivity.TRANSIENT_FAILURE:
                failing.set()

        channel.subscribe(hear)
        assert failing.wait(60)
        assert not called.done()
        with answering(Busy(), target):
            assert called.result().build == "busy"


def test_the_arguments_of_a_channel_are_those_of_the_python_client() -> None:
    """They detect in time that a server is gone, and that it is back."""
    used = dict(channel_options("localhost:50051"))
    shown = TEXT[TEXT.index("**A machine that vanishes**") : TEXT.index("**Proxy environment var")]
    names = set(re.findall(r"`(grpc\.[\w.]+)`", shown))
    assert names == {name for name in used if re.search("keepalive|ping|reconnect", name)}
    assert used["grpc.keepalive_timeout_ms"] == used["grpc.http2.ping_timeout_ms"]
    values = re.findall(r"`(grpc\.[\w.]+)` (\d+)", shown)
    assert {name: used[name] for name, _ in values} == {name: int(value) for name, value in values}
    assert len(values) == 3


def run_node(program: str, folder: Path, seen: dict[str, str]) -> list[str]:
    """Run a program that imports from `covertbots.mjs`; return the lines that it prints."""
    (folder / "program.mjs").write_text(program)
    return typed(f"node {folder}/program.mjs", folder, seen).splitlines()


REFUSED = {  # calls that the client for Node does not make, and what it says
    "advance({ record: {}, action: [{}] })": "action: AdvanceRequest has no such field; expected "
    "record, actions, names",
    "suggestMove({ limits: { iteration: 10 } })": "limits.iteration: Limits has no such field; "
    "expected iterations, time, clock",
    "suggestMove({ bots: 'random' })": "bots: SuggestMoveRequest has no such field; expected view, "
    "bot, limits, seed, only, avoid",
    "suggestMove({ view: { players: [] } })": "view.players: View has no such field; expected "
    "covert",
    "suggestMove({ view: { covert: { to_decide: 1 } } })": "view.covert.to_decide: CovertView has "
    "no such field; expected",
    "suggestMove({ limits: { time: '1s' } })": "limits.time: '1s'; expected an object of seconds, "
    "nanos",
    "suggestMove({ view: { covert: { players: [{}, { dice: [1, 1.5] }] } } })": "view.covert."
    "players[1].dice[1]: 1.5; expected a whole number",
    "suggestMove({ view: { covert: { players: {} } } })": "view.covert.players: an object; "
    "expected an array",
    "suggestMove({ view: { covert: { phase: 'PHASE_NOPE' } } })": "view.covert.phase: "
    "'PHASE_NOPE'; expected a name of Phase, such as PHASE_UNSPECIFIED",
    "suggestMove({ view: { covert: { phase: '1' } } })": "view.covert.phase: '1'; expected a name",
    "suggestMove({ bot: 7 })": "bot: 7; expected a string",
    "suggestMove([])": "request: an array; expected an object of view, bot, ",
    "suggestMove({}, '10')": "seconds: '10'; expected a number greater than 0",
    "deal({ seed: 'abc' })": "seed: 'abc'; expected a whole number, 0 to 18446744073709551615",
    "deal({ seed: 2 ** 60 })": "seed: 1152921504606847000; expected a whole number",
    "deal({ seed: '18446744073709551616' })": "seed: '18446744073709551616'; expected",
    "deal({ players: 'three' })": "players: 'three'; expected a whole number, 0 to 4294967295",
    "deal({ players: -1 })": "players: -1; expected",
    "deal({ toString: 1 })": "toString: DealRequest has no such field",
    "listBots({ bots: 1 })": "bots: ListBotsRequest has no such field; expected game",
}


def test_node_refuses_a_request_with_a_mistake_and_names_the_field(node: Made) -> None:
    """Nobody listens at the target: nothing is sent."""
    calls = "".join(f"() => service.{call},\n" for call in REFUSED)
    said = run_node(
        'import { connect, RequestError } from "./examples/node/covertbots.mjs";\n'
        f'const service = connect("localhost:1");\nfor (const call of [{calls}])\n'
        "  await call().catch((error) =>\n"
        "    console.log(error instanceof RequestError ? error.message : `sent: ${error}`));\n",
        node.folder,
        node.seen,
    )
    assert len(said) == len(REFUSED)
    assert [
        line
        for line, wanted in zip(said, REFUSED.values(), strict=True)
        if not line.startswith(wanted)
    ] == []
    texts = [block.text.strip() for block in BLOCKS if block.language == "text"]
    assert [text for text in texts if text in said] == [texts[0]]


def test_node_names_the_call_and_the_server_in_an_error(node: Made, server: str) -> None:
    program = """
        import { connect } from "./examples/node/covertbots.mjs";
        for (const target of process.argv.slice(2)) {
          const service = connect(target, { patience: 0.3 });
          await service.deal({ players: 9 }).catch((error) => console.log(`${error}`));
          service.close();
        }
        for (const target of ["127.0.0.1", "http://localhost:50051", "a:70000", undefined])
          try { connect(target); } catch (error) { console.log(`${error}`); }
        """
    (node.folder / "errors.mjs").write_text(program)
    asked = f"node errors.mjs {server} localhost:1"
    lines = typed(asked, node.folder, node.seen).splitlines()
    assert lines[0] == (
        f"ServiceError: Deal at {server}: INVALID_ARGUMENT INVALID_REQUEST: players: is 9; "
        "expected 2, 3 or 4"
    )
    assert lines[1].startswith("ServiceError: Deal at localhost:1: UNAVAILABLE: ")
    asked = r"; is `covert-bots serve` running there\?; asked \d+ times in [\d.]+ seconds$"
    assert re.search(asked, lines[1])
    expected = "expected host:port, such as localhost:50051"
    assert lines[2:] == [
        f"RequestError: target: {given}; {expected}"
        for given in ("'127.0.0.1'", "'http://localhost:50051'", "'a:70000'", "undefined")
    ]


def test_the_client_for_node_works_in_a_project_of_its_own(
    node: Made, tmp_path: Path, server: str
) -> None:
    client = node.folder / "examples" / "node"
    shutil.copy(client / "covertbots.mjs", tmp_path)
    shutil.copytree(REPOSITORY / "proto", tmp_path / "proto")
    (tmp_path / "node_modules").symlink_to(client / "node_modules")
    shown = run_node(
        'import { connect } from "./covertbots.mjs";\n'
        f'const service = connect("{server}", {{ protos: "proto" }});\n'
        "const { record } = await service.deal({ players: 2, seed: '18446744073709551615' });\n"
        "const { news } = await service.advance({ record });\n"
        "console.log(record.seed, news.map(({ seat }) => seat).join());\nservice.close();\n",
        tmp_path,
        node.seen,
    )
    assert shown == ["18446744073709551615 0,1"]


def test_the_options_of_the_loader_are_those_of_the_client() -> None:
    client = (REPOSITORY / "examples" / "node" / "covertbots.mjs").read_text(encoding="utf-8")
    (shown,) = (block.text for block in BLOCKS if "loader" in block.text and block.language == "js")
    assert f"\n{shown}" in client
    lines = len(client.splitlines())
    assert f"a client for all calls with one answer, in {round(lines, -1)} lines" in TEXT


@pytest.mark.parametrize("host", ["node examples/node/host.mjs", "python examples/host.py"])
def test_a_host_without_a_server_says_at_once_what_it_waits_for(host: str, node: Made) -> None:
    process = subprocess.Popen(
        [*host.split(), "localhost:1"],
        cwd=node.folder,
        env=node.seen,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    line = process.stderr.readline()
    process.kill()
    process.communicate()
    assert "asking again, for up to 30 seconds: " in line
    assert "UNAVAILABLE: " in line
    assert line.endswith("; is `covert-bots serve` running there?\n")


def test_a_host_in_node_and_in_python(node: Made, server: str) -> None:
    text = [block.text for block in BLOCKS if block.language == "bash"][-1]
    here = text.replace("localhost:50051", server)
    lines = typed(here, node.folder, node.seen).splitlines()
    (ended,) = (
        at for at, line in enumerate(lines) if line.startswith("scores: ") and "won" in line
    )
    match = re.fullmatch(r"scores: (\d+) (\d+) (\d+); won by seat ([\d, ]+)", lines[ended])
    assert match is not None
    scores, winner = [int(score) for score in match.groups()[:3]], match[4]
    assert max(scores) == scores[int(winner[0])]
    assert f"South has {scores[2]} points: " in "\n".join(lines[:ended])
    assert re.fullmatch(r"scores: \[\d+, \d+, \d+\]", lines[-1])


def test_the_steps_are_those_of_the_example_in_order() -> None:
    example = (REPOSITORY / "examples" / "node" / "host.mjs").read_text(encoding="utf-8")
    steps: list[Block] = [
        block for block in BLOCKS if block.language == "js" and "loader" not in block.text
    ]
    assert len(steps) == 8
    places = [example.find(f"\n{block.text}") for block in steps]
    assert -1 not in places
    inside = [
        place for block, place in zip(steps, places, strict=True) if "while" not in block.text
    ]
    assert inside == sorted(inside)


def test_the_example_of_node_sends_nothing_secret_to_a_bot() -> None:
    example = (REPOSITORY / "examples" / "node" / "host.mjs").read_text(encoding="utf-8")
    asked = re.findall(r"const question = (.*?);\n", example)
    assert asked == ['{ view: views[seat], bot: "greedy", seed: 1 }']
