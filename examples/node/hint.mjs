// A hint for a saved position: node hint.mjs [host:port] [bot]

import { readFileSync } from "node:fs";
import { connect, RequestError, ServiceError } from "./covertbots.mjs";

const [target = "localhost:50051", bot = "ismcts"] = process.argv.slice(2);
const saved = new URL("../views/place.json", import.meta.url);
const view = JSON.parse(readFileSync(saved, "utf8"));

let service;
try {
  service = connect(target);
  const answer = await service.suggestMove({ view, bot, limits: { iterations: 1000 } }, 10);
  console.log(answer.suggestion.turnInWords);
} catch (error) {
  if (!(error instanceof ServiceError || error instanceof RequestError)) throw error;
  console.error(error.message);
  for (const { field, description } of error.violations ?? []) console.error(`  ${field}: ${description}`);
  process.exitCode = 1;
} finally {
  service?.close();
}
