// From clicks on the board to actions.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
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
  /** The things with which one would choose anew. */
  other: ReadonlySet<string>;
  touch(spot: string): void;
  /** Begin anew with these things; two that name one offer take it. */
  join(...spots: string[]): void;
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
  const first = useMemo(() => new Set(offers.flatMap((offer) => offer.first)), [offers]);
  const lit = useMemo(
    () => (chosen.size === 0 ? first : new Set(candidates.flatMap(({ spots }) => spots))),
    [first, candidates],
  );

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
  const join = (...spots: string[]) => {
    const both = new Set(spots);
    const [offer, ...others] = through(both);
    if (offer === undefined) setChosen(NOTHING);
    else if (others.length === 0 && both.size > 1) take(offer);
    else setChosen(both);
  };
  return { chosen, candidates, lit, other: first, touch, join, clear: () => setChosen(NOTHING) };
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
  const acted = useRef(false);
  useEffect(() => {
    if (act === undefined || actions.length === 0) return;
    if (acted.current) backToMoves();
    acted.current = false;
    const [text, ...later] = awaited;
    if (text === undefined) return;
    const action = actions.find((legal) => legal.text === text);
    if (action !== undefined) {
      setAwaited(later);
      acted.current = true;
      act([action]);
    } else if (decision === undefined || !BETWEEN.has(decision)) {
      setAwaited([]);
    }
  }, [actions, act === undefined]);
  return (action, then = []) => {
    if (act === undefined) return;
    setAwaited(then);
    acted.current = true;
    act([action]);
  };
}

/** Give the list of moves the focus if what had it is gone, such as a card that was played. */
function backToMoves(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>(".move-list")?.focus({ preventScroll: true });
}
