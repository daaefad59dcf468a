// All entries so far, a line to type as in the terminal, the log as a file, and another table.

import { useSignal } from "@preact/signals";
import { words } from "../words/words";
import { busy, followed, tell, wrong } from "./following";
import { asFile, keep, kept } from "./kept";

export function More() {
  const { companion: text, home } = words();
  const typed = useSignal("");
  const leaving = useSignal(false);
  async function enter(event: Event) {
    event.preventDefault();
    if (typed.value.trim() !== "" && (await tell(typed.value.trim()))) typed.value = "";
  }
  const lines = followed.value?.lines ?? [];
  return (
    <details class="panel more">
      <summary>{home.more}</summary>
      <form class="row" onSubmit={enter}>
        <label class="field wide">
          <span>{text.typeLine}</span>
          <input
            value={typed.value}
            onInput={(event) => (typed.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={busy.value}>
          {text.enter}
        </button>
      </form>
      <h3>{text.log}</h3>
      <ol class="told" lang="en">
        {lines.map(({ words: said }, index) => (
          <li key={index}>{said}</li>
        ))}
      </ol>
      <div class="choices">
        <a
          class="button"
          download="companion.log"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(asFile(kept.value))}`}
        >
          {text.save}
        </a>
        {leaving.value ? (
          <button type="button" class="main" onClick={leave}>
            {text.reallyAnother}
          </button>
        ) : (
          <button type="button" onClick={() => (leaving.value = true)}>
            {text.another}
          </button>
        )}
      </div>
    </details>
  );
}

/** Forget what was told, but not who plays. */
function leave(): void {
  followed.value = undefined;
  wrong.value = "";
  keep({ lines: undefined, picked: [] });
}
