// Figures as they are shown, in the language in use.

import type { ReviewDifferenceJson } from "../generated/covertbots/v1/review_pb";
import { language, words } from "../words/words";

// Standard errors of a 95% interval (docs/review.md): of eight searches, Student's t with 7 degrees
// of freedom; of the luck, a mean of thousands.
const SURE = 2.365;
const NORMAL = 1.96;

/** Write a figure with a decimal place. */
export function decimal(value: number): string {
  return value.toLocaleString(language.value, oneDigit);
}

/** Write a figure with its sign. */
export function signed(value: number): string {
  return value.toLocaleString(language.value, { ...oneDigit, signDisplay: "always" });
}

const oneDigit = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;

/** Write points and half of their 95% interval, from the standard error of searches. */
export function about(points: number, error: number): string {
  return words().review.within(decimal(points), half(SURE * error));
}

/** The same of luck, with its sign. */
export function aboutLuck(points: number, error: number): string {
  return words().review.within(signed(points), half(NORMAL * error));
}

/** Write what a decision costs. */
export function costWords(difference: ReviewDifferenceJson): string {
  return about(Number(difference.gain ?? 0), Number(difference.standardError ?? 0));
}

/** Write half of an interval, at least a tenth: points have one decimal place. */
function half(points: number): string {
  return decimal(Math.max(0.1, points));
}
