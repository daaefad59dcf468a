// How the things of the board are marked and clicked.

import { type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";

export interface Marks {
  /** Things that a click would do something with. */
  lit: ReadonlySet<string>;
  /** Things that begin another choice than the one being made. */
  other?: ReadonlySet<string>;
  /** Things clicked on the way to an action. */
  chosen: ReadonlySet<string>;
  /** Things of an action that is pointed at. */
  pointed: ReadonlySet<string>;
  /** Things that changed last. */
  changed: ReadonlySet<string>;
  touch(spot: string): void;
  /** Whether Tab passes over them, since all they do can be typed elsewhere. */
  passedOver?: boolean;
}

const NONE: ReadonlySet<string> = new Set();

export const MarksContext = createContext<Marks>({
  lit: NONE,
  chosen: NONE,
  pointed: NONE,
  changed: NONE,
  touch: () => undefined,
});

interface SpotProps {
  /** Its name among the spots. */
  spot: string;
  /** What it is, where no words in it say so. */
  label?: string;
  kind?: string;
  children: ComponentChildren;
}

function useSpot({ spot, label, kind = "" }: SpotProps) {
  const marks = useContext(MarksContext);
  const states = (["lit", "chosen", "pointed", "changed"] as const).filter((state) =>
    marks[state].has(spot),
  );
  const props = { class: `spot ${kind} ${states.join(" ")}`, "data-spot": spot };
  if (!marks.lit.has(spot) && !marks.other?.has(spot)) return props;
  return {
    ...props,
    role: "button" as const,
    tabIndex: marks.passedOver ? -1 : 0,
    ...(label === undefined ? {} : { "aria-label": label }),
    "aria-pressed": marks.chosen.has(spot),
    onClick: (event: Event) => {
      event.stopPropagation();
      marks.touch(spot);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      marks.touch(spot);
    },
  };
}

/** A thing in a drawing. */
export function Spot(props: SpotProps) {
  return <g {...useSpot(props)}>{props.children}</g>;
}

/** A thing among words. */
export function SpotBox(props: SpotProps) {
  return <div {...useSpot(props)}>{props.children}</div>;
}
