// The end of a round: what was shot, all cards, and who drew. Stays until the person goes on.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { EventJson } from "../generated/covertbots/v1/referee_pb";
import { words } from "../words/words";
import { roleMeaning, roleName } from "./cards";

export function RoundEnd({ events, names }: { events: readonly EventJson[]; names: readonly string[] }) {
  const text = words().covertAction;
  const kept = useSignal<readonly EventJson[] | undefined>(undefined);
  const next = useRef<HTMLButtonElement>(null);
  const end = events.find((event) => event.covertAction?.kind === "KIND_ROUND_ENDS");
  useEffect(() => {
    if (end !== undefined) kept.value = events;
  }, [end]);
  useEffect(() => next.current?.focus(), [kept.value]);
  if (kept.value === undefined) return null;
  const roles =
    kept.value.find((event) => event.covertAction?.kind === "KIND_ROUND_ENDS")?.covertAction?.roles ?? [];
  return (
    <section class="round-end" role="dialog" aria-label={text.roundEnds}>
      <ol class="roles">
        {roles.map((role, seat) => (
          <li key={seat} title={roleMeaning(role)}>
            <span>{names[seat]}</span> <strong>{roleName(role)}</strong>
          </li>
        ))}
      </ol>
      <ul>
        {kept.value.map((event, index) => (
          <li key={index}>{event.words}</li>
        ))}
      </ul>
      <button ref={next} type="button" class="main" onClick={() => (kept.value = undefined)}>
        {text.goOn}
      </button>
    </section>
  );
}
