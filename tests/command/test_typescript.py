"""`clients/typescript`: a game is hosted in Node over gRPC, and in a browser over HTTP."""

from __future__ import annotations

import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from command.languages import Made
from command.pages import blocks
from command.shell import LONGEST, REPOSITORY
from recorded.make import FOLDER as RECORDED
from recorded.make import hosted
from service.server import Serving, eventually
from service.test_http_browser import browsing, chromium, pages

from covert_server.settings import Settings
from covertbots.client import Client
from covertbots.v1.covert_action_pb2 import CovertActionSetup

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
# After the program of the page: what it leaves out.
EVERYTHING = """
import { askAgain, Code, ConnectError, ErrorInfoSchema, StopReason } from "covertbots";
import { RecordSchema, toJson } from "covertbots/node";
const { moves } = await bots.suggestMove(view, { bot: "random", only: ["place 3 agency"] });
console.log(moves[0]?.action?.text, moves.length);
const how = { bot: "ismcts", limits: { iterations: 200n }, reasons: true, hands: true };
const { hint } = await bots.suggestMove(view, how);
console.log(hint.case === "covert" && hint.value.reasons !== undefined && hint.value.hands.length);
const { cardSet } = await bots.getCardSet();
console.log(cardSet.case === "covert" ? cardSet.value.name : cardSet.case);
console.log((await bots.listBots("covert_action")).bots[0]?.name);
const record = await bots.deal({ players: 2, seed: 2026n });
const begun = await bots.advance(record);
const [first] = begun.toDecide[0]!.legalActions;
const { record: next } = await bots.advance(record, [first!], ["Ann", "Bob"]);
const saved = fromJson(RecordSchema, toJson(RecordSchema, next!));
const again = await bots.advance(saved, [], ["Ann", "Bob"]);
console.log(saved.players, saved.seed, saved.actions.length, again.record!.actions.length === 1);
console.log(typeof askAgain);
const limits = { iterations: 9n };
const { stopReason } = await bots.suggestMove(view, { bot: "ismcts", limits });
console.log(stopReason === StopReason.ITERATIONS);
const slow = connect(TARGET, { headers: { "covertbots-class": "slow" } });
try {
  await slow.suggestMove(view, { bot: "ismcts" });
} catch (failed) {
  const error = ConnectError.from(failed);
  const [info] = error.findDetails(ErrorInfoSchema);
  console.log(error.code === Code.InvalidArgument, info?.reason, error.rawMessage);
}
"""


@pytest.fixture(scope="module")
def origin(built: Path) -> Iterator[tuple[str, object]]:
    """Serve the page that the browser shows."""
    page = built / "page" / "page.html"
    page.write_text(page.read_text().replace("</html>", f"{PROBE}</html>"))
    with pages(built / "page") as served:
        yield served


def check_game(lines: list[str]) -> None:
    """Check the output: own moves, actions of others, and hints that search to their end."""
    assert any(line.startswith("You: ") for line in lines)
    assert any(line.startswith("East places ") for line in lines)
    hints = [line for line in lines if line.startswith("Hint: ")]
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
    match = re.fullmatch(r"scores: (\d+) (\d+)", lines[-1])
    assert match, lines[-3:]
    for seat, name in enumerate(("North", "East"), 1):
        assert any(line.startswith(f"{name} has {match[seat]} points: ") for line in lines)


def test_a_game_is_hosted_in_a_browser(origin: tuple[str, object], tmp_path: Path) -> None:
    """Only its beginning is played: a whole game takes a browser long."""
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


def test_a_target_that_is_no_host_and_port_is_named(built: Path) -> None:
    """The clients for Node and Python do the same; nothing is sent."""
    program = built / "targets.mjs"
    program.write_text(
        """
        import { connect, mistakes } from "./src/node.js";
        const targets = ["http://localhost:8080", "localhost", "a:70000", undefined, "[::1]:1"];
        for (const target of targets) {
          try {
            connect(target);
            console.log("taken");
          } catch (error) {
            console.log(...mistakes(error));
          }
        }
        """
    )
    shown = subprocess.run(["node", program], capture_output=True, text=True, timeout=LONGEST)
    assert shown.stdout.splitlines() == [
        *(
            f"[invalid_argument] target: {given}; expected host:port, such as localhost:50051"
            for given in ("'http://localhost:8080'", "'localhost'", "'a:70000'", "undefined")
        ),
        "taken",
    ], shown.stderr


