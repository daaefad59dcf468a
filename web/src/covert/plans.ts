// What the missions still take, as the service says. It says so to the seat that is to decide.

import { useEffect, useState } from "preact/hooks";
import type { CovertHint_PlanJson } from "../generated/covertbots/v1/covert_pb";
import type { SuggestMoveResponseJson } from "../generated/covertbots/v1/opponent_pb";
import type { ViewJson } from "../generated/covertbots/v1/view_pb";
import { call } from "../service";

const QUICK = "random"; // any bot tells plans

/** Return the plans of the missions in hand and face up; none while they are not known. */
export function usePlans(view: ViewJson, decides: boolean): readonly CovertHint_PlanJson[] {
  const [plans, setPlans] = useState<readonly CovertHint_PlanJson[]>([]);
  useEffect(() => {
    if (!decides) return undefined;
    const leaving = new AbortController();
    const request = { view, bot: QUICK, plans: true };
    call<SuggestMoveResponseJson>("Opponent", "SuggestMove", request, leaving.signal)
      .then(({ suggestion }) => setPlans(suggestion?.covert?.plans ?? []))
      .catch(() => undefined); // the cards show without
    return () => leaving.abort();
  }, [view, decides]);
  return plans;
}
