// Figures as people read them.

import { language } from "../words/words";

const ONE_IN = 100; // below, a chance is said to be less than one percent

/** Return a number with so many digits behind the point. */
export function decimal(value: number, digits: number): string {
  return value.toLocaleString(language.value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Return a lead: a number with its sign. */
export function signed(value: number): string {
  return value.toLocaleString(language.value, {
    signDisplay: "exceptZero",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  });
}

/** Return a share in percent. */
export function percent(share: number): string {
  const least = 1 / ONE_IN;
  const shown = (value: number) => value.toLocaleString(language.value, { style: "percent" });
  return share > 0 && share < least ? `<\u2009${shown(least)}` : shown(share);
}

/** Return a whole number. */
export function whole(value: number): string {
  return value.toLocaleString(language.value);
}
