// What a seat holds, without the board.

import type { ViewJson } from "../generated/covertbots/v1/view_pb";
import { ServiceError } from "../service";
import { cardSet } from "./card_sets";
import { Hand } from "./cards/hand";

export function CovertHand({ view: { covert: view } }: { view: ViewJson }) {
  const set = view && cardSet(view.cardSet ?? "");
  if (view === undefined || set === undefined || set instanceof ServiceError) return null;
  return <Hand view={view} set={set} plans={[]} />;
}
