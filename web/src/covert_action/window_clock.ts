// The clock of a trigger window. Among people a window lasts a set time: each page sends its choice
// when the clock has run out, so that nobody can see who was asked, or who thought for long.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";

export const SECONDS = 12;

export interface WindowClock {
  /** Seconds left; undefined where no clock runs. */
  left: number | undefined;
  /** The choice, which is sent at the end. */
  chosen: ActionJson | undefined;
  choose: (action: ActionJson) => void;
}

/** Run a clock while a window is open; `window` names the window, undefined for none. `hold` is the
 * choice of a seat that says nothing, undefined for one that is not asked. */
export function useWindowClock(
  window: string | undefined,
  hold: ActionJson | undefined,
  send: (action: ActionJson) => void,
): WindowClock {
  const left = useSignal<number | undefined>(undefined);
  const chosen = useSignal<ActionJson | undefined>(undefined);
  const latest = useRef({ hold, send });
  latest.current = { hold, send };
  useEffect(() => {
    chosen.value = undefined;
    left.value = window === undefined ? undefined : SECONDS;
    if (window === undefined) return undefined;
    const timer = setInterval(() => {
      left.value = Math.max(0, (left.value ?? 0) - 1);
      if (left.value > 0) return;
      clearInterval(timer);
      const choice = chosen.value ?? latest.current.hold;
      if (choice !== undefined) latest.current.send(choice);
    }, 1000);
    return () => clearInterval(timer);
  }, [window]);
  return {
    left: left.value,
    chosen: chosen.value,
    choose: (action) => (chosen.value = action),
  };
}
