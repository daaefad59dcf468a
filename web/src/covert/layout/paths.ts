// Ways over the connections of a map.

import type { CovertCardSetJson } from "../../generated/covertbots/v1/covert_card_set_pb";

/** Return the shortest way to each city that is at most so many steps off: its cities in order. */
export function waysFrom(
  set: CovertCardSetJson,
  start: string,
  steps: number,
): ReadonlyMap<string, readonly string[]> {
  const joined = new Map<string, string[]>();
  for (const { cities = [] } of set.connections ?? []) {
    for (const [a, b] of [cities, [...cities].reverse()] as [string, string][]) {
      joined.set(a, [...(joined.get(a) ?? []), b]);
    }
  }
  const ways = new Map<string, readonly string[]>([[start, []]]);
  for (const [city, way] of ways) {
    if (way.length === steps) continue;
    for (const next of joined.get(city) ?? []) {
      if (!ways.has(next)) ways.set(next, [...way, next]);
    }
  }
  ways.delete(start);
  return ways;
}
