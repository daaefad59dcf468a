// The service for Node: calls as promises, with a deadline each, requests that are checked before
// they are sent, and errors with their details.

import path from "node:path";
import { fileURLToPath } from "node:url";
import grpc from "@grpc/grpc-js";
import loader from "@grpc/proto-loader";
import protobuf from "protobufjs";

const checkout = fileURLToPath(new URL("../../proto", import.meta.url));
const files = ["covertbots/v1/opponent.proto", "covertbots/v1/referee.proto"];

// What gRPC makes again by itself, and how often: docs/protocol.md, 4.
const again = {
  loadBalancingConfig: [{ round_robin: {} }],
  methodConfig: [
    {
      name: [{}],
      retryPolicy: {
        maxAttempts: 5,
        initialBackoff: "0.1s",
        maxBackoff: "5.0s",
        backoffMultiplier: 2.0,
        retryableStatusCodes: ["UNAVAILABLE", "CANCELLED"],
      },
    },
  ],
};

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

/** A request that cannot be made of the values given; nothing has been sent. */
export class RequestError extends Error {
  constructor(field, wrong) {
    super(`${field}: ${wrong}`);
    this.name = "RequestError";
    this.field = field; // its path, such as limits.iterations
  }
}

/** A call that was not answered. */
export class ServiceError extends Error {
  constructor(error, call) {
    super();
    this.name = "ServiceError";
    this.code = grpc.status[error.code]; // such as INVALID_ARGUMENT
    this.reason = ""; // for programs, such as QUEUE_FULL
    this.violations = []; // each with the field and what is wrong with it
    this.retryAfter = null; // seconds
    for (const { typeUrl: url, value } of detailsOf(error)) {
      try {
        if (url.endsWith("/google.rpc.ErrorInfo")) {
          this.reason = read("ErrorInfo", value).reason;
        } else if (url.endsWith("/google.rpc.BadRequest")) {
          this.violations = read("BadRequest", value).fieldViolations;
        } else if (url.endsWith("/google.rpc.RetryInfo")) {
          const { seconds, nanos } = read("RetryInfo", value).retryDelay ?? { seconds: 0, nanos: 0 };
          this.retryAfter = Number(seconds) + nanos / 1e9;
        }
      } catch {} // what cannot be read is left out
    }
    const status = this.reason ? `${this.code} ${this.reason}` : this.code;
    const nobody = this.code === "UNAVAILABLE" && !this.reason;
    const asked = nobody ? "; is `covert-bots serve` running there?" : "";
    this.message = `${call}: ${status}: ${error.details}${asked}`;
  }
}

function detailsOf(error) {
  const [bytes] = error.metadata?.get("grpc-status-details-bin") ?? [];
  try {
    return bytes ? read("Status", bytes).details : [];
  } catch {
    return [];
  }
}

function read(type, bytes) {
  return rpc.lookupType(type).decode(bytes);
}

/**
 * A connection to the server at host:port. Each call with one answer is a method that takes a
 * request and seconds to wait. `protos` is the folder that has covertbots/v1/opponent.proto and the
 * other files. `token` is what `covert-bots token` printed, and `credentials`, of `grpc.credentials`,
 * are for TLS, which there is none of without them.
 */
