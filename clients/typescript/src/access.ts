// How a server is called: the longest wait, and what each call carries, above all the token, as
// docs/security.md, 1, has it.

import type { Interceptor } from "@connectrpc/connect";
import { asking, type Patience } from "./retries.js";

const LONGEST_WAIT = 60_000; // ms

/** How to call a server. */
export interface Access {
  /** The milliseconds that a call may take, all its attempts together; 60,000 without it. */
  timeoutMs?: number;
  /**
   * The milliseconds for which a call is made again that no server could answer; 30,000 without it,
   * longer than a restart takes. 0 makes each call once.
   */
  patienceMs?: number;
  /** What `covert-bots token` printed, for a server that wants it. */
  token?: string;
  /** What each call carries besides, such as `{ "covertbots-class": "batch" }`. */
  headers?: Record<string, string>;
}

/** The same as options of a transport, whose calls are also made again where they may be. */
export function settingsOf(
  { timeoutMs = LONGEST_WAIT, token, headers = {} }: Access,
  patience: Patience,
) {
  const carry: Interceptor = (next) => (request) => {
    for (const [name, value] of Object.entries(headers)) request.header.set(name, value);
    if (token !== undefined) request.header.set("authorization", `Bearer ${token}`);
    return next(request);
  };
  return { defaultTimeoutMs: timeoutMs, interceptors: [asking(patience), carry] };
}
