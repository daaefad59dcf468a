// Where in a game a decision stands, in words.

import type { ReviewedDecisionJson } from "../generated/covertbots/v1/review_pb";
import { words } from "../words/words";

/** Return the round and the phase of a decision, in words. */
export function stageWords(decision: ReviewedDecisionJson): string {
  const phase = String(decision.covert ?? "");
  return words().review.stage(decision.round ?? 0, words().review.phases[phase] ?? phase);
}
