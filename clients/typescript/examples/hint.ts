// A hint for a saved position: hint.js [host:port] [bot]

import { readFileSync } from "node:fs";
import { create, fromJson } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { Opponent } from "../src/generated/covertbots/v1/opponent_pb.js";
import { ViewSchema } from "../src/generated/covertbots/v1/view_pb.js";
import { BadRequestSchema, ErrorInfoSchema } from "../src/generated/google/rpc/error_details_pb.js";

const [target = "localhost:50051", bot = "ismcts"] = process.argv.slice(2);
const view = fromJson(ViewSchema, JSON.parse(readFileSync("examples/views/place.json", "utf8")));
const opponent = createClient(Opponent, createGrpcTransport({ baseUrl: `http://${target}` }));
try {
  const request = { view, bot, limits: { iterations: 1000n } };
  const answer = await opponent.suggestMove(request, { timeoutMs: 10_000 });
  console.log(answer.suggestion?.turnInWords);
} catch (failed) {
  const error = ConnectError.from(failed);
  console.error(`${Code[error.code]}: ${error.rawMessage}`);
  for (const { reason } of error.findDetails(ErrorInfoSchema)) console.error(`  ${reason}`);
  for (const { fieldViolations } of error.findDetails(BadRequestSchema)) {
    for (const { field, description } of fieldViolations) console.error(`  ${field}: ${description}`);
  }
  process.exitCode = 1;
}
