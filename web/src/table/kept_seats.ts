// The seats that this browser holds, with their tokens, so that one can leave a table and come back.

const PREFIX = "covert-bots table ";
const MOST = 40; // tables; of more, the oldest are forgotten

export interface KeptSeat {
  table: string;
  game: string;
  /** When it was used last, in milliseconds. */
  at: number;
  name?: string;
  seatToken?: string;
  hostToken?: string;
  invitation?: string;
  /** Of a first game: the steps of the tour that are done, and whether it is skipped. */
  tour?: { done: readonly string[]; skipped: boolean };
}

/** Return the seat kept of a table. */
export function keptSeat(table: string): KeptSeat | undefined {
  return read(PREFIX + table);
}

/** Return all seats kept, the latest first. */
export function keptSeats(): KeptSeat[] {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  const seats = keys.flatMap((key) => read(key) ?? []);
  return seats.sort((one, other) => other.at - one.at);
}

/** Keep a seat, or more about it. */
export function keepSeat(table: string, more: Partial<KeptSeat>): void {
  const kept = { game: "", ...keptSeat(table), ...more, table, at: Date.now() };
  for (const old of keptSeats().slice(MOST)) forgetSeat(old.table);
  try {
    localStorage.setItem(PREFIX + table, JSON.stringify(kept));
  } catch {
    // The browser keeps nothing; the link of the seat still leads back.
  }
}

/** Forget a seat. */
export function forgetSeat(table: string): void {
  localStorage.removeItem(PREFIX + table);
}

function read(key: string): KeptSeat | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? "null");
    return typeof kept?.table === "string" ? kept : undefined;
  } catch {
    return undefined;
  }
}
