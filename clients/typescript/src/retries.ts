// Retrying where no server could answer, as docs/protocol.md, 4, has it.

import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { RetryInfoSchema } from "./generated/google/rpc/error_details_pb.js";

const ATTEMPTS = 5; // of a call, the first one included
const FIRST_WAIT = 100; // ms
const LONGEST_WAIT = 5_000;

const LOST = [Code.Unavailable, Code.Canceled];

// The header in which a transport tells the server how many milliseconds a call has. It is set once,
// before the first attempt. Units: gRPC names its own, Connect has none.
const TIMEOUTS = [
  { name: "connect-timeout-ms", unit: "" },
  { name: "grpc-timeout", unit: "m" },
];

/**
 * Makes a call again, within its deadline, if it was not answered. Streams are left alone: `watch`
 * sees to its own.
 */
export const askAgain: Interceptor = (next) => async (request) => {
  const end = performance.now() + timeout(request.header);
  for (let attempt = 1; ; attempt++) {
    try {
      return await next(request);
    } catch (failed) {
      if (request.stream) throw failed;
      await untilNext(attempt, failed, end, request.signal);
      shorten(request.header, end - performance.now());
    }
  }
};

/** Waits from an attempt that failed until the next one; throws its error if there shall be none. */
export async function untilNext(
  attempt: number,
  failed: unknown,
  end: number,
  signal: AbortSignal,
): Promise<void> {
  const error = ConnectError.from(failed);
  const lost = LOST.includes(error.code) || unreached(error);
  if (!lost || attempt === ATTEMPTS || signal.aborted) throw error;
  const pausing = Math.max(wished(error), wait(attempt));
  if (performance.now() + pausing >= end) throw error;
  await pause(pausing, signal);
  if (signal.aborted) throw error;
}

/** Whether no server was reached, of which `fetch` in a browser says no more than a TypeError. */
function unreached({ code, cause }: ConnectError): boolean {
  return code === Code.Unknown && cause instanceof TypeError;
}

/** The milliseconds that a call has; without end if it has no deadline. */
function timeout(header: Headers): number {
  const found = TIMEOUTS.map(({ name }) => header.get(name)).find((one) => one !== null);
  return found ? Number.parseInt(found, 10) : Infinity;
}

/** Says that a call has so many milliseconds left. */
function shorten(header: Headers, left: number): void {
  for (const { name, unit } of TIMEOUTS) {
    if (header.has(name)) header.set(name, `${Math.max(1, Math.floor(left))}${unit}`);
  }
}

function wait(attempt: number): number {
  const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (attempt - 1));
  return longest * (0.8 + 0.4 * Math.random()); // not all clients at once
}

/** The milliseconds after which the server says to try again. */
function wished(error: ConnectError): number {
  const delay = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
  return delay ? Number(delay.seconds) * 1000 + delay.nanos / 1e6 : 0;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), done()), { once: true });
  });
}
