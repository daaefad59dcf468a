// Standing orders of Covert: what one would answer in the same way again and again.

import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type {
  CovertOperands_KindJson,
  CovertOperandsJson,
} from "../generated/covertbots/v1/covert_pb";
import type { SeatToDecideJson } from "../generated/covertbots/v1/referee_pb";
import type { ViewJson } from "../generated/covertbots/v1/view_pb";

function legal(kind: CovertOperands_KindJson, { legalActions = [] }: SeatToDecideJson) {
  return legalActions.find(({ covert }) => covert?.kind === kind);
}

/** What to do in a decision, by the order's name; undefined where it says nothing. */
export const covertOrders = {
  first: (asked: SeatToDecideJson) =>
    asked.covert === "DECISION_FIRST" ? legal("KIND_REFUSE", asked) : undefined,
  espionage: (asked: SeatToDecideJson) =>
    asked.covert === "DECISION_ESPIONAGE" ? legal("KIND_REFUSE", asked) : undefined,
  end: (asked: SeatToDecideJson, view: ViewJson): ActionJson | undefined => {
    if (losesAbility(asked, view)) return undefined;
    if (asked.covert === "DECISION_RESOLVE") return legal("KIND_END", asked);
    return asked.covert === "DECISION_PLACE" && dice(view).length === 0
      ? legal("KIND_PASS", asked)
      : undefined;
  },
};

function dice({ covert }: ViewJson): readonly number[] {
  return covert?.players?.[covert.seat ?? 0]?.dice ?? [];
}

/** Return true if the character could still act, and the turn is the seat's last of the round: its
 * ability does not wait, as cards and tokens do. */
function losesAbility({ legalActions = [] }: SeatToDecideJson, { covert }: ViewJson): boolean {
  const own = (covert?.seat ?? 0) + 1;
  if ((covert?.circles ?? []).some(({ spaces = [] }) => spaces.includes(own))) return false;
  return legalActions.some((action) => isOfCharacter(action.covert));
}

function isOfCharacter({ means }: CovertOperandsJson = {}): boolean {
  return means?.character === true;
}