@pytest.mark.parametrize(
    ("transport", "leave"),
    [
        ("node", "loop"),
        ("node", "signal of the loop"),
        ("node", "seat"),
        ("browser", "loop"),
        ("browser", "signal of one answer"),
    ],
)
def test_a_client_that_leaves_a_search_frees_its_worker(
    built: Path, transport: str, leave: str
) -> None:
    program = built / "leaving.mjs"
    program.write_text(
        """
        import { readFileSync } from "node:fs";
        const [transport, address, leave] = process.argv.slice(2);
        const { connect, fromJson, ViewSchema } = await import(`./src/${transport}.js`);
        const bots = connect(address);
        const view = fromJson(ViewSchema, JSON.parse(readFileSync("examples/views/place.json")));
        const how = { bot: "ismcts", limits: { iterations: 10_000_000n } };
        const left = new AbortController();
        const options = { signal: left.signal };
        const abort = () => left.abort();
        const failed = (error) => console.log(error.rawMessage);
        if (leave === "loop") {
          for await (const { final } of bots.watch(view, how)) {
            console.log(final);
            break;
          }
        } else if (leave === "signal of the loop") {
          try {
            for await (const { final } of bots.watch(view, how, options)) abort();
          } catch (error) {
            failed(error);
          }
        } else {
          process.stdin.once("data", abort); // once it runs
          const limits = { iterations: 9_000_000n };
          await (leave === "seat"
            ? bots.seat({ bot: "ismcts" }).decide(view, limits, options)
            : bots.suggestMove(view, how, options)
          ).catch(failed);
        }
        console.log("left");
        setTimeout(() => undefined, 600_000); // and its connections stay open
        """
    )
    with Serving(Settings(workers=1, http_address="127.0.0.1:0")) as serving:
        address = serving.target if transport == "node" else serving.url
        running = subprocess.Popen(
            ["node", program, transport, address, leave],
            cwd=REPOSITORY,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert running.stdin is not None
        assert running.stdout is not None
        alarm = threading.Timer(LONGEST, running.kill)
        alarm.start()
        try:
            if leave in ("signal of one answer", "seat"):
                eventually(lambda: serving.running == 1, within=LONGEST)
                print("now", file=running.stdin, flush=True)
            said = [line.strip() for line in (running.stdout.readline(), running.stdout.readline())]
            assert said == ["false" if leave == "loop" else "This operation was aborted", "left"]
            eventually(lambda: serving.running == 0)
        finally:
            alarm.cancel()
            running.kill()
            running.communicate()


def test_a_recorded_game_is_played_without_bots(built: Path) -> None:
    """The calls are those that a host in Python made; a mistake comes with its field."""
    program = built / "recorded.mjs"
    program.write_text(
        """
        import { connect, mistakes } from "./src/browser.js";
        const bots = connect(process.argv[2], { attempts: 1 });
        const setup = { case: "covertAction", value: {} };
        const views = new Map();
        let game = await bots.advance(await bots.deal({ players: 5, seed: 2026n, setup }));
        while (!game.result) {
          for (const { seat, moments } of game.news) {
            for (const { view } of moments) views.set(seat, view);
          }
          const actions = [];
          for (const { seat } of game.toDecide) {
            const how = { bot: "greedy", seed: 1n };
            const { moves } = await bots.suggestMove(views.get(seat), how);
            actions.push(moves[0].action);
          }
          game = await bots.advance(game.record, actions);
        }
        console.log(game.record.actions.length, ...game.result.winners);
        await bots.deal({ players: 9 }).catch((error) => console.log(...mistakes(error)));
        await bots.deal({ players: 4 }).catch((error) => console.log(...mistakes(error)));
        """
    )
    calls = Settings(workers=1, http_address="127.0.0.1:0", replay=RECORDED)
    with Serving(calls) as serving:
        shown = subprocess.run(
            ["node", program, serving.url], capture_output=True, text=True, timeout=LONGEST
        )
        with Client(serving.target) as client:
            actions = hosted(client, 5, CovertActionSetup())
    assert shown.returncode == 0, shown.stderr
    end, wrong, unknown = shown.stdout.splitlines()
    assert int(end.split()[0]) == len(actions)
    assert wrong.endswith("INVALID_REQUEST players: is 9; expected 2, 3 or 4")
    assert unknown.startswith("[not_found] this request is not recorded; the nearest is in ")


@pytest.mark.parametrize("transport", ["node", "browser"])
def test_legal_actions_and_reviews_come_with_their_types(built: Path, transport: str) -> None:
    program = built / "reviewing.mjs"
    program.write_text(
        """
        import { readFileSync } from "node:fs";
        const [transport, address] = process.argv.slice(2);
        const { connect, fromJson, ViewSchema } = await import(`./src/${transport}.js`);
        const bots = connect(address);
        const view = fromJson(ViewSchema, JSON.parse(readFileSync("examples/views/place.json")));
        const { toDecide } = await bots.listLegalActions(view);
        console.log(toDecide.legalActions.every(({ text, words, operands }) =>
          text && words && operands.case === "covert"), toDecide.legalActions.length > 1);
        let game = await bots.advance(await bots.deal({ players: 2, seed: 5n }));
        while (game.record.actions.length < 12) {
          game = await bots.advance(game.record, game.toDecide[0].legalActions.slice(-1));
        }
        const how = { bot: "ismcts", limits: { iterations: 9n } };
        const kinds = new Set();
        let last;
        for await (last of bots.reviewGame(game.record, 0, how)) kinds.add(last.news.case);
        console.log([...kinds].join(), last.news.case, last.done === last.parts);
        const { judged, luck } = last.news.value;
        console.log(judged > 0, luck.case, typeof luck.value.total);
        const long = { ...how, limits: { iterations: 1_000_000_000n } };
        for await (const news of bots.reviewGame(game.record, 0, long)) break;
        console.log("left");
        setTimeout(() => undefined, 600_000); // and its connections stay open
        """
    )
    with Serving(Settings(workers=1, http_address="127.0.0.1:0")) as serving:
        address = serving.target if transport == "node" else serving.url
        running = subprocess.Popen(
            ["node", program, transport, address], cwd=REPOSITORY, text=True, stdout=subprocess.PIPE
        )
        assert running.stdout is not None
        alarm = threading.Timer(LONGEST, running.kill)
        alarm.start()
        try:
            said = [running.stdout.readline().strip() for _ in range(4)]
            assert said == [
                "true true",
                ",decision,review review true",
                "true covert number",
                "left",
            ]
            eventually(lambda: serving.running == 0)
        finally:
            alarm.cancel()
            running.kill()
            running.communicate()


def test_the_client_works_in_a_project_of_its_own(
    typescript: Made, tmp_path: Path, server: str
) -> None:
    """It runs the program of the page, with types, and then calls everything else."""
    client = typescript.folder / "clients" / "typescript"
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "covertbots").symlink_to(client)
    (tmp_path / "node_modules" / "@types").symlink_to(client / "node_modules" / "@types")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    shutil.copy(REPOSITORY / "examples" / "views" / "place.json", tmp_path)
    _, shown = (block.text for block in blocks("docs/protocol.md") if block.language == "ts")
    shown = shown.replace("localhost:50051", server)
    (tmp_path / "program.ts").write_text(f"{shown}{EVERYTHING}".replace("TARGET", f'"{server}"'))
    compiler = client / "node_modules" / ".bin" / "tsc"
    subprocess.run(
        [compiler, "--module", "nodenext", "--strict", "program.ts"],
        cwd=tmp_path,
        timeout=LONGEST,
        check=True,
    )
    done = subprocess.run(
        ["node", "program.js"], cwd=tmp_path, capture_output=True, text=True, timeout=LONGEST
    )
    assert done.returncode == 0, done.stderr
    avoiding, *rest = done.stdout.splitlines()
    assert avoiding.endswith(".")
    assert "Agency Cards" not in avoiding
    assert rest == [
        *("place 3 agency 1", "2", "House set", "random", "2 2026n 1 true", "function", "true"),
        "true INVALID_REQUEST covertbots-class: is 'slow'; expected interactive or batch",
    ]