export function connect(target, { protos = checkout, token, credentials } = {}) {
  const port = /^(?!https?:).+:(\d+)$/.exec(target)?.[1];
  if (!port || Number(port) > 65535) {
    throw new RequestError("target", `${shown(target)}; expected host:port, such as localhost:50051`);
  }
  const loaded = loader.loadSync(files, {
    includeDirs: [protos],
    longs: String, // a seed may have 64 bits
    enums: String, // as in a saved view
    defaults: true, // without it whatever is 0 is absent, such as the number of seat 0
    arrays: true, // without it an empty list is absent
  });
  const { Opponent, Referee } = grpc.loadPackageDefinition(loaded).covertbots.v1;
  const types = new protobuf.Root();
  types.resolvePath = (_, file) => path.join(protos, file);
  types.loadSync(files).resolveAll();

  const metadata = new grpc.Metadata();
  if (token !== undefined) metadata.set("authorization", `Bearer ${token}`);
  const secured = credentials ?? grpc.credentials.createInsecure();
  const options = {
    "grpc.service_config": JSON.stringify(again),
    "grpc.max_receive_message_length": 32 << 20, // every new view of every seat
    "grpc.keepalive_time_ms": 30_000, // whether a server still lives on which calls wait
    "grpc.keepalive_timeout_ms": 10_000,
    "grpc.max_reconnect_backoff_ms": 5_000, // a server that is back is not waited for two minutes
  };
  const calls = {};
  const clients = [];
  for (const Service of [Opponent, Referee]) {
    const client = new Service(target, secured, options);
    clients.push(client);
    for (const [name, { path: called, ...streams }] of Object.entries(Service.service)) {
      if (streams.requestStream || streams.responseStream) continue; // Watch, Analyze, PlaySeat
      const [, service, method] = called.split("/");
      const type = types.lookupService(service).methods[method].resolvedRequestType;
      calls[name[0].toLowerCase() + name.slice(1)] = async (request = {}, seconds = 60) => {
        check(type, request);
        if (!(typeof seconds === "number" && seconds > 0)) {
          throw new RequestError("seconds", `${shown(seconds)}; expected a number greater than 0`);
        }
        const deadline = Date.now() + 1000 * seconds;
        return new Promise((resolve, reject) =>
          client[method](request, metadata.clone(), { deadline }, (error, answer) =>
            error ? reject(new ServiceError(error, `${method} at ${target}`)) : resolve(answer),
          ),
        );
      };
    }
  }
  return { ...calls, close: () => clients.forEach((client) => client.close()) };
}

// protobuf.js sends a request without the fields it does not know, and makes a number of anything.

function check(type, message, at = "") {
  if (message === null || typeof message !== "object" || Array.isArray(message)) {
    const expected = `an object of ${Object.keys(type.fields).join(", ")}`;
    throw new RequestError(at || "request", `${shown(message)}; expected ${expected}`);
  }
  for (const [name, value] of Object.entries(message)) {
    const field = Object.hasOwn(type.fields, name) && type.fields[name];
    const where = at ? `${at}.${name}` : name;
    if (!field) {
      const names = Object.keys(type.fields).join(", ") || "no field";
      throw new RequestError(where, `${type.name} has no such field; expected ${names}`);
    }
    if (value === null || value === undefined) continue; // absent
    if (!field.repeated) checkValue(field, value, where);
    else if (Array.isArray(value)) value.forEach((one, i) => checkValue(field, one, `${where}[${i}]`));
    else throw new RequestError(where, `${shown(value)}; expected an array`);
  }
}

function checkValue({ type, resolvedType }, value, where) {
  if (resolvedType instanceof protobuf.Type) return check(resolvedType, value, where);
  const expected = resolvedType ? notOf(resolvedType, value) : notScalar(type, value);
  if (expected) throw new RequestError(where, `${shown(value)}; expected ${expected}`);
}

function notOf({ name, values, valuesById }, value) {
  const known = typeof value === "number" ? valuesById : values;
  return Object.hasOwn(known, value) ? "" : `a name of ${name}, such as ${Object.keys(values)[0]}`;
}

function notScalar(type, value) {
  const [, unsigned, bits] = /^(?:(u)|s)?int(32|64)$/.exec(type) ?? [];
  if (!bits) {
    const wanted = { string: "string", bool: "boolean", double: "number", float: "number" }[type];
    return !wanted || typeof value === wanted ? "" : `a ${wanted}`;
  }
  const size = BigInt(bits);
  const [low, high] = unsigned ? [0n, 2n ** size] : [-(2n ** (size - 1n)), 2n ** (size - 1n)];
  const digits = typeof value === "string" && /^-?\d+$/.test(value);
  const whole = digits || Number.isSafeInteger(value);
  const fits = whole && BigInt(value) >= low && BigInt(value) < high;
  const big = bits === "64" ? ", as a text from 2^53 on" : "";
  return fits ? "" : `a whole number, ${low} to ${high - 1n}${big}`;
}

function shown(value) {
  if (typeof value === "string") return `'${value}'`;
  return Array.isArray(value) ? "an array" : typeof value === "object" && value ? "an object" : `${value}`;
}
