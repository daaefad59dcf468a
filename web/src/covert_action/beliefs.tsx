// What a bot believes of the cards, asked for by the person: a bar for each role of each seat.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type {
  CovertActionHint_SeatBeliefJson,
  CovertActionHintJson,
} from "../generated/covertbots/v1/covert_action_pb";
import type { BoardProps } from "../games";
import { ServiceError } from "../service";
import { words } from "../words/words";
import { roleName } from "./cards";

export interface Beliefs {
  hint: CovertActionHintJson | undefined;
  wrong: string;
  ask: (() => void) | undefined;
}

/** Ask for beliefs on demand; they are of one position and go with it. */
export function useBeliefs(suggest: BoardProps["suggest"], position: unknown): Beliefs {
  const hint = useSignal<CovertActionHintJson | undefined>(undefined);
  const wrong = useSignal("");
  const call = useSignal<AbortController | undefined>(undefined);
  useEffect(() => {
    hint.value = undefined;
    wrong.value = "";
    return () => call.peek()?.abort();
  }, [position]);
  async function ask(answers: NonNullable<BoardProps["suggest"]>) {
    call.value?.abort();
    const current = new AbortController();
    call.value = current;
    wrong.value = "";
    try {
      for await (const suggestion of answers(current.signal)) {
        hint.value = suggestion.covertAction;
      }
    } catch (error) {
      if (current.signal.aborted) return;
      wrong.value = error instanceof ServiceError ? error.message : String(error);
    }
  }
  return {
    hint: hint.value,
    wrong: wrong.value,
    ask: suggest && (() => void ask(suggest)),
  };
}

/** Return a probability in percent. */
export function percent(probability: number | string | undefined): string {
  return `${Math.round(100 * Number(probability ?? 0))}%`;
}

export function BeliefBars({ belief }: { belief: CovertActionHint_SeatBeliefJson }) {
  const text = words().covertAction;
  const rows = [
    ...(belief.roles ?? []).map(({ role = "ROLE_UNSPECIFIED", probability = 0 }) => ({
      name: roleName(role),
      share: Number(probability),
      kind: "role",
    })),
    { name: text.acts, share: Number(belief.actsAsSniper ?? 0), kind: "acts" },
    { name: text.goodTarget, share: Number(belief.goodTarget ?? 0), kind: "target" },
  ];
  return (
    <dl class="belief-bars">
      {rows.map(({ name, share, kind }) => (
        <div key={name} class={kind}>
          <dt>{name}</dt>
          <dd>
            <span class="bar">
              <span style={{ width: percent(share) }} />
            </span>
            <span class="figure">{percent(share)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
