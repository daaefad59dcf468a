// Browsers: the Connect protocol, over HTTP.

import { createConnectTransport } from "@connectrpc/connect-web";
import { CovertBots } from "./client.js";
import { askAgain } from "./retries.js";

export * from "./client.js";

/** A client of the server at `baseUrl`, such as http://localhost:8080; calls wait `timeoutMs` at most. */
export function connect(baseUrl: string, timeoutMs = 60_000): CovertBots {
  const settings = { defaultTimeoutMs: timeoutMs, interceptors: [askAgain] };
  return new CovertBots(createConnectTransport({ baseUrl, ...settings }));
}
