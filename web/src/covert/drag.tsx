// Dice and agents can be dragged to where they are to go, in place of two clicks.

import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Choice } from "./choice";

const FAR = 8; // pixels; a shorter way is a click

interface Drag {
  spot: string;
  x: number;
  y: number;
}

export interface Dragging {
  /** What is dragged, and where it is. */
  held: Signal<Drag | undefined>;
  onPointerDown(event: PointerEvent): void;
  onPointerMove(event: PointerEvent): void;
  onPointerUp(event: PointerEvent): void;
  onPointerCancel(): void;
  onDragStart(event: DragEvent): void;
}

/** Return what the board does while something is dragged over it. */
export function useDragging({ lit, candidates, join, clear }: Choice): Dragging {
  const begun = useRef<Drag | undefined>(undefined);
  const held = useSignal<Drag | undefined>(undefined);
  const end = () => {
    begun.current = undefined;
    held.value = undefined;
  };
  return {
    held,
    onPointerDown(event) {
      const spot = spotsAt(event).find((each) => /^(die|agent):/.test(each));
      if (event.button !== 0 || spot === undefined) return;
      if (!candidates.some(({ spots }) => spots.includes(spot))) return;
      begun.current = { spot, x: event.clientX, y: event.clientY };
    },
    onPointerMove({ clientX: x, clientY: y }) {
      const from = begun.current;
      if (from === undefined) return;
      if (held.value === undefined) {
        if (Math.hypot(x - from.x, y - from.y) < FAR) return;
        join(from.spot);
      }
      held.value = { spot: from.spot, x, y };
    },
    onPointerUp(event) {
      const from = held.value?.spot;
      end();
      if (from === undefined) return;
      const goals = spotsAt(event).map((spot) => goalOf(from, spot));
      const goal = goals.find((spot) => spot !== from && lit.has(spot));
      if (goal === undefined) clear();
      else join(from, goal);
    },
    onPointerCancel: end,
    onDragStart(event) {
      if (begun.current !== undefined) event.preventDefault(); // of text that is selected
    },
  };
}

/** Return the things under the pointer, the uppermost first. */
function spotsAt({ clientX, clientY }: PointerEvent): string[] {
  return document.elementsFromPoint(clientX, clientY).flatMap((element) => {
    const spot = element.closest<HTMLElement | SVGElement>("[data-spot]")?.dataset.spot;
    return spot === undefined ? [] : [spot];
  });
}

/** Return the place that is meant: a die goes to its own space, wherever on a circle it is let go. */
function goalOf(from: string, spot: string): string {
  const [, circle] = /^(?:space|circle):([a-z]+)/.exec(spot) ?? [];
  return circle !== undefined && from.startsWith("die:")
    ? from.replace("die", `space:${circle}`)
    : spot;
}

/** What is dragged, under the pointer. */
export function Dragged({ held, seat }: { held: Signal<Drag | undefined>; seat: number }) {
  if (held.value === undefined) return null;
  const { spot, x, y } = held.value;
  const [kind, number] = spot.split(":");
  return (
    <div class={`dragged ${kind} seat-${seat}`} aria-hidden="true" style={{ left: x, top: y }}>
      {number}
    </div>
  );
}
