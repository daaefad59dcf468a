// The service for Node: calls as promises, with a deadline each, requests that are checked before
// they are sent, and errors with their details.

import path from "node:path";
import { fileURLToPath } from "node:url";
import grpc from "@grpc/grpc-js";
import loader from "@grpc/proto-loader";
import protobuf from "protobufjs";

const checkout = fileURLToPath(new URL("../../proto", import.meta.url));
const files = ["covertbots/v1/opponent.proto", "covertbots/v1/referee.proto"];

const PATIENCE = 30; // seconds for which a call is made again: longer than a restart takes
const LOST = ["UNAVAILABLE", "CANCELLED"]; // how a call ends that no server could answer
const FIRST_WAIT = 0.1; // seconds, at most
const LONGEST_WAIT = 5;

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
  constructor(error, call, target) {
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
    const asked = nobody ? proxied(target) || "; is `covert-bots serve` running there?" : "";
    this.message = `${call} at ${target}: ${status}: ${error.details}${asked}`;
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
 * are for TLS, which there is none of without them. A call that no server could answer is made again
 * for `patience` seconds, within its own.
 */
export function connect(
  target,
  { protos = checkout, token, credentials, patience = PATIENCE } = {},
) {
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
    "grpc.service_config": JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
    "grpc.enable_retries": 0, // `answered` makes calls again, for longer than gRPC does
    ...(isHere(target) && { "grpc.enable_http_proxy": 0 }),
    "grpc.max_receive_message_length": 32 << 20, // every new view of every seat
    "grpc.keepalive_time_ms": 30_000, // whether a server still lives on which calls wait
    "grpc.keepalive_timeout_ms": 10_000,
    "grpc.initial_reconnect_backoff_ms": 200, // a server that is back is found soon
    "grpc.max_reconnect_backoff_ms": 5_000, // and not after two minutes
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
        const ask = () =>
          new Promise((resolve, reject) =>
            client[method](request, metadata.clone(), { deadline }, (error, answer) =>
              error ? reject(new ServiceError(error, method, target)) : resolve(answer),
            ),
          );
        return answered(ask, target, patience, deadline);
      };
    }
  }
  return { ...calls, close: () => clients.forEach((client) => client.close()) };
}

/** The answer, asked for again where no server could give it, until patience or deadline end. */
async function answered(ask, target, patience, deadline) {
  let since, before;
  for (let failed = 1; ; failed++) {
    try {
      const answer = await ask();
      away.delete(target);
      return answer;
    } catch (error) {
      since ??= Date.now();
      const left = since / 1000 + patience - Date.now() / 1000;
      const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (failed - 1));
      const wait = error.retryAfter ?? Math.min(Math.random() * longest, left);
      const late = left <= 0 || wait > left || Date.now() + 1000 * wait >= deadline;
      if (!LOST.includes(error.code) || late) {
        const seconds = ((Date.now() - since) / 1000).toFixed(1);
        if (failed > 1) error.message += `; asked ${failed} times in ${seconds} seconds`;
        if (before && !LOST.includes(error.code)) error.message += `; before that: ${before}`;
        throw error;
      }
      before = error.message;
      if (!error.reason && !away.has(target)) {
        away.add(target);
        console.warn(`asking again, for up to ${patience} seconds: ${error.message}`);
      }
      await new Promise((done) => setTimeout(done, 1000 * wait));
    }
  }
}

const away = new Set(); // servers of which it was said that they are waited for

// gRPC asks the proxy that the environment names for every server, for those of this machine too.

/** Whether a server is on this machine. */
function isHere(target) {
  const host = target.slice(0, target.lastIndexOf(":")).replace(/^(dns:\/*|ipv[46]:)/, "");
  return /^(\[?(::1|::ffff:127\..*)\]?|127\..*|(.*\.)?localhost\.?)$/i.test(host);
}

/** Words for the proxy that calls to a server go through; empty without one. */
function proxied(target) {
  const name = ["grpc_proxy", "https_proxy", "http_proxy"].find((one) => process.env[one]);
  if (!name || isHere(target)) return "";
  const proxy = process.env[name].replace(/\/\/.*@/, "//"); // without its password
  return `; the environment variable ${name} sends calls to ${target} through ${proxy}`;
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
