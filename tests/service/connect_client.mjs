// The official client of the Connect protocol for Node, against a server: what it gets, as one JSON document.
//
//     node connect_client.mjs URL DESCRIPTORS REQUEST
//
// DESCRIPTORS is a file with the FileDescriptorSet of the services, REQUEST a SuggestMoveRequest in JSON.

import { readFileSync } from "node:fs";
import { clone, createFileRegistry, fromBinary, fromJsonString, toJson } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { compressionGzip, createConnectTransport } from "@connectrpc/connect-node";

const [url, descriptors, requestFile] = process.argv.slice(2);
const registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(descriptors)));
const Opponent = registry.getService("covertbots.v1.Opponent");
const Referee = registry.getService("covertbots.v1.Referee");
const { input: Request, output: Response } = Opponent.method.suggestMove;
const request = fromJsonString(Request, readFileSync(requestFile, "utf8"));

async function failure(work) {
  try {
    await work;
  } catch (failed) {
    const error = ConnectError.from(failed);
    return { code: Code[error.code], message: error.rawMessage, details: error.details };
  }
  return null;
}

async function* one(message) {
  yield message;
}

async function all(stream) {
  const found = [];
  for await (const one of stream) found.push(one);
  return found;
}

async function tried(options) {
  const transport = createConnectTransport({
    baseUrl: url,
    httpVersion: "1.1",
    sendCompression: compressionGzip,
    compressMinBytes: 0,
    ...options,
  });
  const opponent = createClient(Opponent, transport);
  const referee = createClient(Referee, transport);

  const { bots } = await opponent.listBots({});
  const answer = await opponent.suggestMove(request);
  const question = { request, interval: { seconds: 0n, nanos: 1_000_000 } };
  const watched = (await all(opponent.watch(question))).map(({ final }) => final);
  const long = clone(Request, request);
  long.limits.iterations = 10_000_000n;

  const leaving = new AbortController();
  async function leave() {
    const stream = opponent.watch({ ...question, request: long }, { signal: leaving.signal });
    for await (const { final } of stream) if (!final) leaving.abort();
  }
  return {
    bots: bots.map(({ name }) => name),
    suggestion: toJson(Response, answer).suggestion,
    watched,
    left: await failure(leave()),
    wrong: await failure(referee.deal({ players: 9 })),
    wrongStream: await failure(all(opponent.watch({}))),
    late: await failure(opponent.suggestMove(long, { timeoutMs: 1 })),
    twoWay: await failure(all(opponent.analyze(one({})))),
  };
}

console.log(
  JSON.stringify({
    json: await tried({ useBinaryFormat: false }),
    proto: await tried({ useBinaryFormat: true, useHttpGet: true }),
  }),
);
