// Standing orders of Covert: windows in which one is asked again and again.

import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { SeatToDecideJson } from "../generated/covertbots/v1/referee_pb";

const REFUSAL = "KIND_REFUSE";

function refusal({ legalActions = [] }: SeatToDecideJson): ActionJson | undefined {
  return legalActions.find(({ covert }) => covert?.kind === REFUSAL);
}

/** What to do in a decision, by the order's name; undefined where it says nothing. */
export const covertOrders = {
  first: (asked: SeatToDecideJson) =>
    asked.covert === "DECISION_FIRST" ? refusal(asked) : undefined,
  espionage: (asked: SeatToDecideJson) =>
    asked.covert === "DECISION_ESPIONAGE" ? refusal(asked) : undefined,
};
