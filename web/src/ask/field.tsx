// One field of the position: a value of its text, typed or clicked together.

import { computed, signal, useComputed } from "@preact/signals";
import { useState } from "preact/hooks";
import { cards, mistakeAt, text, touch, values } from "./draft";
import { entriesOf, type Found, find, type Kind } from "./find";
import { type Place, withValue } from "./text";

const entries = computed(() => (cards.value ? entriesOf(cards.value) : undefined));

/** The field of cities that a click on the map fills. */
export const cityField = signal<Place | undefined>(undefined);

/** Return the name of a field in the page. */
export function idOf(where: Place, item?: number): string {
  return ["field", ...where.split("/"), item]
    .filter((part) => part !== undefined && part !== "")
    .join("-")
    .replaceAll(" ", "-");
}

/** Return the value at a place; a component that uses it is drawn again when it changes. */
export function useValue(where: Place): string {
  return useComputed(() => values.value.get(where) ?? "").value;
}

/** Return what is wrong at a place, likewise. */
export function useMistake(where: Place): string | undefined {
  return useComputed(() => mistakeAt(where)).value;
}

/** Put a value at a place of the text. */
export function put(where: Place, value: string): void {
  text.value = withValue(text.value, where, value);
}

interface Props {
  where: Place;
  label: string;
  kind?: Kind;
  /** How several values are kept apart; with nothing there is only one. */
  between?: "," | " " | "";
  /** What stands there as long as nothing is typed. */
  usual?: string;
  /** Values to click. */
  palette?: readonly { value: string; label: string }[];
  wide?: boolean;
}

export function PartField({ where, label, wide = false, palette = [], ...rest }: Props) {
  const value = useValue(where);
  const mistake = useMistake(where);
  const id = idOf(where);
  return (
    <div class={`field ${wide ? "wide" : ""}`}>
      <label for={id}>{label}</label>
      <Typed
        {...rest}
        id={id}
        value={value}
        mistake={mistake}
        change={(value) => put(where, value)}
        entered={() => (cityField.value = rest.kind === "city" ? where : cityField.value)}
        left={() => touch(where)}
      />
      {palette.length === 0 ? null : (
        <span class="palette">
          {palette.map(({ value: added, label: said }) => (
            <button
              key={added}
              type="button"
              tabIndex={-1}
              aria-label={`${label}: ${said}`}
              onClick={() => put(where, `${value} ${added}`)}
            >
              {added}
            </button>
          ))}
        </span>
      )}
      <Mistake id={id} said={mistake} />
    </div>
  );
}

export function Mistake({ id, said }: { id: string; said: string | undefined }) {
  return said === undefined ? null : (
    <p class="mistake" id={`${id}-mistake`} lang="en">
      {said.replace(/^line \d+: /, "")}
    </p>
  );
}

interface TypedProps {
  id: string;
  value: string;
  label?: string;
  kind?: Kind;
  between?: "," | " " | "";
  usual?: string;
  mistake?: string | undefined;
  change: (value: string) => void;
  entered?: () => void;
  left?: () => void;
}

/** A text with suggestions for what is typed last in it. */
export function Typed(props: TypedProps) {
  const { id, value, label, kind = "none", between = " ", usual = "", mistake, change } = props;
  const [typed, setTyped] = useState<string>(); // while it has the focus: with blanks at the end
  const [at, setAt] = useState(0);
  const [closed, setClosed] = useState(false);
  const last = lastItem(typed ?? "", between);
  const fitting = typed === undefined || closed ? [] : find(last, entries.value?.[kind] ?? []);
  const found = fitting.length === 1 && fitting[0]?.value === last ? [] : fitting;
  const type = (next: string) => {
    setTyped(next);
    setAt(0);
    setClosed(false);
    change(next);
  };
  const choose = ({ value: chosen }: Found) => {
    const kept = (typed ?? "").slice(0, (typed ?? "").length - last.length);
    type(`${kept}${chosen}${between === "," ? ", " : between}`);
    setClosed(between === "");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = found[at];
    if (event.key === "ArrowDown" && found.length > 0) setAt((at + 1) % found.length);
    else if (event.key === "ArrowUp" && found.length > 0)
      setAt((at + found.length - 1) % found.length);
    else if (event.key === "Enter" && chosen) choose(chosen);
    else if (event.key === "Escape" && found.length > 0) setClosed(true);
    else return;
    event.preventDefault();
  };
  return (
    <span class="typed">
      <input
        id={id}
        type="text"
        role="combobox"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder={usual}
        aria-label={label}
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        aria-invalid={mistake !== undefined}
        aria-describedby={mistake === undefined ? undefined : `${id}-mistake`}
        value={typed ?? value}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={() => {
          setTyped(value);
          setClosed(true);
          props.entered?.();
        }}
        onBlur={() => {
          setTyped(undefined);
          props.left?.();
        }}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={label} hidden={found.length === 0}>
        {found.map((entry, place) => (
          <li
            key={entry.value}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === at}
            onPointerDown={(event) => {
              event.preventDefault();
              choose(entry);
            }}
          >
            {entry.label}
          </li>
        ))}
      </ul>
    </span>
  );
}

/** Return what is being typed: the text after the last comma or blank. */
function lastItem(typed: string, between: "," | " " | ""): string {
  if (between === "") return typed.trimStart();
  return typed.slice(typed.lastIndexOf(between) + 1).trimStart();
}
