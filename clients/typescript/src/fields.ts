// A request that cannot be encoded is refused by the name of the field that does not fit.

import type { DescMessage, Message } from "@bufbuild/protobuf";
import { toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";

// As @bufbuild/protobuf says it: the field with its message, what is wrong with the value, the value.
const UNFIT = /cannot encode field (.+)\.(\w+) to binary: (.*)$/s;

/** Names the field of a request whose value does not fit it, by its path; nothing is sent then. */
export const namesFields: Interceptor = (next) => async (request) => {
  const { input, methodKind } = request.method;
  if (!request.stream) {
    check(input, request.message);
    return next(request);
  }
  const messages = checked(input, request.message);
  if (methodKind !== "server_streaming") return next({ ...request, message: messages });
  const all: Message[] = [];
  for await (const message of messages) all.push(message); // one, before anything is sent
  return next({ ...request, message: each(all) });
};

async function* each<T>(all: T[]): AsyncIterable<T> {
  yield* all;
}

async function* checked<T extends Message>(
  schema: DescMessage,
  messages: AsyncIterable<T>,
): AsyncIterable<T> {
  for await (const message of messages) {
    check(schema, message);
    yield message;
  }
}

function check(schema: DescMessage, message: Message): void {
  try {
    toBinary(schema, message);
  } catch (failed) {
    throw named(message, failed);
  }
}

function named(request: unknown, failed: unknown): unknown {
  const text = failed instanceof Error ? failed.message : "";
  const [, type, name, wrong] = UNFIT.exec(text) ?? [];
  if (!type || !name) return failed;
  const camel = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const path = pathOf(request, type, camel, wrong ?? "") ?? `${type}.${camel}`;
  return new ConnectError(`${path}: ${wrong}`, Code.InvalidArgument, undefined, undefined, failed);
}

/** The path to the field of that type whose value is named, or to the first that could be it. */
function pathOf(value: unknown, type: string, name: string, wrong: string): string | undefined {
  const fits: { path: string; exact: boolean }[] = [];
  const look = (at: unknown, path: string): void => {
    if (at === null || typeof at !== "object") return;
    const fields = at as Record<string, unknown>;
    if (fields["$typeName"] === type && name in fields) {
      fits.push({ path: `${path}${name}`, exact: wrong.endsWith(String(fields[name])) });
    }
    if (typeof fields["case"] === "string") {
      if (fields["case"] === name) fits.push({ path: path.slice(0, -1), exact: true });
      look(fields["value"], `${path}value.`);
      return;
    }
    for (const [key, inner] of Object.entries(fields)) {
      if (Array.isArray(inner)) {
        inner.forEach((item, place) => look(item, `${path}${key}[${place}].`));
      } else {
        look(inner, `${path}${key}.`);
      }
    }
  };
  look(value, "");
  return (fits.find(({ exact }) => exact) ?? fits[0])?.path;
}
