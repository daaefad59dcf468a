"""The clients for Node, in JavaScript and TypeScript: tokens, TLS, and unreachable servers."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from command.languages import Made
from command.shell import LONGEST, document, environment, serving, serving_http
from service.authorities import Authority

AWAY = 3000  # ms, longer than a restart takes

NODE = """
import { readFileSync } from "node:fs";
import grpc from "@grpc/grpc-js";
import { connect } from "./covertbots.mjs";
const [target, file, token] = process.argv.slice(2);
const credentials = file && grpc.credentials.createSsl(readFileSync(file));
const call = (how) => connect(target, how).listBots();
"""
TYPESCRIPT = """
import { readFileSync } from "node:fs";
import { connect } from "./src/node.js";
const [target, file, token] = process.argv.slice(2);
const tls = file && { ca: readFileSync(file) };
const call = (how) => connect(target, how).listBots();
"""
BROWSER = """
import { connect } from "./src/browser.js";
const [target, token] = process.argv.slice(2);
const call = (how) => connect(`http://${target}`, how).listBots();
"""
SAY = """
  await call(how).then(
    ({ bots }) => console.log(bots.length > 0),
    (error) => console.log(error.message),
  );
process.exit();
"""
# In front of a server, and there only after a while.
LATE = """
import net from "node:net";
const front = (up, wait) => new Promise((known) => {
  const first = net.createServer().listen(0, "127.0.0.1", () => {
    const { port } = first.address();
    const real = net.createServer((one) => {
      const other = net.connect(up.split(":")[1], "127.0.0.1");
      one.on("error", () => {}).pipe(other.on("error", () => {})).pipe(one);
    });
    first.close(() => {
      setTimeout(() => real.listen(port, "127.0.0.1"), wait);
      known(`127.0.0.1:${port}`);
    });
  });
});
"""
# Takes calls and then says nothing more, as a machine that vanished; the time of timers runs a
# hundred times as fast.
VANISHED = """
import net from "node:net";
const really = globalThis.setTimeout;
globalThis.setTimeout = (work, wait, ...more) => really(work, wait / 100, ...more);
const settings = Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]); // of HTTP/2, empty
const silent = net.createServer((one) => one.on("error", () => {}).resume().write(settings));
const vanished = await new Promise((known) =>
  silent.listen(0, "127.0.0.1", () => known(`127.0.0.1:${silent.address().port}`)),
);
"""


class Secured(NamedTuple):
    """A server with tokens over TLS."""

    target: str
    authority: str
    token: str


@pytest.fixture(scope="module")
def tokens(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Return a file of tokens, and a token of it."""
    file = str(tmp_path_factory.mktemp("tokens") / "tokens.toml")
    return file, document("token", "lobby", "--tokens", file)["token"]


@pytest.fixture(scope="module")
def secured(tokens: tuple[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Secured]:
    authority = Authority(tmp_path_factory.mktemp("certificates"))
    files, (file, token) = authority.certify(), tokens
    words = ("--tls-cert", str(files.certificate), "--tls-key", str(files.key), "--tokens", file)
    with serving(*words) as target:
        yield Secured(target, str(authority.file), token)


def said(program: str, folder: Path, *words: str) -> list[str]:
    """Return the lines that a program in Node prints, one for each call."""
    file = folder / "called.mjs"
    file.write_text(program + SAY)
    done = subprocess.run(
        ["node", file, *words], capture_output=True, text=True, timeout=LONGEST, env=environment()
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_node_calls_a_server_with_tokens_over_tls(node: Made, secured: Secured) -> None:
    program = f"{NODE}for (const how of [{{ credentials, token }}, {{ credentials }}, {{ token }}])"
    known, without_token, in_clear_text = said(program, node.folder / "examples/node", *secured)
    assert known == "true"
    assert "UNAUTHENTICATED TOKEN_MISSING" in without_token
    assert "UNAVAILABLE" in in_clear_text


def test_the_client_in_typescript_calls_one_too(typescript: Made, secured: Secured) -> None:
    program = (
        f"{TYPESCRIPT}for (const how of [{{ tls, token }}, {{ tls }}, {{ tls: true, token }}])"
    )
    built = typescript.folder / "clients/typescript/build"
    known, without_token, without_authority = said(program, built, *secured)
    assert known == "true"
    assert without_token.startswith("[unauthenticated] ")
    assert "certificate" in without_authority


def test_a_page_sends_the_token(typescript: Made, tokens: tuple[str, str]) -> None:
    file, token = tokens
    built = typescript.folder / "clients/typescript/build"
    with serving_http("--tokens", file) as target:
        program = f"{BROWSER}for (const how of [{{ token }}, {{}}])"
        known, without_token = said(program, built, target, token)
    assert known == "true"
    assert without_token.startswith("[unauthenticated] ")


@pytest.mark.parametrize(
    ("client", "over_http"), [(NODE, False), (TYPESCRIPT, False), (BROWSER, True)]
)
def test_a_server_that_is_away_for_a_moment_is_asked_again(
    client: str, over_http: bool, request: pytest.FixtureRequest
) -> None:
    made: Made = request.getfixturevalue("node" if client is NODE else "typescript")
    folder = "examples/node" if client is NODE else "clients/typescript/build"
    behind = f"const behind = await front(target, {AWAY});\n"
    program = LATE + client.replace("(target, how)", "(behind, how)").replace(
        "{target}", "{behind}"
    )
    with (serving_http if over_http else serving)() as target:
        assert said(
            f"{program}{behind}for (const how of [{{}}])", made.folder / folder, target
        ) == ["true"]


@pytest.mark.parametrize("client", [NODE, TYPESCRIPT], ids=["Node", "TypeScript"])
def test_a_server_that_vanished_is_missed_long_before_the_deadline(
    client: str, request: pytest.FixtureRequest
) -> None:
    """The connection looks open, so only an unanswered ping shows it."""
    made: Made = request.getfixturevalue("node" if client is NODE else "typescript")
    folder = "examples/node" if client is NODE else "clients/typescript/build"
    patient = "listBots({}, 3000)" if client is NODE else "listBots()"
    program = client.replace("(target, how)", "(vanished, how)").replace("listBots()", patient)
    impatient = "{ timeoutMs: 3_000_000, patienceMs: 0, patience: 0 }"
    (line,) = said(f"{VANISHED}{program}for (const how of [{impatient}])", made.folder / folder)
    assert "unavailable" in line.lower()
