// Where a record comes from: the parts of the address after `#/review/`. Each kind has the parts that
// name the record; a seat and a place may follow.
//
//   record/PACKED      the record itself
//   table/NAME/TOKEN   a table whose game is over
//   game/KEY           a game of the ledger that the server shows
//   file               the review that this page was saved with

import type { GetGameResponseJson } from "../generated/covertbots/v1/arena_pb";
import type { RecordJson } from "../generated/covertbots/v1/referee_pb";
import type { GetTableRecordResponseJson } from "../generated/covertbots/v1/tables_pb";
import { call } from "../service";
import { type GameRecord, unpacked } from "./record";
import { savedReview } from "./saved";

/** A record by its address, and where to look in it. */
export interface Source {
  /** The parts that name the record. */
  name: readonly string[];
  seat: number | undefined;
  place: number | undefined;
}

const NAMES: Record<string, number> = { record: 2, table: 3, game: 2, file: 1 };

/** Return what an address names; nothing if it names no record. */
export function sourceOf(parts: readonly string[]): Source | undefined {
  const length = NAMES[parts[0] ?? ""];
  if (length === undefined || parts.length < length) return undefined;
  const [seat, place] = parts.slice(length).map(number);
  return { name: parts.slice(0, length), seat, place };
}

/** Fetch the record of a source; the error says why there is none. */
export async function fetched([
  kind,
  name = "",
  token = "",
]: readonly string[]): Promise<GameRecord> {
  if (kind === "record") return unpacked(name);
  if (kind === "file") return savedReview().game;
  if (kind === "table") {
    const request = { table: name, token };
    const kept = await call<GetTableRecordResponseJson>("Tables", "GetTableRecord", request);
    return of(kept.record, kept.names);
  }
  if (kind === "game") {
    const kept = await call<GetGameResponseJson>("Arena", "GetGame", { key: name });
    return of(kept.record, kept.bots);
  }
  throw new Error(`no record by “${kind}”`);
}

function of(record: RecordJson = {}, players: readonly string[] = []): GameRecord {
  return { record, players, playedForYou: new Set() };
}

function number(part: string): number | undefined {
  return /^[0-9]{1,6}$/.test(part) ? Number(part) : undefined;
}
