// The bots of a game that a person may choose among: levels with a character, or, of a game
// without levels, the kinds of bots.

import { signal } from "@preact/signals";
import type { ListBotsResponseJson } from "../generated/covertbots/v1/opponent_pb";
import { call } from "../service";

export interface BotChoice {
  /** What a table is given. */
  spec: string;
  description: string;
  /** Measured ratings by the number of players. */
  ratings: Readonly<Record<number, number>>;
}

const known = signal<Readonly<Record<string, readonly BotChoice[]>>>({});
const asked = new Set<string>();

/** Return the bots of a game; none before the server has named them. */
export function botsOf(game: string): readonly BotChoice[] {
  if (!asked.has(game)) {
    asked.add(game);
    void load(game);
  }
  return known.value[game] ?? [];
}

async function load(game: string): Promise<void> {
  try {
    const response = await call<ListBotsResponseJson>("Opponent", "ListBots", { game });
    known.value = { ...known.value, [game]: choices(response) };
  } catch {
    asked.delete(game); // the views that ask say themselves that nothing answers
  }
}

function choices({ bots = [] }: ListBotsResponseJson): BotChoice[] {
  const levels = bots
    .flatMap((bot) => bot.levels ?? [])
    .filter((level) => level.description)
    .map(({ name = "", description = "", ratings = [] }) => ({
      spec: name,
      description,
      ratings: Object.fromEntries(ratings.map(({ players, elo }) => [players, Number(elo)])),
    }));
  if (levels.length > 0) return levels;
  return bots.map(({ name = "", description = "" }) => ({ spec: name, description, ratings: {} }));
}
