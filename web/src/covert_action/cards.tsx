// Spy cards and Plan cards.

import { signal } from "@preact/signals";
import type {
  CovertActionCardSetJson,
  CovertActionView_RoleJson,
  CovertActionView_TeamJson,
} from "../generated/covertbots/v1/covert_action_pb";
import type { GetCardSetResponseJson } from "../generated/covertbots/v1/referee_pb";
import { call } from "../service";
import { words } from "../words/words";

export type Role = CovertActionView_RoleJson;
export type Team = CovertActionView_TeamJson;

/** The types of Plan cards, in the order in which a view counts them. */
export const PLANS = ["P", "L", "A", "N"];

/** A shape for each team, beside its colour. */
const SHAPES: Record<string, string> = {
  TEAM_RED: "M8 2 14.5 14h-13Z",
  TEAM_BLUE: "M8 2a6 6 0 1 0 .01 0Z",
  TEAM_GREEN: "M2.5 2.5h11v11h-11Z",
};

const cardSet = signal<CovertActionCardSetJson | undefined>(undefined);
let asked = false;

function roleText(role: Role) {
  if (!asked) {
    asked = true;
    call<GetCardSetResponseJson>("Referee", "GetCardSet", { game: "covert_action" }).then(
      (response) => (cardSet.value = response.covertAction),
      () => (asked = false),
    );
  }
  return cardSet.value?.roles?.find((text) => text.role === role);
}

/** Return true for a face that shows. */
export function isOpen(role: Role | undefined): role is Role {
  return role !== undefined && role !== "ROLE_UNSPECIFIED";
}

/** Return the name of a role: `Sniper`. */
export function roleName(role: Role): string {
  const plain = role.replace("ROLE_", "");
  return roleText(role)?.name ?? plain.charAt(0) + plain.slice(1).toLowerCase();
}

/** Return what a role does, in a sentence. */
export function roleMeaning(role: Role): string {
  return roleText(role)?.words ?? "";
}

/** Return the name of a team: `Red`. */
export function teamName(team: Team | undefined): string {
  return words().covertAction.teams[team ?? ""] ?? "";
}

export function SpyCard({ team, role }: { team: Team | undefined; role?: Role | undefined }) {
  const shown = isOpen(role);
  return (
    <span
      class={`spy-card ${(team ?? "").toLowerCase().replace("_", "-")} ${shown ? "open" : ""}`}
      title={shown ? roleMeaning(role) : undefined}
    >
      {team && (
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d={SHAPES[team]} />
        </svg>
      )}
      <span>
        {teamName(team)}
        {shown && <strong> {roleName(role)}</strong>}
      </span>
    </span>
  );
}

interface PlansProps {
  held: number;
  drawn: number;
  /** How many of each type; empty where they are hidden. */
  types: readonly number[];
}

export function Plans({ held, drawn, types }: PlansProps) {
  const text = words().covertAction;
  const letters = types.flatMap((count, index) => Array<string>(count).fill(PLANS[index] ?? "?"));
  const cards = letters.length > 0 ? letters : Array<string>(held).fill("");
  return (
    <span class="plans" role="img" aria-label={text.plans(held, letters.join(" "))}>
      {cards.map((letter, index) => (
        <span key={index} class={index >= held - drawn && letters.length === 0 ? "fresh" : ""}>
          {letter}
        </span>
      ))}
    </span>
  );
}
