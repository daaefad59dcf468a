// The end of a round: what was shot, all cards, and who drew. Stays until the person goes on.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { CovertActionViewJson } from "../generated/covertbots/v1/covert_action_pb";
import type { EventJson } from "../generated/covertbots/v1/referee_pb";
import { words } from "../words/words";
import { SpyCard } from "./cards";

interface RoundEndProps {
  game: CovertActionViewJson;
  events: readonly EventJson[];
  names: readonly string[];
}

export function RoundEnd({ game, events, names }: RoundEndProps) {
  const text = words().covertAction;
  const before = useRef<CovertActionViewJson | undefined>(undefined);
  const kept = useSignal<
    { events: readonly EventJson[]; before: CovertActionViewJson | undefined } | undefined
  >(undefined);
  const next = useRef<HTMLButtonElement>(null);
  const end = events.find(isEnd);
  useEffect(() => {
    // The view is of the next deal already; the one before has the teams.
    if (end !== undefined) kept.value = { events, before: before.current };
  }, [end]);
  useEffect(() => {
    before.current = game;
  }, [game]);
  useEffect(() => next.current?.focus({ preventScroll: true }), [kept.value]);
  if (kept.value === undefined) return null;
  const { roles = [], centre = [] } = kept.value.events.find(isEnd)?.covertAction ?? {};
  const teams = kept.value.before;
  return (
    <section class="round-end" role="dialog" aria-label={text.roundEnds}>
      <ul class="roles">
        {roles.map((role, seat) => (
          <li key={seat}>
            <span>{names[seat]}</span> <SpyCard team={teams?.players?.[seat]?.team} role={role} />
          </li>
        ))}
        {centre.map((role, index) => (
          <li key={`centre ${index}`}>
            <span class="faint">{text.setAside}</span>{" "}
            <SpyCard team={teams?.centre?.[index]?.team} role={role} />
          </li>
        ))}
      </ul>
      <ul>
        {kept.value.events
          .filter((event) => !isEnd(event))
          .map((event, index) => (
            <li key={index}>{event.words}</li>
          ))}
      </ul>
      <button ref={next} type="button" class="main" onClick={() => (kept.value = undefined)}>
        {text.goOn}
      </button>
    </section>
  );
}

function isEnd({ covertAction }: EventJson): boolean {
  return covertAction?.kind === "KIND_ROUND_ENDS";
}
