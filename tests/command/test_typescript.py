"""`clients/typescript`: a game is hosted in Node over gRPC, and in a browser over HTTP."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from command.languages import Made
from command.pages import blocks
from command.running import LONGEST, REPOSITORY
from service.serving import Serving
from service.test_http_browser import browsing, chromium, pages

from covert_server.settings import Settings

SOURCES = REPOSITORY / "clients" / "typescript"
BEGINNING = 200  # decisions
# Sends what the page shows once it is at its end.
PROBE = """<script type="module">
const end = setInterval(() => {
  if (!["over", "failed"].includes(document.title)) return;
  clearInterval(end);
  const found = document.querySelector("output").innerText;
  fetch("found", { method: "POST", body: JSON.stringify(found) });
}, 100);
</script>"""


@pytest.fixture(scope="module")
def built(typescript: Made) -> Path:
    """The client as the page has it built."""
    return typescript.folder / "clients" / "typescript" / "build"


@pytest.fixture(scope="module")
def origin(built: Path) -> Iterator[tuple[str, object]]:
    """Where the page lies that the browser shows."""
    page = built / "page" / "page.html"
    page.write_text(page.read_text().replace("</html>", f"{PROBE}</html>"))
    with pages(built / "page") as served:
        yield served


def check_game(lines: list[str]) -> None:
    """What is shown: own moves, what is seen of others, and hints that improve."""
    assert any(line.startswith("You: ") for line in lines)
    assert any(line.startswith("East places ") for line in lines)
    hints = [line for line in lines if line.startswith("Hint: ")]
    assert len(hints) > 1
    assert any(line.endswith("(2000 iterations)") for line in hints)


def test_a_game_is_hosted_in_node(built: Path, server: str) -> None:
    done = subprocess.run(
        ["node", built / "examples" / "host.js", server, "2"],
        capture_output=True,
        text=True,
        timeout=LONGEST,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    check_game(lines)
    found = re.fullmatch(r"scores: (\d+) (\d+)", lines[-1])
    assert found, lines[-3:]
    for seat, name in enumerate(("North", "East"), 1):
        assert any(line.startswith(f"{name} has {found[seat]} points: ") for line in lines)


def test_a_game_is_hosted_in_a_browser(origin: tuple[str, object], tmp_path: Path) -> None:
    """Its beginning: a whole game takes a browser long."""
    chromium()
    address, sent = origin
    settings = Settings(workers=2, http_address="127.0.0.1:0", http_origins=(address,))
    with Serving(settings) as serving:
        asked = f"{address}/page.html?server={serving.url}&players=2&decisions={BEGINNING}"
        with browsing(asked, tmp_path):
            shown = sent.get(timeout=LONGEST)  # type: ignore[attr-defined]
    check_game(shown.splitlines())


def test_a_mistake_is_told_by_field_and_a_server_that_is_not_there(
    built: Path, server: str
) -> None:
    def said(*words: str) -> list[str]:
        done = subprocess.run(
            ["node", built / "examples" / "host.js", *words],
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
        assert (done.returncode, done.stdout) == (1, "")
        return done.stderr.splitlines()

    told, reason, field = said(server, "9")
    assert told.startswith("[invalid_argument] players: is 9")
    assert (reason, field) == ("INVALID_REQUEST", "players: is 9; expected 2, 3 or 4")
    (line,) = said("localhost:1", "2")
    assert line.startswith("[unavailable] ")


def test_a_call_is_made_again_if_no_server_could_answer(built: Path) -> None:
    """And only then, within its deadline, of which it is told what is left; what counts is how
    often it comes."""
    program = built / "retries.mjs"
    program.write_text(
        """
        import { Code, ConnectError } from "@connectrpc/connect";
        import { askAgain } from "./src/retries.js";
        for (const [code, stream, late] of [
          [Code.Unavailable, false, false], [Code.Canceled, false, false],
          [Code.InvalidArgument, false, false], [Code.Unavailable, true, false],
          [Code.Unavailable, false, true],
        ]) {
          let calls = 0;
          const control = new AbortController();
          const call = askAgain(async () => {
            calls += 1;
            if (late) control.abort();
            if (calls < 4) throw new ConnectError("as told", code);
            return "answered";
          });
          const request = { stream, signal: control.signal, header: new Headers() };
          const answer = await call(request).catch(() => "refused");
          console.log(calls, answer);
        }
        for (const [name, unit] of [["connect-timeout-ms", ""], ["grpc-timeout", "m"]]) {
          const header = new Headers({ [name]: `220${unit}` });
          const told = [];
          const call = askAgain(async () => {
            told.push(header.get(name));
            throw new ConnectError("as told", Code.Unavailable);
          });
          const signal = new AbortController().signal;
          await call({ stream: false, signal, header }).catch(() => undefined);
          const shorter = Number.parseInt(told[1]) < 150 && told[1].endsWith(unit);
          console.log(told.length, told[0], shorter);
        }
        """
    )
    shown = subprocess.run(["node", program], capture_output=True, text=True, timeout=LONGEST)
    assert shown.stdout.splitlines() == [
        "4 answered",
        "4 answered",
        "1 refused",
        "1 refused",
        "1 refused",
        "2 220 true",
        "2 220m true",
    ], shown.stderr


def test_what_the_page_shows_is_in_the_example() -> None:
    (shown,) = (one.text for one in blocks("docs/protocol.md") if one.language == "ts")
    assert shown in (SOURCES / "examples" / "game.ts").read_text(encoding="utf-8")


def test_no_generated_code_is_kept() -> None:
    if shutil.which("git") is None or not (REPOSITORY / ".git").exists():
        pytest.skip("no checkout of git")
    listed = subprocess.run(
        ["git", "ls-files", "clients"], cwd=REPOSITORY, capture_output=True, text=True
    )
    assert not [line for line in listed.stdout.splitlines() if "generated" in line]
