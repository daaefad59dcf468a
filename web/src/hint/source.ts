// Where answers come from: a bot asked about a view, or a table's own hint. Both send the same.

import type { WatchResponseJson } from "../generated/covertbots/v1/opponent_pb";
import type { LimitsJson } from "../generated/covertbots/v1/suggestion_pb";
import type { ViewJson } from "../generated/covertbots/v1/view_pb";
import { stream } from "../service";

/** Asks a question; leaving aborts it. */
export type Ask = (limits: LimitsJson, leaving: AbortSignal) => AsyncIterable<WatchResponseJson>;

const ALL = { reasons: true, hands: true, plans: true };

/** Return a question about a view; an empty bot is the server's default. */
export function ofView(view: ViewJson, bot = ""): Ask {
  return (limits, leaving) =>
    stream<WatchResponseJson>(
      "Opponent",
      "Watch",
      { request: { view, bot, limits, ...ALL }, interval: "0.3s" },
      leaving,
    );
}

/** Return a question at a table, as the seat of a token saw it after so many news. */
export function atTable(table: string, token: string, after: string, bot = ""): Ask {
  return (limits, leaving) =>
    stream<WatchResponseJson>(
      "Tables",
      "WatchHint",
      { table, token, after, bot, limits, ...ALL },
      leaving,
    );
}
