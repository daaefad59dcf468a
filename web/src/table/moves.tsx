// All moves of the person at the page, as a list of buttons.

import { useSignal } from "@preact/signals";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import { words } from "../words/words";

const MANY = 12; // moves; more can be filtered

export interface MovesProps {
  actions: readonly ActionJson[];
  act: (actions: ActionJson[]) => void;
  busy: boolean;
}

export function Moves({ actions, act, busy }: MovesProps) {
  const text = words().table;
  const filter = useSignal("");
  if (actions.length === 0) return <p class="faint">{text.noMoves}</p>;
  const wanted = filter.value.toLowerCase();
  const chosen = actions.filter(({ words: label = "", text: short = "" }) =>
    `${label} ${short}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      {actions.length > MANY && (
        <input
          class="filter"
          type="search"
          placeholder={text.filter}
          aria-label={text.filter}
          value={filter.value}
          onInput={(event) => (filter.value = event.currentTarget.value)}
        />
      )}
      <ul class="moves">
        {chosen.map((action) => (
          <li key={action.text}>
            <button type="button" disabled={busy} onClick={() => act([action])}>
              {action.words || action.text}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
