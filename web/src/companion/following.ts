// What the service makes of the lines that were told. A line that it refuses is not kept.

import { batch, signal } from "@preact/signals";
import { setupOf } from "../covert_action/settings";
import type { FollowTableResponseJson } from "../generated/covertbots/v1/referee_pb";
import { call, ServiceError } from "../service";
import { keep, kept, namesToTell } from "./kept";

/** The table after the lines that are kept; absent before the first answer. */
export const followed = signal<FollowTableResponseJson | undefined>(undefined);

/** The mistake in the last line, or why the service cannot be asked; empty if all is well. */
export const wrong = signal("");

/** True while the service is asked. */
export const busy = signal(false);

/** Tell the next line. */
export async function tell(line: string): Promise<boolean> {
  const taken = await follow([...(kept.value.lines ?? []), line]);
  if (taken) keep({ picked: [] });
  return taken;
}

/** Take back the last line. If it told the teams, they can be changed and told again. */
export async function undo(): Promise<void> {
  const lines = kept.value.lines ?? [];
  const picked = teamsIn(lines.at(-1) ?? "");
  if (await follow(lines.slice(0, -1))) keep({ picked });
}

const TEAMS: Record<string, string> = { r: "TEAM_RED", b: "TEAM_BLUE", g: "TEAM_GREEN" };

/** Return the line that tells each seat's team. */
export function teamsLine(teams: readonly string[]): string {
  const letters = teams.map((team) => Object.keys(TEAMS).find((letter) => TEAMS[letter] === team));
  return `teams ${letters.join(" ")}`;
}

function teamsIn(line: string): string[] {
  const [word, ...letters] = line.split(" ");
  return word === "teams" ? letters.map((letter) => TEAMS[letter] ?? "") : [];
}

/** Ask about other lines, and keep them if the service takes them. */
export async function follow(lines: readonly string[]): Promise<boolean> {
  if (busy.value) return false;
  busy.value = true;
  const { players, settings } = kept.value;
  const request = { players, covertAction: setupOf(settings), lines, names: namesToTell() };
  try {
    const answer = await call<FollowTableResponseJson>("Referee", "FollowTable", request);
    batch(() => {
      followed.value = answer;
      wrong.value = "";
      keep({ lines: (answer.lines ?? []).map(({ text = "" }) => text) });
    });
    return true;
  } catch (error) {
    wrong.value = said(error);
    return false;
  } finally {
    busy.value = false;
  }
}

function said(error: unknown): string {
  if (!(error instanceof ServiceError)) return String(error);
  return error.problems.map(({ description }) => description).join("; ") || error.message;
}
