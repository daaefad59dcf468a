"""Retries of `clients/typescript`: their conditions, number and deadline."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import threading
import time
from pathlib import Path

from command.shell import LONGEST, REPOSITORY
from service.test_restart import Restarted

ENDED_BY = (signal.SIGKILL, signal.SIGTERM)
CALLING_LONGEST = 600.0  # seconds; on a busy machine a server takes long to start


def test_a_call_is_made_again_if_no_server_could_answer(built: Path) -> None:
    """It is not made again otherwise, and each attempt is told what is left of the deadline; the
    test counts attempts."""
    program = built / "retries.mjs"
    program.write_text(
        """
        import { Code, ConnectError } from "@connectrpc/connect";
        import { getEventListeners } from "node:events";
        import { askAgain } from "./src/retries.js";
        const unreached = new TypeError("Failed to fetch"); // as a browser says it
        const reset = Object.assign(new Error("read ECONNRESET"), { syscall: "read" });
        const refused = new Error("Stream closed with error code NGHTTP2_REFUSED_STREAM");
        const misunderstood = new Error("Protocol error"); // of a port for HTTP/1
        for (const [code, stream, late, cause] of [
          [Code.Unavailable, false, false], [Code.Canceled, false, false],
          [Code.Unknown, false, false, unreached], [Code.Unknown, false, false],
          [Code.InvalidArgument, false, false], [Code.Unavailable, true, false],
          [Code.Unavailable, false, true],
          [Code.Aborted, false, false, reset], [Code.Internal, false, false, refused],
          [Code.Internal, false, false, misunderstood],
        ]) {
          let calls = 0;
          const control = new AbortController();
          const call = askAgain(async () => {
            calls += 1;
            if (late) control.abort();
            if (calls < 4) throw new ConnectError("as told", code, {}, [], cause);
            return "answered";
          });
          const request = { stream, signal: control.signal, header: new Headers() };
          const answer = await call(request).catch(() => "refused");
          console.log(calls, answer);
        }
        for (const [name, unit] of [["connect-timeout-ms", ""], ["grpc-timeout", "m"]]) {
          const header = new Headers({ [name]: `220${unit}` });
          const timeouts = [];
          const call = askAgain(async () => {
            timeouts.push(header.get(name));
            throw new ConnectError("as told", Code.Unavailable);
          });
          const signal = new AbortController().signal;
          await call({ stream: false, signal, header }).catch(() => undefined);
          const last = timeouts.at(-1);
          const shorter = Number.parseInt(last) < 220 && last.endsWith(unit);
          const listeners = getEventListeners(signal, "abort").length;
          console.log(timeouts.length > 1, timeouts[0], shorter, listeners);
        }
        """
    )
    shown = subprocess.run(["node", program], capture_output=True, text=True, timeout=LONGEST)
    assert shown.stdout.splitlines() == [
        "4 answered",
        "4 answered",
        "4 answered",
        "1 refused",
        "1 refused",
        "1 refused",
        "1 refused",
        "4 answered",
        "4 answered",
        "1 refused",
        "true 220 true 0",
        "true 220m true 0",
    ], shown.stderr


def test_patience_ends_and_says_what_it_was_for(built: Path) -> None:
    program = built / "patience.mjs"
    program.write_text(
        """
        import { connect } from "./src/node.js";
        for (const patienceMs of [400, 0, -1]) {
          try {
            await connect("localhost:1", { patienceMs }).listBots();
          } catch (error) {
            console.log(error.message);
          }
        }
        """
    )
    shown = subprocess.run(["node", program], capture_output=True, text=True, timeout=LONGEST)
    patient, impatient, wrong = shown.stdout.splitlines()
    assert re.fullmatch(r"\[unavailable\] .*; asked \d+ times in [\d.]+ seconds", patient)
    assert impatient.startswith("[unavailable] ")
    assert "asked" not in impatient
    assert wrong.endswith("patienceMs: -1; expected a number of milliseconds from 0 on")
    (waiting,) = shown.stderr.splitlines()  # for the first call alone
    assert waiting.startswith("asking again, for up to 0.4 seconds: [unavailable] ")


def test_a_hint_that_improves_is_asked_for_again_until_its_first_answer(built: Path) -> None:
    program = built / "watching.mjs"
    program.write_text(
        """
        import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
        import { CovertBots } from "./src/client.js";
        import { Opponent } from "./src/generated/covertbots/v1/opponent_pb.js";
        for (const [code, late, final] of [
          [Code.Unavailable, false], [Code.Unavailable, true, false], [Code.InvalidArgument, false],
          [Code.Unavailable, true, true],
        ]) {
          let calls = 0;
          const transport = createRouterTransport(({ service }) => service(Opponent, {
            async *watch() {
              calls += 1;
              if (late) yield { final };
              if (calls < 3) throw new ConnectError("as told", code);
              yield { final: true };
            },
          }));
          const heard = [];
          try {
            for await (const { final } of new CovertBots(transport).watch({})) heard.push(final);
          } catch (error) {
            heard.push(Code[error.code]);
          }
          console.log(calls, ...heard);
        }
        """
    )
    shown = subprocess.run(["node", program], capture_output=True, text=True, timeout=LONGEST)
    assert shown.stdout.splitlines() == [
        "3 true",
        "1 false Unavailable",
        "1 InvalidArgument",
        "1 true",
    ], shown.stderr


# Many callers of all that may be made again: a search, a seat, a stream of one answer, the calls of
# a host. A line that is typed asks how many answers there are so far.
CALLING = """
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { connect, fromJson, ViewSchema } from "./src/node.js";
const bots = connect(process.argv[2], { patienceMs: 500_000, timeoutMs: 500_000 });
const view = fromJson(ViewSchema, JSON.parse(readFileSync("examples/views/place.json")));
const limits = { iterations: 100n };
const seat = bots.seat({ bot: "ismcts", limits });
const calls = [
  () => bots.suggestMove(view, { bot: "ismcts", limits }),
  () => seat.decide(view),
  async () => {
    for await (const { final } of bots.watch(view, { bot: "greedy" })) if (final) return;
    throw new Error("no final answer");
  },
  async () => bots.advance(await bots.deal({ players: 2, seed: 1n })),
];
const answers = calls.map(() => 0);
const errors = [];
async function ask(number) {
  while (errors.length === 0) {
    try {
      await calls[number]();
      answers[number] += 1;
    } catch (error) {
      errors.push(`${calls[number]}: ${error}`);
    }
  }
}
for (let caller = 0; caller < 28; caller++) void ask(caller % calls.length);
for await (const _ of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify({ answers, errors }));
}
process.exit();
"""


def test_calls_go_on_if_their_server_is_ended_and_started_again(built: Path) -> None:
    program = built / "calling.mjs"
    program.write_text(CALLING)
    with (
        Restarted({}) as server,
        subprocess.Popen(
            ["node", program, server.target],
            cwd=REPOSITORY,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as node,
    ):
        alarm = threading.Timer(CALLING_LONGEST, node.kill)
        alarm.start()

        def wait_answers() -> None:
            """Wait until each kind of call has a few more answers."""
            assert node.stdin is not None
            assert node.stdout is not None
            first: list[int] = []
            while True:
                print(file=node.stdin, flush=True)
                said = json.loads(node.stdout.readline())
                assert said["errors"] == []
                first = first or said["answers"]
                if all(now - then > 5 for then, now in zip(first, said["answers"], strict=True)):
                    return
                time.sleep(0.1)

        try:
            wait_answers()
            for sent in ENDED_BY:
                server.restart(sent)
                wait_answers()
            _, warned = node.communicate()
        finally:
            alarm.cancel()
            node.kill()
    assert "asking again, for up to 500 seconds: " in warned
    assert "the server answers again" in warned
