// The clock of a trigger window: the table closes it at a set time, whoever has chosen.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const TICK = 250; // milliseconds

/** Return the seconds left until a window closes; undefined where no clock runs. */
export function useSecondsLeft(closes: number | undefined): number | undefined {
  const now = useSignal(Date.now());
  useEffect(() => {
    if (closes === undefined) return undefined;
    now.value = Date.now();
    const timer = setInterval(() => (now.value = Date.now()), TICK);
    return () => clearInterval(timer);
  }, [closes]);
  return closes === undefined ? undefined : Math.max(0, Math.ceil((closes - now.value) / 1000));
}
