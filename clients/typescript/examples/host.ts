// Hosts a game in Node: host.js [host:port] [players]

import { connect, mistakes } from "../src/node.js";
import { host } from "./game.js";

const [target = "localhost:50051", players = "3"] = process.argv.slice(2);
try {
  const scores = await host(connect(target), Number(players), 2026n, console.log);
  console.log(`scores: ${scores.join(" ")}`);
} catch (failed) {
  for (const line of mistakes(failed)) console.error(line);
  process.exitCode = 1;
}
