// The things on the board that an action touches. Each has a name, such as `die:3`, `city:Bonn` or
// `card:17`; so a click on a thing finds its actions, and an action lights its things.

import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type {
  CovertOperands_KindJson,
  CovertOperands_MeansJson,
  CovertOperandsJson,
} from "../generated/covertbots/v1/covert_pb";

const CIRCLES = ["complete", "missions", "agency", "movement"];

/** Actions that spend something beside the turn: a first click only chooses them. */
const SPENDING: ReadonlySet<CovertOperands_KindJson> = new Set([
  "KIND_USE",
  "KIND_FLY",
  "KIND_REROLL",
  "KIND_DRAW_TOKENS",
  "KIND_DRAW_AGENCY",
  "KIND_SPY",
]);

/** Return whether a first click may only choose an action. */
export function isSpending(action: ActionJson): boolean {
  return SPENDING.has(action.covert?.kind ?? "KIND_UNSPECIFIED");
}

/** Return the things from which an action can be begun. */
export function firstSpots(action: ActionJson): string[] {
  const { kind, means, ability } = action.covert ?? {};
  if (kind === "KIND_FLY" || kind === "KIND_USE") return meansSpots(means, `token:${ability}`);
  return spotsOf(action);
}

/** Return all things that an action touches. */
export function spotsOf({ covert }: ActionJson): string[] {
  if (covert === undefined) return [];
  switch (covert.kind) {
    case "KIND_PLACE":
      return [`die:${covert.face}`, placeSpot(covert)];
    case "KIND_REROLL":
      return [`die:${covert.face}`, ...meansSpots(covert.means, "reroll")];
    case "KIND_DIE":
      return [`die:${covert.face}`];
    case "KIND_USE":
      return [...meansSpots(covert.means, `token:${covert.ability}`), ...deckSpots(covert)];
    case "KIND_DRAW_TOKENS":
    case "KIND_DRAW_AGENCY":
      return meansSpots(covert.means);
    case "KIND_FLY":
      return [...meansSpots(covert.means), `city:${covert.toCity}`];
    case "KIND_AGENT":
      return [`agent:${covert.agent}`];
    case "KIND_STEP":
      return [`agent:${covert.agent}`, `city:${covert.toCity}`];
    case "KIND_SWAP":
    case "KIND_TILE":
      return tileSpots(covert);
    case "KIND_CLAIM":
      return [`code:${covert.code}`, ...tileSpots(covert)];
    case "KIND_RETURN_CODE":
      return [`code:${covert.code}`];
    case "KIND_DRAW_CODE":
      return [`codes:${covert.codeDeck}`];
    case "KIND_RETURN_MISSION":
    case "KIND_COMPLETE":
    case "KIND_DISCARD_MISSION":
      return [`mission:${covert.mission}`];
    case "KIND_PAY":
      return meansSpots(covert.means);
    case "KIND_TAKE_MISSION":
      return [covert.slot === undefined ? "deck:missions" : `slot:${covert.slot}`];
    case "KIND_TAKE_AGENCY":
    case "KIND_REWARD":
      return [covert.region === undefined ? "deck:agency" : `region:${covert.region}`];
    case "KIND_MOVE":
      return ["circle:movement"];
    case "KIND_DISCARD":
      return [`card:${covert.agencyCard}`];
    case "KIND_KEEP":
    case "KIND_BOTTOM":
      return [
        covert.mission === undefined ? `card:${covert.agencyCard}` : `mission:${covert.mission}`,
      ];
    case "KIND_SPY":
      return [...meansSpots(covert.means, "token:ABILITY_ESPIONAGE"), `card:${covert.agencyCard}`];
    default:
      return [];
  }
}

function placeSpot({ place = "", face }: CovertOperandsJson): string {
  return CIRCLES.includes(place) ? `space:${place}:${face}` : `place:${place}`;
}

function tileSpots({ tiles = [] }: CovertOperandsJson): string[] {
  return tiles.map((tile) => `tile:${tile}`);
}

function deckSpots({ deck }: CovertOperandsJson): string[] {
  if (deck === "DECK_AGENCY") return ["deck:agency"];
  return deck === "DECK_MISSION" ? ["deck:missions"] : [];
}

function meansSpots(means: CovertOperands_MeansJson | undefined, token = ""): string[] {
  if (means?.agencyCard !== undefined) return [`card:${means.agencyCard}`];
  if (means?.code !== undefined) return [`code:${means.code}`];
  if (means?.character) return ["character"];
  if (means?.foot) return ["foot"];
  return token === "" ? [] : [token];
}
