// Text with words that are explained where they stand: on hover, focus and tap.

import { useSignal } from "@preact/signals";
import { useId, useRef } from "preact/hooks";
import { words } from "../words/words";
import { type Explained, isExplained, RULES } from "./rules";

const MARKED = /\[([^|\]]+)\|(\w+)\]/;

/** A text in which `[cubes|cube]` stands for the word "cubes", explained as `cube`. */
export function Told({ text }: { text: string }) {
  const pieces = text.split(MARKED);
  return (
    <span class="told">
      {pieces.map((piece, index) => {
        if (index % 3 === 0) return piece;
        const name = pieces[index + 1] ?? "";
        return index % 3 === 1 && isExplained(name) ? <Word name={name} shown={piece} /> : null;
      })}
    </span>
  );
}

function Word({ name, shown }: { name: Explained; shown: string }) {
  const { learn } = words();
  const id = useId();
  const open = useSignal(false);
  const top = useSignal(0);
  const word = useRef<HTMLButtonElement>(null);
  const show = () => {
    const { offsetTop = 0, offsetHeight = 0 } = word.current ?? {};
    top.value = offsetTop + offsetHeight;
    open.value = true;
  };
  const hide = () => (open.value = false);
  return (
    <span onPointerEnter={show} onPointerLeave={(event) => event.pointerType === "mouse" && hide()}>
      <button
        type="button"
        class="explained"
        ref={word}
        aria-describedby={open.value ? id : undefined}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={(event) => event.key === "Escape" && hide()}
      >
        {shown}
      </button>
      {open.value && (
        <span role="tooltip" id={id} class="explanation" style={{ top: `${top.value}px` }}>
          {learn.explained[name]} <span class="rule">{learn.rule(RULES[name])}</span>
        </span>
      )}
    </span>
  );
}
