// The answers of a call, which is made again where it is lost.

import { type CallOptions, Code, ConnectError } from "@connectrpc/connect";
import { Attempts, type Patience } from "./retries.js";

const NO_ANSWER = "the server ended the call without its last answer";

/**
 * The answers of a call, which is made again until its first one. The last one ends it, however its
 * connection ends. If it `goesOn`, `call` asks for what is still missing: then it is made again
 * after each answer, and until the last.
 */
export async function* answers<Answer>(
  patience: Patience,
  call: (options: CallOptions) => AsyncIterable<Answer>,
  isLast: (answer: Answer) => boolean,
  options: CallOptions,
  goesOn = false,
): AsyncGenerator<Answer, void, undefined> {
  const control = new AbortController();
  const abort = () => control.abort(options.signal?.reason);
  if (options.signal?.aborted) abort();
  options.signal?.addEventListener("abort", abort);
  const { signal } = control;
  const end = options.timeoutMs ? performance.now() + options.timeoutMs : Infinity;
  let attempts = new Attempts(patience, end);
  let answered = false;
  let over = false;
  try {
    for (;;) {
      const left = end === Infinity ? {} : { timeoutMs: Math.max(1, end - performance.now()) };
      try {
        for await (const answer of call({ ...options, ...left, signal })) {
          answered = true;
          over = isLast(answer);
          patience.answered();
          attempts = new Attempts(patience, end);
          yield answer;
        }
        if (over || !goesOn) return;
        throw new ConnectError(NO_ANSWER, Code.Unavailable);
      } catch (failed) {
        if (over) return;
        if (answered && !goesOn) throw failed;
        await attempts.next(failed, signal);
      }
    }
  } finally {
    options.signal?.removeEventListener("abort", abort);
    control.abort(); // the iterables of Connect do not hear that a loop was left
  }
}