def test_what_the_page_shows_is_in_the_example() -> None:
    shown, _ = (block.text for block in blocks("docs/protocol.md") if block.language == "ts")
    assert shown in (SOURCES / "examples" / "game.ts").read_text(encoding="utf-8")


def test_no_generated_code_is_kept() -> None:
    if shutil.which("git") is None or not (REPOSITORY / ".git").exists():
        pytest.skip("no checkout of git")
    listed = subprocess.run(
        ["git", "ls-files", "clients"], cwd=REPOSITORY, capture_output=True, text=True
    )
    assert not [line for line in listed.stdout.splitlines() if "generated" in line]


def test_a_value_that_fits_no_field_is_named_by_its_path(built: Path) -> None:
    """Nothing is sent: no server is there."""
    program = built / "unfit.mjs"
    program.write_text(
        """
        import { connect, mistakes } from "./src/node.js";
        const bots = connect("localhost:1");
        const setup = { case: "covert", value: { characters: [1, -2] } };
        const asked = [
          () => bots.deal({ players: -1 }),
          () => bots.deal({ players: 2, setup }),
          () => bots.suggestMove(undefined, { only: ["pass", { text: "pass", seat: 2.5 }] }),
          () => bots.watch(undefined, { limits: { iterations: -4n } }).next(),
        ];
        for (const ask of asked) {
          try {
            await ask();
            console.log("sent");
          } catch (error) {
            console.log(mistakes(error)[0]);
          }
        }
        """
    )
    done = subprocess.run(["node", program], capture_output=True, text=True, timeout=LONGEST)
    assert done.stdout.splitlines() == [
        "[invalid_argument] players: invalid uint32: -1",
        "[invalid_argument] setup.value.characters: invalid uint32: -2",
        "[invalid_argument] only[1].seat: invalid uint32: 2.5",
        "[invalid_argument] request.limits.iterations: invalid uint64: -4",
    ], done.stderr
