// Where in a game a decision or a position stands, in words.

import type { ReviewedDecisionJson } from "../generated/covertbots/v1/review_pb";
import type { ViewJson } from "../generated/covertbots/v1/view_pb";
import { words } from "../words/words";

/** Return the round and the phase of a decision, in words. */
export function stageWords({ round = 0, covert }: ReviewedDecisionJson): string {
  return stage(round, String(covert ?? ""));
}

/** Return the round and the phase of a position, in words; nothing if its game has none. */
export function stageOf({ covert, covertAction }: ViewJson): string {
  if (covert !== undefined) return stage(covert.round ?? 0, String(covert.phase ?? ""));
  return covertAction?.round ? words().review.round(covertAction.round) : "";
}

function stage(round: number, phase: string): string {
  return words().review.stage(round, words().review.phases[phase] ?? phase);
}
