// Asking again where no server could answer, as docs/protocol.md, 4, has it.

import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { RetryInfoSchema } from "./generated/google/rpc/error_details_pb.js";

/** The milliseconds for which a call is made again, without other words: longer than a restart. */
const PATIENCE = 30_000;
const FIRST_WAIT = 100; // ms, at most
const LONGEST_WAIT = 5_000;

const LOST = [Code.Unavailable, Code.Canceled];

// How Node ends a call of a connection that is gone, where it has no error of the system for it.
const BROKEN = /NGHTTP2_(REFUSED_STREAM|CANCEL)\b/;

// The header in which a transport tells the server how many milliseconds a call has. It is set once,
// before the first attempt. Units: gRPC names its own, Connect has none.
const TIMEOUTS = [
  { name: "connect-timeout-ms", unit: "" },
  { name: "grpc-timeout", unit: "m" },
];

/** How long the calls of a client are made again, and whether it was said that its server is away. */
export class Patience {
  private told = false;

  constructor(readonly milliseconds = PATIENCE) {
    if (!(milliseconds >= 0)) {
      const wrong = `patienceMs: ${milliseconds}; expected a number of milliseconds from 0 on`;
      throw new ConnectError(wrong, Code.InvalidArgument);
    }
  }

  /** Says once, until a server answers again, what is waited for. A full server is no fault. */
  lost({ message, code, details }: ConnectError): void {
    if (this.told || (code === Code.Unavailable && details.length > 0)) return;
    this.told = true;
    console.warn(`asking again, for up to ${this.milliseconds / 1000} seconds: ${message}`);
  }

  answered(): void {
    if (this.told) console.warn("the server answers again");
    this.told = false;
  }
}

/** The attempts at one call. */
export class Attempts {
  private failed = 0;
  private since = 0;
  private before = ""; // what the attempt before the last one failed with

  /** `end` is when the call must be over, as `performance.now()` reads. */
  constructor(
    private readonly patience: Patience,
    private readonly end: number,
  ) {}

  /** Waits from an attempt that failed until the next one; throws why if there shall be none. */
  async next(failed: unknown, signal: AbortSignal): Promise<void> {
    const error = ConnectError.from(failed);
    const now = performance.now();
    if (++this.failed === 1) this.since = now;
    const left = this.since + this.patience.milliseconds - now;
    const wished = wishOf(error);
    const pausing = wished ?? Math.min(drawn(this.failed), left);
    const lost = (LOST.includes(error.code) || isBroken(error)) && !isDistrusted(error);
    const late = left <= 0 || pausing > left || now + pausing >= this.end;
    if (!lost || late || signal.aborted) throw this.told(error, now, lost);
    this.before = error.message;
    this.patience.lost(error);
    await pause(pausing, signal);
    if (signal.aborted) throw error;
  }

  /** The same error, which says how often it has been asked for how long. */
  private told(error: ConnectError, now: number, lost: boolean): ConnectError {
    if (this.failed > 1) {
      const seconds = ((now - this.since) / 1000).toFixed(1);
      error.message += `; asked ${this.failed} times in ${seconds} seconds`;
      if (!lost) error.message += `; before that: ${this.before}`;
    }
    return error;
  }
}

/**
 * Makes calls again, within their deadlines and for as long as the patience lasts, if they were not
 * answered. Streams are left alone: `watch` sees to its own.
 */
export function asking(patience: Patience): Interceptor {
  return (next) => async (request) => {
    if (request.stream) return next(request);
    const end = performance.now() + timeout(request.header);
    const attempts = new Attempts(patience, end);
    for (;;) {
      try {
        const answer = await next(request);
        patience.answered();
        return answer;
      } catch (failed) {
        await attempts.next(failed, request.signal);
        shorten(request.header, end - performance.now());
      }
    }
  };
}

/** The same, for 30 seconds. */
export const askAgain: Interceptor = asking(new Patience());

/**
 * True if there was no connection, or no longer: `fetch` in a browser says no more of that than a
 * TypeError; in Node the cause names the system call, as of `read ECONNRESET`, or is HTTP/2's.
 */
function isBroken({ code, cause }: ConnectError): boolean {
  if (!(cause instanceof Error)) return false;
  const unreached = code === Code.Unknown && cause instanceof TypeError;
  return unreached || "syscall" in cause || BROKEN.test(cause.message);
}

/** Whether the server's certificate is not trusted, which waiting does not change. */
function isDistrusted({ message }: ConnectError): boolean {
  return /certificate/i.test(message);
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

/** A wait drawn from all that is shorter than the longest one: not all clients come at once. */
function drawn(failed: number): number {
  return Math.random() * Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failed - 1));
}

/** The milliseconds after which the server says to try again, if it does. */
function wishOf(error: ConnectError): number | undefined {
  const delay = error.findDetails(RetryInfoSchema)[0]?.retryDelay;
  return delay && Number(delay.seconds) * 1000 + delay.nanos / 1e6;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
