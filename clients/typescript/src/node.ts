// Node: gRPC.

import type { ConnectionOptions } from "node:tls";
import { Code, ConnectError } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { type Access, settingsOf } from "./access.js";
import { CovertBots } from "./client.js";
import { Patience } from "./retries.js";

export * from "./client.js";

// A connection on which calls wait is asked whether its server lives: a machine that vanishes does
// not say so. The same as in the Python client.
const keptAlive = { pingIntervalMs: 30_000, pingTimeoutMs: 10_000 };

/** How to call a server over gRPC. */
export interface NodeAccess extends Access {
  /**
   * TLS: true trusts the authorities that Node does. An object has the options of `tls.connect`, such
   * as `ca`, the authority of the server's certificate, and `cert` and `key` of your own.
   */
  tls?: boolean | ConnectionOptions;
}

/** A client of the server at `target`, such as localhost:50051. */
export function connect(target: string, { tls = false, ...access }: NodeAccess = {}): CovertBots {
  const nodeOptions = typeof tls === "object" ? tls : {};
  const baseUrl = `${tls ? "https" : "http"}://${checked(target)}`;
  const patience = new Patience(access.patienceMs);
  const options = { baseUrl, nodeOptions, ...keptAlive, ...settingsOf(access, patience) };
  return new CovertBots(createGrpcTransport(options), patience);
}

function checked(target: string): string {
  const port = /^(?!https?:).+:(\d+)$/.exec(target)?.[1];
  if (port && Number(port) <= 65535) return target;
  const shown = typeof target === "string" ? `'${target}'` : `${target}`;
  const wrong = `target: ${shown}; expected host:port, such as localhost:50051`;
  throw new ConnectError(wrong, Code.InvalidArgument);
}
