// A seat of the ring: its card, its Plan cards, what it says and what is said of it, and what the
// person may do to it.

import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type {
  CovertActionHint_SeatBeliefJson,
  CovertActionView_PlayerJson,
} from "../generated/covertbots/v1/covert_action_pb";
import { words } from "../words/words";
import { BeliefBars } from "./beliefs";
import { Plans, roleName, SpyCard } from "./cards";
import type { Claim } from "./claims";

export interface SeatProps {
  /** Where it stands in the ring, as a style. */
  place: Record<string, string>;
  seat: number;
  name: string;
  own: boolean;
  speaking: boolean;
  player: CovertActionView_PlayerJson;
  /** What it said last in this beat or the one before. */
  words: string | undefined;
  claims: readonly Claim[];
  actions: readonly ActionJson[];
  chosen: ActionJson | undefined;
  act: ((action: ActionJson) => void) | undefined;
  belief: CovertActionHint_SeatBeliefJson | undefined;
}

export function Seat(props: SeatProps) {
  const { seat, name, own, speaking, player, claims, actions, chosen, act, belief } = props;
  const text = words().covertAction;
  const state = [own ? "own" : "", speaking ? "speaking" : "", player.isIn ? "" : "out"].join(" ");
  return (
    <li class={`spy-seat ${state}`} style={props.place} aria-label={text.seatLabel(seat + 1, name)}>
      <div class="who">
        <span class="number">{seat + 1}</span>
        <span class="name">{name}</span>
        {own && <span class="faint">{words().table.you}</span>}
        {!player.isIn && <span class="faint">{text.out}</span>}
      </div>
      <div class="holds">
        <SpyCard team={player.team} role={player.role} />
        <Plans held={player.held ?? 0} drawn={player.drawn ?? 0} types={player.types ?? []} />
      </div>
      {props.words !== undefined && <p class="said">{props.words}</p>}
      {claims.length > 0 && (
        <ul class="claims" aria-label={text.claims}>
          {claims.map(({ by, what }) => (
            <li key={`${by} ${what}`}>
              {by === seat ? text.ofItself(what) : text.ofIt(by + 1, what)}
            </li>
          ))}
        </ul>
      )}
      {belief && <BeliefBars belief={belief} />}
      {actions.length > 0 && (
        <div class="spy-choices">
          {actions.map((action) => (
            <button
              key={action.text}
              type="button"
              disabled={act === undefined}
              aria-label={action.words}
              aria-pressed={chosen ? chosen.text === action.text : undefined}
              onClick={() => act?.(action)}
            >
              {label(action)}
            </button>
          ))}
        </div>
      )}
    </li>
  );
}

function label({ covertAction, words: all = "" }: ActionJson): string {
  const text = words().covertAction;
  const { kind, role } = covertAction ?? {};
  if (kind === "KIND_URGE") return text.shootIt;
  if (kind === "KIND_SHOOT") return text.shoot;
  return role === undefined ? all : roleName(role);
}
