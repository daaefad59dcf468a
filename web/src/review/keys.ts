// Arrow keys that step through a game, wherever they are not needed otherwise.

import type { Signal } from "@preact/signals";

const TAKEN = "input, textarea, select, [contenteditable]";

/** Step through a game by keys until the function that is returned is called. `stops` are the places
 * at which Shift stops. */
export function onKey(
  place: Signal<number>,
  go: (place: number) => void,
  stops: () => readonly number[],
): () => void {
  const step = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.matches(TAKEN)) return;
    const now = place.value;
    const next = event.shiftKey ? stops().find((stop) => stop > now) : now + 1;
    const previous = event.shiftKey ? stops().findLast((stop) => stop < now) : now - 1;
    const to = { ArrowRight: next, ArrowLeft: previous, Home: 0, End: Infinity }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  };
  addEventListener("keydown", step);
  return () => removeEventListener("keydown", step);
}
