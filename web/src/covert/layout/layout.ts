// Where the cities of a map and the card spaces of its regions are drawn. Each gets a cell of a
// staggered grid to itself, so that no name lies on another. Which cell, a fixed course of small
// changes finds: few connections that cross or run under a city, regions that hold together, and
// north above where it is known. Equal maps are laid out equally. Should a card file say where its
// cities lie, that goes where `placeOf` stands.

import type { CovertCardSetJson } from "../../generated/covertbots/v1/covert_card_set_pb";
import type { Shape } from "../shape";
import { placeOf } from "./places";
import { type Point, place } from "./placing";

export interface MapLayout {
  width: number;
  height: number;
  cell: { width: number; height: number };
  cities: ReadonlyMap<string, Point>;
  /** The spaces of the face-up cards, in the order of regions. */
  spaces: readonly Point[];
}

const SHAPES = {
  wide: { columns: 8, width: 106, height: 84 },
  tall: { columns: 5, width: 68, height: 74 },
};
const SLACK = 1.35; // cells for each thing that is placed

/** Return a layout of the map of a card set. */
export function layOut(set: CovertCardSetJson, shape: Shape): MapLayout {
  const { columns, width, height } = SHAPES[shape];
  const regions = set.regions ?? [];
  const names = regions.flatMap((region) => region.cities ?? []);
  const number = new Map(names.map((name, i) => [name, i]));
  const regionOf = regions.flatMap((region, i) => (region.cities ?? []).map(() => i));
  const nodes = [...regionOf, ...regions.keys()]; // cities, then card spaces: the region of each
  const rows = Math.ceil((nodes.length * SLACK) / columns);
  const edges = (set.connections ?? []).flatMap(({ cities = [] }) => {
    const [a, b] = cities.map((city) => number.get(city));
    return a === undefined || b === undefined ? [] : [[a, b] as const];
  });
  const goals = targets(names, columns, rows);
  const placed = place({ regionOf: nodes, cities: names.length, edges, goals, columns, rows });
  const drawn = placed.map(({ x, y }) => ({ x: (x + 0.5) * width, y: (y + 0.5) * height }));
  return {
    width: (columns + 0.5) * width,
    height: rows * height,
    cell: { width, height },
    cities: new Map(names.map((name, i) => [name, drawn[i] as Point])),
    spaces: drawn.slice(names.length),
  };
}

/** Return the places of known cities in cells; none if too few are known to say where north is. */
function targets(names: readonly string[], columns: number, rows: number): (Point | undefined)[] {
  const places = names.map(placeOf);
  const known = places.filter((place) => place !== undefined);
  if (known.length * 2 < names.length) return names.map(() => undefined);
  const across = spread(known.map(([east]) => east));
  const down = spread(known.map(([, north]) => -north));
  return places.map(
    (place) => place && { x: across(place[0]) * (columns - 0.5), y: down(-place[1]) * (rows - 1) },
  );
}

/** Return a function to 0..1 that keeps the order of values and evens out how dense they are. */
function spread(values: readonly number[]): (value: number) => number {
  const sorted = [...values].sort((a, b) => a - b);
  const least = sorted[0] as number;
  const range = Math.max(1e-9, (sorted[sorted.length - 1] as number) - least);
  return (value) => {
    const below = sorted.filter((other) => other < value).length;
    const equal = sorted.filter((other) => other === value).length;
    const rank = (below + (equal - 1) / 2) / Math.max(1, sorted.length - 1);
    return (rank + (value - least) / range) / 2;
  };
}
