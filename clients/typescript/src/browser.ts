// Browsers: the Connect protocol, over HTTP.

import { createConnectTransport } from "@connectrpc/connect-web";
import { type Access, settingsOf } from "./access.js";
import { CovertBots } from "./client.js";
import { Patience } from "./retries.js";

export * from "./client.js";

/** A client of the server at `baseUrl`, such as http://localhost:8080, or https:// for TLS. */
export function connect(baseUrl: string, access: Access = {}): CovertBots {
  const patience = new Patience(access.patienceMs);
  return new CovertBots(createConnectTransport({ baseUrl, ...settingsOf(access, patience) }), patience);
}
