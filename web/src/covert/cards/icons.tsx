// What missions ask for, as small drawings. Equipment of other names than ours shows its letters.

import type { CovertCardSetJson } from "../../generated/covertbots/v1/covert_card_set_pb";

/** Drawings in a square of 24, as lines. */
const EQUIPMENT: Record<string, string> = {
  radio: "M4 10h16v10H4zM8 10L17 3M15 13h2M15 16h2M7 15a2 2 0 1 0 4 0a2 2 0 1 0-4 0",
  binoculars:
    "M7 4h3v8H7zM14 4h3v8h-3zM10 7h4M3 16a4 4 0 1 0 8 0a4 4 0 1 0-8 0M13 16a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
  recorder:
    "M3 6h18v13H3zM5.500 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0M12.500 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0M8 15.500h8",
  passport: "M5 3h14v18H5zM8.500 10a3.500 3.500 0 1 0 7 0a3.500 3.500 0 1 0-7 0M8 17h8",
  pistols: "M3 7h18v4h-9l-2 3H9l-2 6H3l2-9H3zM12 11v3h-2",
  "travel-documents": "M3 6h15v14H3zM6 6V3h15v14h-3M6 10h9M6 13h9M6 16h5",
  "listening-devices":
    "M12 12v9M9 21h6M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0M6 6a8 8 0 0 0 0 12M18 6a8 8 0 0 1 0 12",
  "escape-kit": "M3 8h18v12H3zM9 8V5h6v3M12 11v6M9 14h6",
};

/** Return a name as people write it. */
export function spaced(name: string): string {
  return name.replace(/-/g, " ");
}

function Drawing({ d }: { d: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={d} />
    </svg>
  );
}

interface EquipmentProps {
  name: string;
  set: CovertCardSetJson;
  /** Whether its name stands beside it. */
  named?: boolean;
}

/** A kind of equipment among words. */
export function EquipmentMark({ name, named = false }: EquipmentProps) {
  const d = EQUIPMENT[name];
  return (
    <span class="symbol" title={spaced(name)}>
      {d === undefined ? null : <Drawing d={d} />}
      <span class={named || d === undefined ? "" : "sr-only"}>{spaced(name)}</span>
    </span>
  );
}

/** The same in a drawing; nothing for equipment without a drawing of ours. */
export function EquipmentDrawing({
  name,
  x,
  y,
  size,
}: {
  name: string;
  x: number;
  y: number;
  size: number;
}) {
  const d = EQUIPMENT[name];
  if (d === undefined) return null;
  return (
    <path
      class="icon"
      d={d}
      transform={`translate(${x - size / 2} ${y - size / 2}) scale(${size / 24})`}
    />
  );
}

/** A city. */
export function CityMark({ name }: { name: string }) {
  return (
    <span class="symbol">
      <Drawing d="M12 21C8 15 6 12 6 9a6 6 0 1 1 12 0c0 3-2 6-6 12zM10 9a2 2 0 1 0 4 0a2 2 0 1 0-4 0" />
      {name}
    </span>
  );
}

/** A region, with its colour. */
export function RegionMark({ name, set }: { name: string; set: CovertCardSetJson }) {
  return (
    <span class="symbol">
      <span class={`swatch ${regionClass(name, set)}`} />
      {name}
    </span>
  );
}

/** Any Agency Card. */
export function AnyMark({ text }: { text: string }) {
  return (
    <span class="symbol">
      <Drawing d="M6 3h12v18H6zM12 15v.5M9.500 9a2.500 2.500 0 1 1 2.500 3v1" />
      {text}
    </span>
  );
}

const HOLDINGS = {
  cards: "M8 3h11v15H8zM5 6v15h11",
  missions: "M5 3h14v18H5zM8 8h8M8 12h8M8 16h5",
  codes: "M3 8h18v8H3zM9 8v8M15 8v8",
  broken: "M3 8h18v8H3zM9 8v8M15 8v8M6 20l12-16",
  tokens: "M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 8v8M8 12h8",
  cubes: "M5 5h14v14H5z",
  reroll: "M19 12a7 7 0 1 1-2-5M17 3v4h-4",
};

/** A small drawing of a kind of things that a seat holds. */
export function HoldingDrawing({ kind }: { kind: keyof typeof HOLDINGS }) {
  return <Drawing d={HOLDINGS[kind]} />;
}

const COLOURS = ["purple", "green", "blue", "yellow", "orange", "red"];

/** Return the class of a region's colour: the one it is named after, or one by its number. */
export function regionClass(name: string, set: CovertCardSetJson): string {
  if (COLOURS.includes(name)) return `region-${name}`;
  const number = (set.regions ?? []).findIndex((region) => region.name === name);
  return `region-${COLOURS[number % COLOURS.length]}`;
}
