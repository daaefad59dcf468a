// The service for Node: calls as promises, with a deadline each, and errors with their details.

import { fileURLToPath } from "node:url";
import grpc from "@grpc/grpc-js";
import loader from "@grpc/proto-loader";
import protobuf from "protobufjs";

const root = fileURLToPath(new URL("../../proto", import.meta.url)); // what imports start from
const files = ["covertbots/v1/opponent.proto", "covertbots/v1/referee.proto"];
const loaded = loader.loadSync(files, {
  includeDirs: [root],
  longs: String, // a seed may have 64 bits
  enums: String,
  defaults: true,
  arrays: true,
});
const { Opponent, Referee } = grpc.loadPackageDefinition(loaded).covertbots.v1;

// Of google/rpc/status.proto and error_details.proto, what the service sends.
const rpc = protobuf.parse(`
  syntax = "proto3";
  message Any { string type_url = 1; bytes value = 2; }
  message Status { repeated Any details = 3; }
  message ErrorInfo { string reason = 1; }
  message BadRequest {
    message FieldViolation { string field = 1; string description = 2; }
    repeated FieldViolation field_violations = 1;
  }
  message Duration { int64 seconds = 1; int32 nanos = 2; }
  message RetryInfo { Duration retry_delay = 1; }
`).root;

/** A call that was not answered. */
export class ServiceError extends Error {
  constructor(error) {
    super(error.details);
    this.code = grpc.status[error.code]; // such as INVALID_ARGUMENT
    this.reason = ""; // for programs, such as QUEUE_FULL
    this.violations = []; // each with the field and what is wrong with it
    this.retryAfter = null; // seconds
    const [bytes] = error.metadata?.get("grpc-status-details-bin") ?? [];
    for (const { typeUrl: url, value } of bytes ? read("Status", bytes).details : []) {
      if (url.endsWith("/google.rpc.ErrorInfo")) {
        this.reason = read("ErrorInfo", value).reason;
      } else if (url.endsWith("/google.rpc.BadRequest")) {
        this.violations = read("BadRequest", value).fieldViolations;
      } else if (url.endsWith("/google.rpc.RetryInfo")) {
        const { seconds, nanos } = read("RetryInfo", value).retryDelay;
        this.retryAfter = Number(seconds) + nanos / 1e9;
      }
    }
  }
}

function read(type, bytes) {
  return rpc.lookupType(type).decode(bytes);
}

/** A connection to a server: each call is a method that takes a request and seconds to wait. */
export function connect(target) {
  const calls = {};
  const clients = [];
  for (const Service of [Opponent, Referee]) {
    const client = new Service(target, grpc.credentials.createInsecure());
    clients.push(client);
    for (const [name, { path, requestStream }] of Object.entries(Service.service)) {
      if (requestStream) continue; // Analyze and PlaySeat: this client asks with SuggestMove
      const method = path.split("/").pop();
      calls[name[0].toLowerCase() + name.slice(1)] = (request = {}, seconds = 60) =>
        new Promise((resolve, reject) =>
          client[method](request, { deadline: Date.now() + 1000 * seconds }, (error, answer) =>
            error ? reject(new ServiceError(error)) : resolve(answer),
          ),
        );
    }
  }
  return { ...calls, close: () => clients.forEach((client) => client.close()) };
}
