// What seats have said of whom in this round.

import type {
  CovertActionOperandsJson,
  CovertActionView_StatementJson,
} from "../generated/covertbots/v1/covert_action_pb";
import { words } from "../words/words";
import { roleName } from "./cards";

export interface Claim {
  by: number;
  of: number;
  /** What is claimed: `Mole`, or to shoot. */
  what: string;
  beat: number;
}

/** Return a statement in a few words: `I am the Mole`. */
export function said(operands: CovertActionOperandsJson | undefined, name: Named): string {
  const text = words().covertAction;
  const { kind, target = -1, role } = operands ?? {};
  switch (kind) {
    case "KIND_AM":
      return text.iAm(roleName(role ?? "ROLE_UNSPECIFIED"));
    case "KIND_IS":
      return text.isA(name(target), roleName(role ?? "ROLE_UNSPECIFIED"));
    case "KIND_URGE":
      return text.urge(name(target));
    default:
      return text.silence;
  }
}

export type Named = (seat: number) => string;

/** Return all claims of a round about seats, the latest of each speaker about each seat. */
export function claimsIn(statements: readonly CovertActionView_StatementJson[]): Claim[] {
  const latest = new Map<string, Claim>();
  for (const { t = 0, seat = 0, operands } of statements) {
    const { kind, role } = operands ?? {};
    if (kind === "KIND_PASS" || kind === undefined) continue;
    const of = kind === "KIND_AM" ? seat : (operands?.target ?? -1);
    const what =
      kind === "KIND_URGE" ? words().covertAction.shootIt : roleName(role ?? "ROLE_UNSPECIFIED");
    latest.set(`${seat} ${of} ${kind === "KIND_URGE"}`, { by: seat, of, what, beat: t });
  }
  return [...latest.values()];
}
