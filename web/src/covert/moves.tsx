// Every legal move as a list: the way for the keyboard and for screen readers. Its digits and
// letters choose from anywhere on the page.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import { words } from "../words/words";
import { grouped } from "./groups";

const KEYS = "123456789abcdefghijklmnopqrstuvwxyz";
/** Where keys mean something else. */
const TAKEN = "input, textarea, select, [contenteditable], dialog, [role=dialog]";

interface Props {
  actions: readonly ActionJson[];
  /** A move is on its way: no other can be made until it is answered. */
  busy: boolean;
  act: (action: ActionJson) => void;
  /** Called with the action at the cursor or under the pointer, and with none. */
  point: (action: ActionJson | undefined) => void;
}

export function Moves({ actions, busy, act, point }: Props) {
  const { covert } = words();
  const groups = grouped(actions);
  const listed = groups.flatMap(([, some]) => some);
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const texts = listed.map(({ text }) => text).join("\n");
  useEffect(() => setAt(0), [texts]);
  const here = Math.min(at, listed.length - 1);

  const go = (to: number) => {
    const next = (to + listed.length) % listed.length;
    setAt(next);
    point(listed[next]);
    list.current?.querySelector(`#${id(next)}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (withModifier(event) || listed.length === 0) return;
    const jumps: Record<string, number> = {
      ArrowDown: here + 1,
      ArrowUp: here - 1,
      Home: 0,
      End: listed.length - 1,
    };
    const jump = jumps[event.key];
    const chosen = event.key === "Enter" || event.key === " " ? listed[here] : undefined;
    if (jump === undefined && chosen === undefined) return;
    event.preventDefault();
    if (jump !== undefined) go(jump);
    else if (chosen !== undefined) act(chosen);
  };
  useEffect(() => {
    const choose = (event: KeyboardEvent) => {
      if (withModifier(event) || event.repeat || event.key.length !== 1 || !isSeen(list)) return;
      if (event.target instanceof Element && event.target.closest(TAKEN) !== null) return;
      const action = listed[KEYS.indexOf(event.key)];
      if (action === undefined) return;
      event.preventDefault();
      act(action);
    };
    addEventListener("keydown", choose);
    return () => removeEventListener("keydown", choose);
  });

  let number = -1;
  return (
    <div
      class="move-list"
      role="listbox"
      tabIndex={0}
      ref={list}
      aria-label={covert.moves}
      aria-activedescendant={here < 0 ? undefined : id(here)}
      onKeyDown={onKeyDown}
      onFocus={() => point(listed[here])}
      onBlur={() => point(undefined)}
      onPointerLeave={() => point(undefined)}
    >
      {groups.map(([group, some]) => (
        <div role="group" aria-label={covert.groups[group]}>
          <div class="group-title" aria-hidden="true">
            {covert.groups[group]}
          </div>
          {some.map((action) => {
            number++;
            const own = number;
            return (
              <div
                id={id(own)}
                role="option"
                aria-selected={own === here}
                aria-disabled={busy}
                aria-keyshortcuts={KEYS[own]}
                class="legal-move"
                onClick={() => act(action)}
                onPointerEnter={() => point(action)}
              >
                <kbd aria-hidden="true">{KEYS[own] ?? ""}</kbd>
                <span lang="en">{action.words ?? action.text}</span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

function withModifier({ ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return ctrlKey || altKey || metaKey;
}

/** Return true if the keys of the list stand on the screen: on a phone it may be closed. */
function isSeen({ current }: { current: HTMLElement | null }): boolean {
  return current?.checkVisibility() ?? false;
}

function id(number: number): string {
  return `move-${number}`;
}
