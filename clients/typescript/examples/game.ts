// A whole game, the same in Node and in a browser: the host keeps the record, you have seat 0 and
// follow the hints that you ask for, bots play the other seats.

import { type CovertBots, present, type View } from "../src/client.js";

const HINT = { bot: "greedy", seed: 1n };
const LONG_HINT = { bot: "ismcts", limits: { iterations: 2000n }, seed: 1n };
const EVERY = 40; // decisions, of which you think about one for longer

/**
 * Plays it, or its first `most` decisions; `say` gets what you do and see, line by line. Returns the
 * scores, none of a game that is not over.
 */
export async function host(
  bots: CovertBots,
  players: number,
  seed: bigint,
  say: (line: string) => void,
  most = Infinity,
): Promise<number[]> {
  const record = await bots.deal({ players, seed });
  let game = await bots.advance(record);
  const views: View[] = game.news.map(({ moments }) => present(moments.at(-1)?.view, "view"));
  const others = bots.seat({ bot: "greedy", seed: 2n });
  for (let decisions = 0; !game.result && decisions < most; decisions++) {
    const { seat } = present(game.toDecide[0], "seat to decide");
    const view = present(views[seat], "view");
    let action = seat === 0 ? undefined : await others.decide(view);
    if (action === undefined) {
      if (decisions % EVERY === 0) {
        for await (const { suggestion, final } of bots.watch(view, LONG_HINT)) {
          const found = present(suggestion, "suggestion");
          say(`${final ? "Hint" : "..."}: ${found.turnInWords} (${found.iterations} iterations)`);
        }
      }
      action = present((await bots.suggestMove(view, HINT)).moves[0]?.action, "move");
      say(`You: ${action.words}`);
    }
    game = await bots.advance(present(game.record, "record"), [action]);
    for (const { seat, moments } of game.news) {
      for (const { view, events } of moments) {
        views[seat] = present(view, "view");
        if (seat === 0) for (const { words } of events) say(words);
      }
    }
  }
  return game.result?.scores ?? [];
}
