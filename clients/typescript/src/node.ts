// Node: gRPC.

import { createGrpcTransport } from "@connectrpc/connect-node";
import { CovertBots } from "./client.js";
import { askAgain } from "./retries.js";

export * from "./client.js";

/** A client of the server at `target`, such as localhost:50051; calls wait `timeoutMs` at most. */
export function connect(target: string, timeoutMs = 60_000): CovertBots {
  const settings = { defaultTimeoutMs: timeoutMs, interceptors: [askAgain] };
  return new CovertBots(createGrpcTransport({ baseUrl: `http://${target}`, ...settings }));
}
