// Hosts a game in Node: host.js [host:port] [players]

import { randomBytes } from "node:crypto";
import { connect, mistakes } from "../src/node.js";
import { host } from "./game.js";

const [target = "localhost:50051", players = "3"] = process.argv.slice(2);
const seed = randomBytes(8).readBigUInt64BE(); // who knows it knows all cards
try {
  const scores = await host(connect(target), Number(players), seed, console.log);
  console.log(`scores: ${scores.join(" ")}`);
} catch (failed) {
  for (const line of mistakes(failed)) console.error(line);
  process.exitCode = 1;
}
