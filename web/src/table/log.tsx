// What happened, line by line, the latest last.

import type { VNode } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { words } from "../words/words";
import type { News, Sitting } from "./sitting";

export function Log({ sitting }: { sitting: Sitting }) {
  const text = words().table;
  const list = useRef<HTMLOListElement>(null);
  const shown = sitting.shown.value;
  const earlier = useMemo(() => new WeakMap<News, VNode[]>(), [sitting]);
  const lines = sitting.news.value
    .filter(({ number }) => number <= shown)
    .flatMap((news) => {
      if (news.number === shown) return linesOf(news, "latest");
      const drawn = earlier.get(news) ?? linesOf(news); // the same nodes are not compared again
      earlier.set(news, drawn);
      return drawn;
    });
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
        {lines}
      </ol>
    </section>
  );
}

function linesOf({ number, events }: News, kind = ""): VNode[] {
  return events.map((event, index) => (
    <li
      key={`${number}.${index}`}
      class={`${event.seat === undefined ? "of-all" : `seat-${event.seat}`} ${kind}`}
    >
      {event.words}
    </li>
  ));
}
