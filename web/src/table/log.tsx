// What happened, line by line, the latest last.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { words } from "../words/words";
import type { News } from "./sitting";

const LINES = 80; // shown at first

export function Log({ news, shown }: { news: readonly News[]; shown: number }) {
  const text = words().table;
  const all = useSignal(false);
  const list = useRef<HTMLOListElement>(null);
  const lines = news
    .filter(({ number }) => number <= shown)
    .flatMap(({ number, events }) => events.map((event, index) => ({ number, index, event })));
  const older = all.value ? 0 : Math.max(0, lines.length - LINES);
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [lines.length]);
  return (
    <section class="log" aria-label={text.log}>
      <h2>{text.log}</h2>
      {older > 0 && (
        <button type="button" class="quiet" onClick={() => (all.value = true)}>
          {text.logOlder(older)}
        </button>
      )}
      {lines.length === 0 && <p class="faint">{text.logEmpty}</p>}
      <ol ref={list} tabIndex={0} aria-label={text.log}>
        {lines.slice(older).map(({ number, index, event }) => (
          <li
            key={`${number}.${index}`}
            class={[
              event.seat === undefined ? "of-all" : `of-seat-${event.seat % 4}`,
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
