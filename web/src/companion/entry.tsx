// The entry of what a seat says or does, by taps: about whom, and what.

import { useSignal } from "@preact/signals";
import { type Role, roleName } from "../covert_action/cards";
import type { FollowTableResponseJson } from "../generated/covertbots/v1/referee_pb";
import { words } from "../words/words";
import { busy, tell } from "./following";
import { kept, nameOf } from "./kept";

type Kind = "claim" | "denial" | "either" | "urge" | "shot";

interface Props {
  now: FollowTableResponseJson;
  seat: number;
  note: string;
  /** Called once the service has taken it. */
  done: () => void;
}

export function Entry({ now, seat, note, done }: Props) {
  const { companion: text } = words();
  const talks = now.need === "NEED_NOTHING" && (now.ownClaims ?? []).length > 0;
  const kind = useSignal<Kind>(talks ? "claim" : "shot");
  const of = useSignal<readonly number[]>(talks ? [seat] : []);
  const kinds: readonly Kind[] = talks ? ["claim", "denial", "either", "urge", "shot"] : ["shot"];
  const wanted = kind.value === "either" ? 2 : 1;
  const players = now.view?.covertAction?.players;
  const isAct = kind.value === "urge" || kind.value === "shot";
  const seats = Array.from({ length: kept.value.players }, (_, each) => each)
    .filter((each) => players?.[each]?.isIn ?? true)
    .filter((each) => each !== seat || !isAct);
  async function enter(line: string) {
    if (await tell(`${seat + 1} ${line}`)) done();
  }
  function choose(next: Kind) {
    kind.value = next;
    of.value = next === "claim" || next === "denial" ? [seat] : [];
  }
  function point(target: number) {
    if (kind.value === "urge") return void enter(`urge ${target + 1}`);
    if (kind.value === "shot") return void enter(`shoots ${target + 1}`);
    const rest = of.value.filter((each) => each !== target);
    const again = rest.length < of.value.length && wanted > 1;
    of.value = again ? rest : [...rest, target].slice(-wanted);
  }
  const roles = rolesFor(now, kind.value, of.value[0] === seat);
  return (
    <div class="entry" role="group" aria-label={note}>
      <div class="segments">
        {kinds.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={each === kind.value}
            onClick={() => choose(each)}
          >
            {text.kinds[each]}
          </button>
        ))}
      </div>
      <p class="faint">{text.ofWhom[kind.value]}</p>
      <div class="choices seats">
        {seats.map((each) => (
          <button
            key={each}
            type="button"
            disabled={busy.value}
            aria-pressed={of.value.includes(each)}
            onClick={() => point(each)}
          >
            {each === seat ? text.itself : nameOf(each)}
          </button>
        ))}
      </div>
      {roles.length > 0 && (
        <>
          <p class="faint">{text.what[kind.value]}</p>
          <div class="choices">
            {roles.map((role) => (
              <button
                key={role}
                type="button"
                class="role"
                disabled={busy.value || of.value.length < wanted}
                onClick={() => enter(lineOf(kind.value, seat, of.value, role))}
              >
                {roleName(role)}
              </button>
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function rolesFor(now: FollowTableResponseJson, kind: Kind, itself: boolean): readonly Role[] {
  if (kind === "urge" || kind === "shot") return [];
  return (kind === "claim" && !itself ? now.otherClaims : now.ownClaims) ?? [];
}

/** Return what is said as the service takes it: `am mole`, `3 not sniper`, `either 2 6 mole`. */
function lineOf(kind: Kind, seat: number, of: readonly number[], role: Role): string {
  const name = role.replace("ROLE_", "").toLowerCase();
  const numbers = [...of]
    .sort((a, b) => a - b)
    .map((each) => each + 1)
    .join(" ");
  if (kind === "either") return `either ${numbers} ${name}`;
  if (kind === "denial") return of[0] === seat ? `not ${name}` : `${numbers} not ${name}`;
  return of[0] === seat ? `am ${name}` : `is ${numbers} ${name}`;
}
