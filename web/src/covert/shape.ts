// How much room the board has.

import { createContext } from "preact";
import { useEffect, useState } from "preact/hooks";

/** Wide, or tall as a phone is. */
export type Shape = "wide" | "tall";

export const ShapeContext = createContext<Shape>("wide");

const NARROW = 540; // pixels

/** Return the shape of the room that the board has. */
export function useShape(root: { current: HTMLElement | null }): Shape {
  const [shape, setShape] = useState<Shape>(innerWidth < NARROW ? "tall" : "wide");
  useEffect(() => {
    if (root.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setShape(entry.contentRect.width < NARROW ? "tall" : "wide");
    });
    observer.observe(root.current);
    return () => observer.disconnect();
  }, []);
  return shape;
}
