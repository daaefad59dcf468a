// From clicks on the board to an action.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import { firstSpots, isSpending, spotsOf } from "./spots";

export interface Choice {
  /** The things clicked so far. */
  chosen: ReadonlySet<string>;
  /** The actions that touch all of them. */
  candidates: readonly ActionJson[];
  /** The things that a click would do something with. */
  lit: ReadonlySet<string>;
  touch(spot: string): void;
  clear(): void;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Return what has been clicked, of actions of which `act` takes the one that the clicks name. */
export function useChoice(
  actions: readonly ActionJson[],
  act: ((action: ActionJson) => void) | undefined,
): Choice {
  const [chosen, setChosen] = useState(NOTHING);
  const texts = actions.map(({ text }) => text).join("\n");
  useEffect(() => setChosen(NOTHING), [texts]);
  const through = (spots: ReadonlySet<string>) =>
    actions.filter((action) => {
      const own = spotsOf(action);
      return [...spots].every((spot) => own.includes(spot));
    });
  const candidates = useMemo(() => through(chosen), [texts, chosen]);
  const lit = useMemo(() => {
    const spots = (chosen.size === 0 ? actions : candidates).flatMap(
      chosen.size === 0 ? firstSpots : spotsOf,
    );
    return act === undefined ? NOTHING : new Set([...spots, ...actions.flatMap(firstSpots)]);
  }, [texts, candidates, act === undefined]);

  const touch = (spot: string) => {
    const only = candidates.length === 1 ? candidates[0] : undefined;
    if (chosen.has(spot)) {
      if (only === undefined) setChosen(NOTHING);
      else act?.(only);
      return;
    }
    let spots = new Set([...chosen, spot]);
    let left = through(spots);
    if (left.length === 0) {
      spots = new Set([spot]);
      left = through(spots);
    }
    const [action] = left;
    if (action === undefined) return;
    if (left.length === 1 && (spots.size > 1 || !isSpending(action))) act?.(action);
    else setChosen(spots);
  };
  return { chosen, candidates, lit, touch, clear: () => setChosen(NOTHING) };
}
