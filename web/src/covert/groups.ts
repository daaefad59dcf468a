// Legal actions in groups, as the list of moves shows them.

import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { CovertOperands_KindJson } from "../generated/covertbots/v1/covert_pb";

/** The groups in the order of the list; their titles are in the catalogue. */
export type Group = "mission" | "place" | "action" | "move" | "code" | "choose" | "play" | "pass";

const ORDER: readonly Group[] = [
  "mission",
  "place",
  "action",
  "move",
  "code",
  "choose",
  "play",
  "pass",
];

const GROUPS: Partial<Record<CovertOperands_KindJson, Group>> = {
  KIND_COMPLETE: "mission",
  KIND_PLACE: "place",
  KIND_TAKE_MISSION: "action",
  KIND_TAKE_AGENCY: "action",
  KIND_MOVE: "action",
  KIND_STEP: "move",
  KIND_AGENT: "move",
  KIND_SWAP: "code",
  KIND_CLAIM: "code",
  KIND_TILE: "code",
  KIND_DRAW_CODE: "code",
  KIND_REROLL: "play",
  KIND_USE: "play",
  KIND_FLY: "play",
  KIND_DRAW_TOKENS: "play",
  KIND_DRAW_AGENCY: "play",
  KIND_SPY: "play",
  KIND_PASS: "pass",
  KIND_STOP: "pass",
  KIND_END: "pass",
  KIND_ROLL: "pass",
  KIND_REFUSE: "pass",
  KIND_FORFEIT: "pass",
};

/** Return the actions by their groups, the groups that have any alone. */
export function grouped(actions: readonly ActionJson[]): [Group, ActionJson[]][] {
  const groups = new Map<Group, ActionJson[]>(ORDER.map((group) => [group, []]));
  for (const action of actions) {
    groups.get(GROUPS[action.covert?.kind ?? "KIND_UNSPECIFIED"] ?? "choose")?.push(action);
  }
  return [...groups].filter(([, some]) => some.length > 0);
}

/** Return whether an action ends or refuses something, so that a button for it is at hand. */
export function isPass(action: ActionJson): boolean {
  const kind = action.covert?.kind;
  return kind !== "KIND_FORFEIT" && GROUPS[kind ?? "KIND_UNSPECIFIED"] === "pass";
}
