// The map of the position: a click on a city puts it into the field of cities that was used last,
// or takes it out.

import { useMemo, useState } from "preact/hooks";
import { BoardMap } from "../covert/map";
import { MarksContext } from "../covert/marks";
import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type { CovertViewJson } from "../generated/covertbots/v1/covert_view_pb";
import { words } from "../words/words";
import { text, values } from "./draft";
import { cityField, put } from "./field";
import { seatNamed } from "./now";
import { place, type Place, SEATS, seatsOf } from "./text";

const NONE: ReadonlySet<string> = new Set();

export function PositionMap({ set }: { set: CovertCardSetJson }) {
  const { ask } = words();
  const [open, setOpen] = useState(true);
  const seats = seatsOf(text.value);
  const cities = useMemo(() => (set.regions ?? []).flatMap((region) => region.cities ?? []), [set]);
  const now = values.value.get(place("now")) ?? "";
  const own = now.split(",").map(seatNamed).find(Boolean) || "North";
  const where = cityField.value ?? place(own, "agents");
  const [line = "", part = ""] = where.split("/");
  const touchSpot = (spot: string) => toggle(where, spot.replace(/^city:/, ""), cities);
  const marks = {
    lit: new Set(cities.map((city) => `city:${city}`)),
    chosen: NONE,
    pointed: NONE,
    changed: NONE,
    touch: touchSpot,
  };
  return (
    <details class="position-map" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {ask.map}: {ask.mapFills(line, part === "agents" ? ask.agents : ask.cubes)}
      </summary>
      <MarksContext.Provider value={marks}>
        <div class="covert-board wide">
          <BoardMap view={drawn(seats, cities, set)} set={set} names={SEATS} shape="wide" ways={[]} />
        </div>
      </MarksContext.Provider>
    </details>
  );
}

/** Return what the map can show of the text so far. */
function drawn(seats: readonly string[], cities: readonly string[], set: CovertCardSetJson): CovertViewJson {
  const named = (where: Place) => citiesIn(values.value.get(where) ?? "", cities);
  const owners: Place[] = seats.map((seat) => place(seat, "cubes"));
  if (seats.length === 2) owners.push(place("colour 3"), place("colour 4"));
  const cubes = new Map<string, number[]>();
  for (const [at, where] of owners.entries()) {
    for (const city of named(where)) cubes.set(city, [...(cubes.get(city) ?? []), at + 1]);
  }
  return {
    players: seats.map((seat) => ({ agents: named(place(seat, "agents")) })),
    cubes: [...cubes].map(([city, colours]) => ({ city, colours })),
    agencyFaceUp: (set.regions ?? []).map(() => 0),
  };
}

/** Return the cities that a value names, as far as they are clear. */
function citiesIn(value: string, cities: readonly string[]): string[] {
  const folded = (name: string) => name.toLowerCase().replace(/[^a-z]/g, "");
  return value.split(" ").flatMap((word) => {
    const typed = folded(word);
    const fitting = typed === "" ? [] : cities.filter((city) => folded(city).startsWith(typed));
    const exact = fitting.find((city) => folded(city) === typed);
    return exact !== undefined ? [exact] : fitting.length === 1 ? (fitting as string[]) : [];
  });
}

/** Put a city into a field, or take it out. Several agents may stand in one: three at most. */
function toggle(where: Place, city: string, cities: readonly string[]): void {
  const items = (values.value.get(where) ?? "").split(" ").filter(Boolean);
  const without = items.filter((item) => citiesIn(item, cities)[0] !== city);
  put(where, (without.length < items.length ? without : [...items, city]).join(" "));
}
