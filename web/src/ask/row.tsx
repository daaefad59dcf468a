// A row of spaces with a card each, such as the face-up Agency Cards: a list with commas in the text.

import { touch } from "./draft";
import { idOf, Mistake, PartField, put, Typed, useMistake, useValue } from "./field";
import type { Kind } from "./find";
import type { Place } from "./text";

const UNTOLD = "?"; // in the text, a space that has not been filled in yet

interface Props {
  where: Place;
  label: string;
  kind: Kind;
  /** What each space is called. */
  spaces: readonly string[];
}

export function RowField({ where, label, kind, spaces }: Props) {
  const value = useValue(where);
  const mistake = useMistake(where);
  const items = value.split(",").map((item) => item.trim());
  if (spaces.length === 0 || items.length > spaces.length || namesItsSpaces(items, spaces)) {
    return <PartField where={where} label={label} kind={kind} between="," wide />;
  }
  const change = (space: number, typed: string) => {
    const next = spaces.map((_, at) =>
      (at === space ? typed : (items[at] ?? "")).replaceAll(",", " ").trim(),
    );
    put(
      where,
      next.every((item) => item === "" || item === UNTOLD)
        ? ""
        : next.map((item) => item || UNTOLD).join(", "),
    );
  };
  return (
    <fieldset class="row">
      <legend>{label}</legend>
      {spaces.map((space, at) => {
        const item = items[at] ?? "";
        const id = idOf(where, at);
        return (
          <div class="field" key={space}>
            <label for={id}>{space}</label>
            <Typed
              id={id}
              kind={kind}
              between=""
              value={item === UNTOLD ? "" : item}
              mistake={mistake}
              change={(typed) => change(at, typed)}
              left={() => touch(where)}
            />
          </div>
        );
      })}
      <Mistake id={idOf(where)} said={mistake} />
    </fieldset>
  );
}

/** Return true if cards stand after the names of their spaces. */
function namesItsSpaces(items: readonly string[], spaces: readonly string[]): boolean {
  const names = spaces.map((space) => `${space.toLowerCase()} `);
  return items.some((item) => names.some((name) => item.toLowerCase().startsWith(name)));
}
