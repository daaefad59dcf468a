// Calls of the service, by the Connect protocol with JSON: https://connectrpc.com/docs/protocol

export type ServiceName = "Opponent" | "Referee" | "Tables" | "Arena";

/** A field that the service refuses, such as `view.covert.hand[2]`, and why. */
export interface Problem {
  field: string;
  description: string;
}

/** The service refused a call, or could not be reached. */
export class ServiceError extends Error {
  constructor(
    /** The code of Connect, such as `invalid_argument`; `unreachable` if no answer came. */
    readonly code: string,
    message: string,
    readonly problems: readonly Problem[] = [],
  ) {
    super(message);
  }
}

const TOKEN = "covert-bots token";
const ENDED = 2; // the bit of an envelope that ends a stream
const ENVELOPE = 5; // bytes: flags, and the length of the message

/** Remember the token of a server that wants it; empty for none. */
export function keepToken(token: string): void {
  if (token === "") localStorage.removeItem(TOKEN);
  else localStorage.setItem(TOKEN, token);
}

/** True if a token is remembered. */
export function hasToken(): boolean {
  return localStorage.getItem(TOKEN) !== null;
}

// Answers that never change, by their calls. Of a page that was saved as a file they are all there is.
let answers: Record<string, unknown> = {};
let alone = false;
const LASTING = "GetCardSet";

/** Answer calls from now on with these answers alone: there is no server. */
export function answerWith(given: Record<string, unknown>): void {
  answers = given;
  alone = true;
}

/** Return the answers so far that never change. */
export function answersSoFar(): Record<string, unknown> {
  return answers;
}

/** Call a method and return its response. */
export async function call<Response>(
  service: ServiceName,
  method: string,
  request: object,
  signal?: AbortSignal,
): Promise<Response> {
  const key = `${service}/${method} ${JSON.stringify(request)}`;
  if (key in answers) return answers[key] as Response;
  if (alone) throw new ServiceError("unreachable", "this page is a file and has no server");
  const answer = await asked<Response>(service, method, request, signal);
  if (method === LASTING) answers[key] = answer;
  return answer;
}

async function asked<Response>(
  service: ServiceName,
  method: string,
  request: object,
  signal?: AbortSignal,
): Promise<Response> {
  const body = new TextEncoder().encode(JSON.stringify(request));
  const response = await posted(service, method, "application/json", body, signal);
  return (await response.json()) as Response;
}

/** Call a method that answers with a stream, and yield its messages. */
export async function* stream<Message>(
  service: ServiceName,
  method: string,
  request: object,
  signal?: AbortSignal,
): AsyncGenerator<Message, void, undefined> {
  const body = enveloped(JSON.stringify(request));
  const response = await posted(service, method, "application/connect+json", body, signal);
  if (response.body === null) return;
  for await (const { flags, text } of envelopes(response.body)) {
    const message = JSON.parse(text);
    if ((flags & ENDED) === 0) {
      yield message as Message;
    } else if (message.error !== undefined) {
      throw errorOf(message.error);
    } else {
      return;
    }
  }
  throw new ServiceError("unreachable", "the answer broke off");
}

async function posted(
  service: ServiceName,
  method: string,
  type: string,
  body: Uint8Array<ArrayBuffer>,
  signal?: AbortSignal,
): Promise<Response> {
  const headers = new Headers({ "content-type": type, "connect-protocol-version": "1" });
  const token = localStorage.getItem(TOKEN);
  if (token !== null) headers.set("authorization", `Bearer ${token}`);
  let response: Response;
  try {
    const path = `covertbots.v1.${service}/${method}`;
    response = await fetch(path, { method: "POST", headers, body, signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ServiceError("unreachable", "the server cannot be reached");
  }
  if (response.ok) return response;
  throw errorOf(await response.json().catch(() => ({ message: response.statusText })));
}

interface ErrorJson {
  code?: string;
  message?: string;
  details?: { debug?: { fieldViolations?: Problem[] } }[];
}

function errorOf(error: ErrorJson): ServiceError {
  const problems = (error.details ?? []).flatMap((detail) => detail.debug?.fieldViolations ?? []);
  return new ServiceError(error.code ?? "unknown", error.message ?? "no message", problems);
}

function enveloped(text: string): Uint8Array<ArrayBuffer> {
  const message = new TextEncoder().encode(text);
  const data = new Uint8Array(ENVELOPE + message.length);
  new DataView(data.buffer).setUint32(1, message.length);
  data.set(message, ENVELOPE);
  return data;
}

async function* envelopes(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  let data = new Uint8Array(0);
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const joined = new Uint8Array(data.length + value.length);
      joined.set(data);
      joined.set(value, data.length);
      data = joined;
      while (data.length >= ENVELOPE) {
        const end = ENVELOPE + new DataView(data.buffer, data.byteOffset).getUint32(1);
        if (data.length < end) break;
        yield { flags: data[0] ?? 0, text: new TextDecoder().decode(data.subarray(ENVELOPE, end)) };
        data = data.slice(end);
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
