// Advice: a bot is asked about the positions in which the player is to decide.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { FollowTableResponseJson } from "../generated/covertbots/v1/referee_pb";
import { HintPanel } from "../hint/panel";
import { ofView } from "../hint/source";
import { words } from "../words/words";
import { kept, nameOf } from "./kept";

export function Advice({ now }: { now: FollowTableResponseJson }) {
  const text = words().companion;
  const asked = useSignal<number | undefined>(undefined);
  useEffect(() => {
    asked.value = undefined;
  }, [now]);
  const { decisions = [] } = now;
  const decision = decisions[asked.value ?? -1];
  const names = Array.from({ length: kept.value.players }, (_, seat) => nameOf(seat));
  if (decisions.length === 0) return null;
  return (
    <section class="advice" aria-label={text.advice}>
      <div class="choices">
        {decisions.map(({ view }, index) => {
          const phase = view?.covertAction?.phase ?? "PHASE_UNSPECIFIED";
          return (
            <button
              key={phase}
              type="button"
              class="ask-bot"
              aria-pressed={asked.value === index}
              onClick={() => (asked.value = asked.value === index ? undefined : index)}
            >
              {text.ask[phase]}
            </button>
          );
        })}
      </div>
      {decision?.view && (
        <>
          {decision.supposed && (
            <p class="faint" lang="en">
              {decision.supposed}
            </p>
          )}
          <HintPanel ask={ofView(decision.view)} view={decision.view} names={names} />
        </>
      )}
    </section>
  );
}
