// From clicks on the board to actions.

import { useEffect, useMemo, useState } from "preact/hooks";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { CovertView_DecisionJson } from "../generated/covertbots/v1/covert_view_pb";
import type { Offer } from "./offers";

export interface Choice {
  /** The things clicked so far. */
  chosen: ReadonlySet<string>;
  /** The offers that touch all of them. */
  candidates: readonly Offer[];
  /** The things that a click would do something with. */
  lit: ReadonlySet<string>;
  touch(spot: string): void;
  clear(): void;
}

const NOTHING: ReadonlySet<string> = new Set();

/** Return what has been clicked; `take` gets the offer that the clicks name. */
export function useChoice(offers: readonly Offer[], take: (offer: Offer) => void): Choice {
  const [chosen, setChosen] = useState(NOTHING);
  useEffect(() => setChosen(NOTHING), [offers]);
  const through = (spots: ReadonlySet<string>) =>
    offers.filter((offer) => [...spots].every((spot) => offer.spots.includes(spot)));
  const candidates = useMemo(() => through(chosen), [offers, chosen]);
  const lit = useMemo(() => {
    const further = chosen.size === 0 ? [] : candidates.flatMap(({ spots }) => spots);
    return new Set([...further, ...offers.flatMap(({ first }) => first)]);
  }, [offers, candidates]);

  const touch = (spot: string) => {
    const [only, ...more] = candidates;
    if (chosen.has(spot)) {
      if (only !== undefined && more.length === 0) take(only);
      else setChosen(NOTHING);
      return;
    }
    let spots: ReadonlySet<string> = new Set([...chosen, spot]);
    if (through(spots).length === 0) spots = new Set([spot]);
    const [offer, ...others] = through(spots);
    if (offer === undefined) return;
    const named = spots.size > 1 || !offer.spending;
    if (others.length === 0 && named) take(offer);
    else setChosen(spots);
  };
  return { chosen, candidates, lit, touch, clear: () => setChosen(NOTHING) };
}

/** Decisions that may come between the actions of a chain. */
const BETWEEN: ReadonlySet<CovertView_DecisionJson> = new Set([
  "DECISION_REWARD",
  "DECISION_DISCARD",
  "DECISION_ESPIONAGE",
]);

/** Return a function that acts and goes on with the actions that are to follow, each as soon as it
 *  is legal. One that does not become legal ends the chain. */
export function useChain(
  actions: readonly ActionJson[],
  decision: CovertView_DecisionJson | undefined,
  act: ((actions: ActionJson[]) => void) | undefined,
): (action: ActionJson, then?: readonly string[]) => void {
  const [awaited, setAwaited] = useState<readonly string[]>([]);
  useEffect(() => {
    if (awaited.length === 0 || actions.length === 0) return;
    const [text, ...later] = awaited;
    const action = actions.find((legal) => legal.text === text);
    if (action !== undefined) {
      setAwaited(later);
      act?.([action]);
    } else if (decision === undefined || !BETWEEN.has(decision)) {
      setAwaited([]);
    }
  }, [actions]);
  return (action, then = []) => {
    setAwaited(then);
    act?.([action]);
  };
}
