// The steps of the tour: when the table is at one, and when the player has done it.

import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { CovertEvent_KindJson } from "../generated/covertbots/v1/covert_pb";
import type { TableJson } from "../generated/covertbots/v1/tables_pb";
import type { News } from "../table/sitting";

export const STEPS = [
  "mission",
  "dice",
  "codes",
  "circle",
  "move",
  "complete",
  "window",
  "end",
] as const;

export type Step = (typeof STEPS)[number];

const CIRCLES = ["complete", "missions", "agency", "movement"];

/** Return the steps that the player can do now, in their order. */
export function atHand({ view, toDecide, seat }: TableJson): Step[] {
  const decision = view?.covert?.decision;
  const actions = toDecide?.legalActions ?? [];
  if (actions.length === 0 || toDecide?.seat !== seat) return [];
  const may = (...kinds: Kind[]) =>
    actions.some(({ covert }) => covert?.kind !== undefined && kinds.includes(covert.kind));
  const resolving = decision === "DECISION_RESOLVE";
  const acts = may("KIND_TAKE_MISSION", "KIND_TAKE_AGENCY", "KIND_COMPLETE", "KIND_MOVE");
  const now: Record<Step, boolean> = {
    mission: decision === "DECISION_RETURN_MISSION",
    dice: decision === "DECISION_PLACE",
    codes: may("KIND_SWAP"),
    circle: resolving && acts,
    move: may("KIND_MOVE", "KIND_STEP"),
    complete: (resolving && may("KIND_COMPLETE")) || decision === "DECISION_PAYMENT",
    window: decision === "DECISION_ESPIONAGE" || decision === "DECISION_FIRST",
    end: resolving && may("KIND_FORFEIT"),
  };
  return STEPS.filter((step) => now[step]);
}

type Kind = NonNullable<NonNullable<ActionJson["covert"]>["kind"]>;

/** Return the steps that a seat has done, as far as the news tell. */
export function doneIn(news: readonly News[], seat: number, round: number): Step[] {
  const done = new Set<Step>(round > 1 ? ["end"] : []);
  let placed = false;
  let movement = false; // the latest thing begun is a move, not a flight
  for (const { events } of news) {
    const seats = events.filter((event) => event.seat === seat);
    const own = seats.flatMap(({ covert }) => covert ?? []);
    const has = (kind: CovertEvent_KindJson) => own.some((event) => event.kind === kind);
    for (const { kind, place = "", cities = [] } of own) {
      if (kind === "KIND_MISSION_LEFT") done.add("mission");
      if (kind === "KIND_DICE_PLACED") placed = true;
      if (kind === "KIND_ORDER" && placed) done.add("dice");
      if (kind === "KIND_TILES") done.add("codes");
      if (kind === "KIND_DICE_BACK" && CIRCLES.includes(place) && !has("KIND_FORFEIT")) {
        done.add("circle");
      }
      if (kind === "KIND_MOVEMENT") movement = true;
      if (kind === "KIND_USE") movement = false;
      if (kind === "KIND_AGENT" && cities.length === 2 && movement) done.add("move");
      if (kind === "KIND_MISSION_COMPLETED") done.add("complete");
    }
  }
  return [...done];
}
