// Hosts a game in a browser: page.html?server=http://localhost:8080&players=3

import { connect, mistakes } from "../src/browser.js";
import { host } from "./game.js";

const asked = new URLSearchParams(location.search);
const shown = document.querySelector("output")!;
const say = (line: string) => shown.append(line, document.createElement("br"));
try {
  const bots = connect(asked.get("server") ?? "http://localhost:8080");
  const scores = await host(bots, Number(asked.get("players") ?? 3), 2026n, say);
  say(`scores: ${scores.join(" ")}`);
  document.title = "over";
} catch (failed) {
  for (const line of mistakes(failed)) say(line);
  document.title = "failed";
}
