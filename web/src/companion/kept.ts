// The table that is followed, as it is kept in this browser: its setup, and what was told of it. It
// changes with every tap, so that a reload loses nothing.

import { effect, signal } from "@preact/signals";
import type { Chosen } from "../covert_action/settings";
import { words } from "../words/words";

const KEPT = "covert-bots companion";
const USUAL = 6; // players

export interface KeptTable {
  players: number;
  settings: Chosen;
  /** By seat; empty where a name was not given. */
  names: readonly string[];
  /** The player's own seat. */
  seat: number;
  /** The lines told so far, in the form that the service keeps; absent before the table is set up. */
  lines?: readonly string[] | undefined;
  /** Teams of the round by seat, while they are picked. */
  picked: readonly string[];
}

const EMPTY: KeptTable = { players: USUAL, settings: {}, names: [], seat: 0, picked: [] };

export const kept = signal<KeptTable>(read());

effect(() => localStorage.setItem(KEPT, JSON.stringify(kept.value)));

/** Keep a change. */
export function keep(change: Partial<KeptTable>): void {
  kept.value = { ...kept.value, ...change };
}

/** Return the name of a seat, with its number. */
export function nameOf(seat: number): string {
  const name = kept.value.names[seat]?.trim();
  return name ? `${seat + 1} ${name}` : words().covertAction.seatNumber(seat + 1);
}

/** Return the names of all seats for the words of the service. */
export function namesToTell(): string[] {
  const { players } = kept.value;
  return Array.from(
    { length: players },
    (_, seat) => kept.value.names[seat]?.trim() || `Seat ${seat + 1}`,
  );
}

/** Return the table as the file that `covert-bots companion --resume` reads. */
export function asFile({ players, settings, lines = [] }: KeptTable): string {
  const chosen = Object.entries(settings).filter(([, value]) => value !== "");
  const head = chosen.map(([name, value]) => `${name}: ${value}`);
  return ["covert-action-log 1", `players: ${players}`, ...head, "", ...lines, ""].join("\n");
}

function read(): KeptTable {
  try {
    return { ...EMPTY, ...(JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<KeptTable>) };
  } catch {
    return EMPTY;
  }
}
