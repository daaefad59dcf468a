// The map of the position: a click on a city puts it into the field of cities that was used last,
// or takes it out.

import { computed, useComputed } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import { BoardMap } from "../covert/map";
import { MarksContext } from "../covert/marks";
import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type { CovertViewJson } from "../generated/covertbots/v1/covert_view_pb";
import { words } from "../words/words";
import { me, seats, values } from "./draft";
import { cityField, put } from "./field";
import { type Place, place, SEATS } from "./text";

const NONE: ReadonlySet<string> = new Set();

export function PositionMap({ set }: { set: CovertCardSetJson }) {
  const { ask } = words();
  const [open, setOpen] = useState(true);
  const cities = useMemo(() => (set.regions ?? []).flatMap((region) => region.cities ?? []), [set]);
  const where = cityField.value ?? place(me.value, "agents");
  const [line = "", part = ""] = where.split("/");
  const touchSpot = (spot: string) => toggle(where, spot.replace(/^city:/, ""), cities);
  const shown = useComputed(() => drawn(JSON.parse(pieces.value) as Pieces, set));
  const marks = {
    lit: new Set(cities.map((city) => `city:${city}`)),
    chosen: NONE,
    pointed: NONE,
    changed: NONE,
    touch: touchSpot,
    passedOver: true,
  };
  return (
    <details
      class="position-map"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        {ask.map}: {ask.mapFills(line, part === "agents" ? ask.agents : ask.cubes)}
      </summary>
      <MarksContext.Provider value={marks}>
        <div class="covert-board wide">
          <BoardMap view={shown.value} set={set} names={SEATS} shape="wide" ways={[]} />
        </div>
      </MarksContext.Provider>
    </details>
  );
}

/** Where agents and cubes stand, as far as the text says so. */
interface Pieces {
  agents: string[];
  cubes: string[];
}

// As one text, so that the map is drawn again only if one of them changes.
const pieces = computed(() => {
  const value = (where: Place) => values.value.get(where) ?? "";
  const owners = seats.value.map((seat) => place(seat, "cubes"));
  if (seats.value.length === 2) owners.push(place("colour 3"), place("colour 4"));
  const agents = seats.value.map((seat) => value(place(seat, "agents")));
  return JSON.stringify({ agents, cubes: owners.map(value) } satisfies Pieces);
});

function drawn({ agents, cubes: written }: Pieces, set: CovertCardSetJson): CovertViewJson {
  const cities = (set.regions ?? []).flatMap((region) => region.cities ?? []);
  const cubes = new Map<string, number[]>();
  for (const [at, value] of written.entries()) {
    for (const city of citiesIn(value, cities))
      cubes.set(city, [...(cubes.get(city) ?? []), at + 1]);
  }
  return {
    players: agents.map((value) => ({ agents: citiesIn(value, cities) })),
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
