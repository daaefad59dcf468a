// Hosts a game in a browser: page.html?server=http://localhost:8080&players=3, or with
// &decisions=200 its beginning.

import { connect, mistakes } from "../src/browser.js";
import { host } from "./game.js";

const asked = new URLSearchParams(location.search);
const shown = document.querySelector("output")!;
const [seed] = crypto.getRandomValues(new BigUint64Array(1)); // who knows it knows all cards
const say = (line: string) => shown.append(line, document.createElement("br"));
try {
  const bots = connect(asked.get("server") ?? "http://localhost:8080");
  const [players, most] = [Number(asked.get("players") ?? 3), Number(asked.get("decisions") ?? NaN)];
  const scores = await host(bots, players, seed!, say, most || Infinity);
  say(`scores: ${scores.join(" ")}`);
  document.title = "over";
} catch (failed) {
  for (const line of mistakes(failed)) say(line);
  document.title = "failed";
}
