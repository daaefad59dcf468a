// The moves of others, shown one by one at a pace that a person can follow.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { words } from "../words/words";
import type { Sitting } from "./sitting";

const KEPT = "covert-bots pace";
/** Milliseconds that news are shown: at least, at most, and for each letter of their words. */
const PACES = {
  calm: { least: 900, letter: 28, most: 4000 },
  brisk: { least: 350, letter: 10, most: 1400 },
  instant: { least: 0, letter: 0, most: 0 },
} as const;

export type Pace = keyof typeof PACES;

export const pace = signal<Pace>(kept());

function kept(): Pace {
  const name = localStorage.getItem(KEPT);
  return name === "calm" || name === "instant" ? name : "brisk";
}

/** Show the news of a table in turn while the page is looked at. */
export function useReplay(sitting: Sitting): void {
  const behind = sitting.behind.value;
  const shown = sitting.shown.value;
  const chosen = pace.value;
  useEffect(() => {
    if (!behind) return undefined;
    if (chosen === "instant") {
      sitting.skip();
      return undefined;
    }
    const { least, letter, most } = PACES[chosen];
    const events = sitting.replayed.peek()?.events ?? [];
    const letters = events.reduce((sum, event) => sum + (event.words ?? "").length, 0);
    const duration = Math.min(most, least + letter * letters);
    const timer = setTimeout(() => {
      if (!document.hidden) sitting.step();
    }, duration);
    const seen = () => !document.hidden && sitting.step();
    document.addEventListener("visibilitychange", seen);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", seen);
    };
  }, [sitting, behind, shown, chosen]);
}

/** The controls of a replay. */
export function ReplayControls({ sitting }: { sitting: Sitting }) {
  const text = words().table;
  return (
    <>
      <span class="faint" title={text.replaying}>
        {text.position(sitting.shown.value, sitting.last.value)}
      </span>
      <button type="button" onClick={() => sitting.step()}>
        {text.next}
      </button>
      <button type="button" class="main" onClick={() => sitting.skip()}>
        {text.skip}
      </button>
    </>
  );
}

export function PaceChoice() {
  const text = words().table;
  return (
    <label class="field">
      <span>{text.pace}</span>
      <select
        value={pace.value}
        onChange={(event) => {
          pace.value = event.currentTarget.value as Pace;
          localStorage.setItem(KEPT, pace.value);
        }}
      >
        {Object.keys(PACES).map((name) => (
          <option key={name} value={name}>
            {text.paces[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
