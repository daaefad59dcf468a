// What a hint of Covert Action says beside the moves: what is believed of each seat.

import type {
  CovertActionHint_SeatBeliefJson,
  CovertActionHintJson,
} from "../generated/covertbots/v1/covert_action_pb";
import { words } from "../words/words";
import { percent } from "./figures";

const LEAST = 0.005; // roles that are less likely are not listed

interface Props {
  hint: CovertActionHintJson;
  names: readonly string[];
}

export function CovertActionHints({ hint, names }: Props) {
  const { hint: said } = words();
  const seats = hint.seats ?? [];
  return (
    <details class="beliefs">
      <summary>{said.beliefs}</summary>
      <p class="faint">{said.beliefsMean}</p>
      {seats.map((belief) => (
        <Belief key={belief.seat} belief={belief} name={names[belief.seat ?? 0] ?? ""} />
      ))}
      {hint.ofViewer ? <Belief belief={hint.ofViewer} name={said.ofYou} /> : null}
    </details>
  );
}

function Belief({ belief, name }: { belief: CovertActionHint_SeatBeliefJson; name: string }) {
  const { hint } = words();
  const roles = (belief.roles ?? [])
    .map(({ role = "", probability }) => ({
      role: roleName(role),
      chance: Number(probability ?? 0),
    }))
    .filter(({ chance }) => chance >= LEAST)
    .sort((one, other) => other.chance - one.chance);
  const good = Number(belief.goodTarget ?? 0);
  return (
    <section>
      <h4>{name}</h4>
      <ul class="bars">
        {roles.map(({ role, chance }) => (
          <li key={role}>
            <span>{role}</span>
            <meter min={0} max={1} value={chance} aria-label={role} />
            <span>{percent(chance)}</span>
          </li>
        ))}
      </ul>
      {good > 0 ? <p class="faint">{hint.goodTarget(percent(good))}</p> : null}
    </section>
  );
}

/** Return the name of a role of the protocol, such as `ROLE_RED_SNIPER`. */
function roleName(role: string): string {
  return role
    .replace(/^ROLE_/, "")
    .toLowerCase()
    .replaceAll("_", " ");
}
