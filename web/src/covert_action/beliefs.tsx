// What a bot believes of the cards, asked for by the person: a bar of roles for each seat.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { BoardProps } from "../games";
import type {
  CovertActionHint_SeatBeliefJson,
  CovertActionHintJson,
} from "../generated/covertbots/v1/covert_action_pb";
import { percent } from "../hint/figures";
import { ServiceError } from "../service";
import { words } from "../words/words";
import { roleName } from "./cards";

const LEAST_NAMED = 0.15; // a share that has room for a letter

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

export function BeliefBars({ belief }: { belief: CovertActionHint_SeatBeliefJson }) {
  const text = words().covertAction;
  const shares = (belief.roles ?? []).map(({ role = "ROLE_UNSPECIFIED", probability }) => ({
    role,
    share: Number(probability ?? 0),
  }));
  const told = shares.map(({ role, share }) => `${roleName(role)} ${percent(share)}`).join(", ");
  const [acts, good] = [Number(belief.actsAsSniper ?? 0), Number(belief.goodTarget ?? 0)];
  return (
    <div class="belief">
      <div class="belief-bar" role="img" aria-label={told} title={told}>
        {shares.map(({ role, share }) => (
          <span
            key={role}
            class={role.toLowerCase().replace("_", "-")}
            style={{ width: `${100 * share}%` }}
          >
            {share >= LEAST_NAMED && roleName(role).charAt(0)}
          </span>
        ))}
      </div>
      <p>
        {text.acts(percent(acts))}
        {good > 0 && ` · ${text.goodTarget(percent(good))}`}
      </p>
    </div>
  );
}
