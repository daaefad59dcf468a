// What of the board events changed.

import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type { CovertEventJson } from "../generated/covertbots/v1/covert_pb";
import type { CovertViewJson } from "../generated/covertbots/v1/covert_view_pb";
import type { EventJson } from "../generated/covertbots/v1/referee_pb";
import { CIRCLES } from "./circles";
import type { Way } from "./map";

/** Return the things that events changed, by their names among the spots. */
export function changedSpots(
  events: readonly EventJson[],
  view: CovertViewJson,
  set: CovertCardSetJson,
): ReadonlySet<string> {
  return new Set(
    events.flatMap(({ covert, seat }) => (covert ? spots(covert, seat, view, set) : [])),
  );
}

function spots(
  { kind, cards = [], cities = [], place = "", faces = [], tiles = [] }: CovertEventJson,
  seat: number | undefined,
  view: CovertViewJson,
  set: CovertCardSetJson,
): string[] {
  switch (kind) {
    case "KIND_DICE_PLACED":
      return (CIRCLES as readonly string[]).includes(place)
        ? faces.map((face) => `space:${place}:${face}`)
        : [`place:${place}`];
    case "KIND_AGENT":
      return cities.slice(1).map((city) => `city:${city}`);
    case "KIND_CUBE_LEFT":
    case "KIND_CUBES_TAKEN":
      return cities.map((city) => `city:${city}`);
    case "KIND_TILES":
      return tiles.length === 2 ? tiles.map((tile) => `tile:${tile}`) : [];
    case "KIND_CODE_BROKEN":
      return tiles.map((tile) => `tile:${tile}`);
    case "KIND_AGENCY_FACE_UP":
      return (set.regions ?? []).flatMap(({ name }, i) =>
        cards[i] === view.agencyFaceUp?.[i] && cards[i] ? [`region:${name}`] : [],
      );
    case "KIND_AGENCY_GAINED":
      return seat === view.seat ? cards.map((card) => `card:${card}`) : [];
    case "KIND_MISSION_GAINED":
      return seat === view.seat ? cards.map((card) => `mission:${card}`) : [];
    default:
      return [];
  }
}

/** Return the ways that agents went. */
export function changedWays(events: readonly EventJson[]): Way[] {
  return events.flatMap(({ covert }) => {
    const [from, to] = covert?.kind === "KIND_AGENT" ? (covert.cities ?? []) : [];
    return from !== undefined && to !== undefined ? [{ from, to, kind: "changed" as const }] : [];
  });
}
