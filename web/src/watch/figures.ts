// Figures of a tournament as they are shown. All are the arena's own.

import type { ArenaIntervalJson } from "../generated/covertbots/v1/arena_pb";
import { language, words } from "../words/words";

/** Write a number of Elo with its sign. */
export function elo(value: unknown): string {
  return written(value, { maximumFractionDigits: 0, signDisplay: "always" });
}

/** Write a share as a percentage. */
export function percent(value: unknown): string {
  return written(value, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Write a figure with so many decimal places. */
export function decimal(value: unknown, digits: number): string {
  return written(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Write a count. */
export function count(value: unknown): string {
  return written(value ?? 0, { maximumFractionDigits: 0 });
}

/** Write the ends of an interval. */
export function between(
  interval: ArenaIntervalJson | undefined,
  form: (value: unknown) => string,
): string {
  const { low, high } = interval ?? {};
  if (!known(low) || !known(high)) return words().watch.unknown;
  return words().watch.between(form(low), form(high));
}

/** Return whether a figure is known: the service writes NaN for one that is not. */
export function known(value: unknown): boolean {
  return value !== undefined && Number.isFinite(Number(value));
}

function written(value: unknown, how: Intl.NumberFormatOptions): string {
  return known(value) ? Number(value).toLocaleString(language.value, how) : words().watch.unknown;
}
