// The record of a game as the text that `covert-bots replay` and `review` read: docs/notation.md,
// section 6. Of a game with a notation of its own, the message as JSON.

import type { RecordJson } from "../generated/covertbots/v1/referee_pb";

export interface RecordFile {
  name: string;
  text: string;
}

/** Return the file of a record; `seats` are `you` and the specs of bots, if known of all. */
export function recordFile(
  table: string,
  record: RecordJson,
  seats: readonly string[],
): RecordFile {
  const { covert, covertAction } = record;
  if (covert !== undefined) {
    const { cardSet, options, characters, firstPlayer } = covert;
    const more = {
      characters: characters?.length ? characters.join(" ") : undefined,
      first_player: firstPlayer,
    };
    const settings = { players: record.players, seed: record.seed, ...options, ...more };
    return file(table, "covert-record 2", { card_set: cardSet, ...settings }, record, seats);
  }
  if (covertAction !== undefined) {
    const { deadline, ...others } = covertAction;
    const settings = { ...others, deadline: deadline?.replace("DEADLINE_", "").toLowerCase() };
    const all = { players: record.players, ...settings, seed: record.seed };
    return file(table, "covert-action-record 1", all, record, seats);
  }
  return { name: `${table}.json`, text: JSON.stringify(record, undefined, 1) };
}

function file(
  table: string,
  format: string,
  settings: object,
  record: RecordJson,
  seats: readonly string[],
): RecordFile {
  const said = Object.entries(settings).filter(([, value]) => value !== undefined);
  const lines = [
    format,
    ...said.map(
      ([name, value]) => `${name.replace(/[A-Z]/g, (big) => `_${big.toLowerCase()}`)}: ${value}`,
    ),
    ...(seats.length > 0 ? [`seats: ${seats.join("; ")}`] : []),
    "",
    ...(record.actions ?? []).map(({ text }) => text),
    "",
  ];
  return { name: `${table}.record`, text: lines.join("\n") };
}
