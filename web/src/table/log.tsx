// What happened, line by line, the latest last.

import { useEffect, useRef } from "preact/hooks";
import { words } from "../words/words";
import type { Sitting } from "./sitting";

export function Log({ sitting }: { sitting: Sitting }) {
  const text = words().table;
  const list = useRef<HTMLOListElement>(null);
  const shown = sitting.shown.value;
  const lines = sitting.news.value
    .filter(({ number }) => number <= shown)
    .flatMap(({ number, events }) => events.map((event, index) => ({ number, index, event })));
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [shown]);
  return (
    <section class="log" aria-label={text.log}>
      <h2>{text.log}</h2>
      {sitting.earlier.value > 0 && (
        <button type="button" class="quiet" onClick={() => void sitting.older()}>
          {text.logOlder}
        </button>
      )}
      {lines.length === 0 && <p class="faint">{text.logEmpty}</p>}
      <ol ref={list} tabIndex={0} aria-label={text.log} hidden={lines.length === 0}>
        {lines.map(({ number, index, event }) => (
          <li
            key={`${number}.${index}`}
            class={[
              event.seat === undefined ? "of-all" : `seat-${event.seat}`,
              number === shown ? "latest" : "",
            ].join(" ")}
          >
            {event.words}
          </li>
        ))}
      </ol>
    </section>
  );
}
