// Hosts a game: seat 0 plays at random, as a person would, and bots have the other seats.
// node host.mjs [host:port] [players] [seed]

import { randomBytes } from "node:crypto";
import { connect, RequestError, ServiceError } from "./covertbots.mjs";

process.once("uncaughtException", (error) => {
  const known = error instanceof ServiceError || error instanceof RequestError;
  console.error(known ? error.message : error);
  process.exit(1);
});

const secret = randomBytes(8).readBigUInt64BE().toString();
const [target = "localhost:50051", players = "3", seed = secret] = process.argv.slice(2);
const service = connect(target);

// 1 Deal. The record is the whole truth: keep it, and show it to nobody.
let { record } = await service.deal({ players, seed });

// 2 How the game stands: what each seat sees.
let game = await service.advance({ record });
const views = game.news.map(({ moments }) => moments.at(-1).view);

while (!game.result) {
  // 3 The seat to decide chooses one of its legal actions.
  const { seat, legalActions } = game.toDecide[0];
  let action;
  if (seat === 0) {
    action = legalActions[Math.floor(Math.random() * legalActions.length)];
    console.log(`You: ${action.words}`);
  } else {
    const question = { view: views[seat], bot: "greedy", seed: 1 };
    ({ action } = (await service.suggestMove(question, 30)).suggestion.moves[0]);
  }

  // 4 Play it. The answer has the new record, and what each seat saw, in order.
  game = await service.advance({ record, actions: [action] });
  record = game.record;

  // 5 Show each seat its own news, and remember its latest view.
  for (const { seat, moments } of game.news) {
    for (const { view, events } of moments) {
      views[seat] = view;
      if (seat === 0) for (const { words } of events) console.log(words);
    }
  }
}

console.log(`scores: ${game.result.scores.join(" ")}; won by seat ${game.result.winners.join(", ")}`);
service.close();
