// The position as text and as a link, and the cards that it is of.

import { useState } from "preact/hooks";
import { address } from "../route";
import { words } from "../words/words";
import { cards, ownCards, text, useCards, useServerCards } from "./draft";
import { PartField } from "./field";
import { place } from "./text";

export function TextField() {
  const { ask } = words();
  const [copied, setCopied] = useState("");
  const copy = async (what: string, said: string, byHand: () => string) => {
    try {
      await navigator.clipboard.writeText(what);
      setCopied(said);
    } catch {
      setCopied(byHand()); // browsers let only pages of https and of this machine copy
    }
  };
  const selected = () => {
    (document.getElementById("position-text") as HTMLTextAreaElement).select();
    return ask.copyByHand;
  };
  const addressed = () => {
    history.replaceState(null, "", link());
    return ask.linkAbove;
  };
  const link = () => new URL(address("ask", text.value), location.href).href;
  return (
    <details class="as-text">
      <summary>{ask.asText}</summary>
      <p class="faint">{ask.asTextHelp}</p>
      <textarea
        id="position-text"
        aria-label={ask.asText}
        rows={18}
        spellcheck={false}
        value={text.value}
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
      <div class="buttons">
        <button type="button" onClick={() => void copy(text.value, ask.textCopied, selected)}>
          {ask.copyText}
        </button>
        <button type="button" onClick={() => void copy(link(), ask.linkCopied, addressed)}>
          {ask.copyLink}
        </button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text.value)}`}
          download="position.txt"
        >
          {ask.saveText}
        </a>
        <span role="status">{copied}</span>
      </div>
    </details>
  );
}

export function CardsField() {
  const { ask } = words();
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [over, setOver] = useState(false);
  const take = async (file: File | undefined) => {
    if (file !== undefined) setWrong(await useCards(await file.text()));
  };
  return (
    <fieldset
      class={`cards-field ${over ? "over" : ""}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <legend>{ask.cardSet}</legend>
      <p>
        <strong>{cards.value?.name}</strong> <span class="faint">{ask.cardSetHelp}</span>
      </p>
      <label class="file">
        {ask.ownCards}{" "}
        <input
          type="file"
          accept=".toml,text/plain"
          onChange={(event) => void take(event.currentTarget.files?.[0])}
        />
      </label>
      <PartField
        where={place("options")}
        label={ask.options}
        between=","
        usual={ask.usualOptions}
        wide
      />
      {ownCards.value === undefined ? null : (
        <button type="button" onClick={useServerCards}>
          {ask.serverCards}
        </button>
      )}
      {wrong.length === 0 ? null : (
        <ul class="mistake" role="alert" lang="en">
          {wrong.map((said) => (
            <li key={said}>{said}</li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
