// Records of games: read in the form that `covert-bots` saves (docs/notation.md, 6 and 7) or as a
// message of the service, written, and packed into an address.

import type { RecordJson } from "../generated/covertbots/v1/referee_pb";

/** A record, and who sat at the table. */
export interface GameRecord {
  record: RecordJson;
  /** By seat, who played; empty if that is not known. */
  players: readonly string[];
  /** Places in the record's actions that the program played for the person. */
  playedForYou: ReadonlySet<number>;
}

/** A text that is no record. The message says what is wrong. */
export class NoRecord extends Error {}

const LONGEST = 1 << 20; // bytes; a whole game has some ten thousand
const MOST_SEATS = 14;
const COVERT = "covert-record 2";
const COVERT_ACTION = "covert-action-record 1";
const PLAYED_FOR_YOU = "# played by ";
const SWITCH = /^(true|false)$/;
const WHOLE = /^[0-9]{1,20}$/;

/** Read a record; `NoRecord` if it is none. */
export function readRecord(text: string): GameRecord {
  const game = read(text);
  const { players = 0, actions = [] } = game.record;
  if (!(players >= 1 && players <= MOST_SEATS)) {
    throw new NoRecord(`players: ${players}; expected 2 to ${MOST_SEATS}`);
  }
  if (!actions.every((action) => typeof action?.text === "string")) {
    throw new NoRecord("an action without `text`; expected a record as JSON");
  }
  return game;
}

function read(text: string): GameRecord {
  if (text.length > LONGEST) throw new NoRecord(`${text.length} characters; expected a record`);
  if (text.trimStart().startsWith("{")) return ofMessage(text);
  const lines = text.split(/\r?\n/);
  const first = Math.max(
    0,
    lines.findIndex((line) => stripped(line) !== ""),
  );
  const head = stripped(lines[first] ?? "");
  if (head !== COVERT && head !== COVERT_ACTION) {
    const shown = head.length > 60 ? `${head.slice(0, 60)}…` : head;
    throw new NoRecord(`line ${first + 1}: “${shown}”; expected “${COVERT}” or “${COVERT_ACTION}”`);
  }
  const values = new Map<string, string>();
  const actions: { text: string }[] = [];
  for (const [number, line] of lines.entries()) {
    const item = stripped(line);
    if (item === "" || number === first) continue;
    const colon = item.indexOf(":");
    if (colon < 0) actions.push({ text: item });
    else if (actions.length === 0) values.set(item.slice(0, colon), item.slice(colon + 1).trim());
    else throw new NoRecord(`line ${number + 1}: “${item.slice(0, 60)}”; expected an action`);
  }
  return {
    record: {
      players: Number(value(values, "players", WHOLE)),
      seed: value(values, "seed", WHOLE),
      actions,
      ...(head === COVERT ? { covert: covert(values) } : { covertAction: covertAction(values) }),
    },
    players: listed(values.get("seats")),
    playedForYou: marks(lines),
  };
}

/** Write a record in the form that `readRecord` reads. */
export function writeRecord({ record, players, playedForYou }: GameRecord): string {
  const { covert: set, covertAction: settings } = record;
  const lines: [string, unknown][] = [];
  if (set === undefined && settings === undefined) return JSON.stringify(record);
  if (set !== undefined) {
    lines.push(["card_set", set.cardSet], ["players", record.players], ["seed", record.seed]);
    lines.push(...named(set.options ?? {}));
    if (set.characters?.length) lines.push(["characters", set.characters.join(" ")]);
    if (set.firstPlayer !== undefined) lines.push(["first_player", set.firstPlayer]);
  } else {
    const deadline = settings?.deadline?.replace("DEADLINE_", "").toLowerCase();
    const written = deadline === undefined ? settings : { ...settings, deadline };
    lines.push(["players", record.players], ...named(written ?? {}), ["seed", record.seed]);
  }
  if (players.length > 0) lines.push(["seats", players.join("; ")]);
  const head = set === undefined ? COVERT_ACTION : COVERT;
  const deal = [head, ...lines.map(([key, what]) => `${key}: ${what}`)];
  const played = [...playedForYou].join(", ");
  const last = played === "" ? [] : [`${PLAYED_FOR_YOU}do hint: ${played}`];
  return `${[...deal, "", ...texts(record), ...last].join("\n")}\n`;
}

/** Pack a record into letters that an address can have. */
export async function packed(game: GameRecord): Promise<string> {
  const bytes = await through(new TextEncoder().encode(writeRecord(game)), "compress");
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Read a packed record; `NoRecord` if it is none. */
export async function unpacked(letters: string): Promise<GameRecord> {
  let text: string;
  try {
    const data = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(data, (letter) => letter.charCodeAt(0));
    text = new TextDecoder().decode(await through(bytes, "decompress"));
  } catch {
    throw new NoRecord("the link is not complete");
  }
  return readRecord(text);
}

/** Compress or decompress bytes, of which at most a million come out. */
export async function through(
  bytes: Uint8Array<ArrayBuffer>,
  how: "compress" | "decompress",
  most = LONGEST,
): Promise<Uint8Array<ArrayBuffer>> {
  const stream =
    how === "compress"
      ? new CompressionStream("deflate-raw")
      : new DecompressionStream("deflate-raw");
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (;;) {
    const { value: part, done } = await reader.read();
    if (done) break;
    length += part.length;
    if (length > most) throw new NoRecord("too long");
    parts.push(part);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The name of a record's game in the protocol. */
export function gameOf(record: RecordJson): string {
  if (record.covert !== undefined) return "covert";
  return record.covertAction === undefined ? "" : "covert_action";
}

function ofMessage(text: string): GameRecord {
  let message: { record?: RecordJson; names?: string[] } & RecordJson;
  try {
    message = JSON.parse(text);
  } catch (error) {
    throw new NoRecord(`${(error as Error).message}; expected a record as JSON`);
  }
  const record = message.record ?? message;
  if (!Array.isArray(record.actions) || typeof record.players !== "number") {
    throw new NoRecord("no `players` and `actions`; expected a record as JSON");
  }
  return { record, players: message.names ?? [], playedForYou: new Set() };
}

function stripped(line: string): string {
  return line.replace(/#.*/, "").trim();
}

function value(values: ReadonlyMap<string, string>, key: string, form: RegExp): string {
  const text = values.get(key);
  if (text !== undefined && form.test(text)) return text;
  const expected = form === WHOLE ? "a whole number" : "true or false";
  throw new NoRecord(`${key}: ${text ?? "missing"}; expected ${expected}`);
}

function covert(values: ReadonlyMap<string, string>) {
  const on = (key: string) => value(values, key, SWITCH) === "true";
  const characters = values.get("characters");
  const firstPlayer = values.get("first_player");
  return {
    cardSet: values.get("card_set") ?? "",
    options: {
      circleWraps: on("circle_wraps"),
      eitherDirection: on("either_direction"),
      codesBend: on("codes_bend"),
      swapsFirst: on("swaps_first"),
      rerollDecoder: on("reroll_decoder"),
      distinctAgents: on("distinct_agents"),
      flightTrails: on("flight_trails"),
    },
    ...(characters === undefined ? {} : { characters: characters.split(/ +/).map(Number) }),
    ...(firstPlayer === undefined ? {} : { firstPlayer: Number(firstPlayer) }),
  };
}

function covertAction(values: ReadonlyMap<string, string>) {
  const on = (key: string) => value(values, key, SWITCH) === "true";
  const whole = (key: string) => Number(value(values, key, WHOLE));
  const isVoid = values.get("deadline") === "void";
  return {
    teams: whole("teams"),
    saboteurs: on("saboteurs"),
    alternate: on("alternate"),
    cleanerInherits: on("cleaner_inherits"),
    talk: on("talk"),
    beats: whole("beats"),
    deadline: isVoid ? ("DEADLINE_VOID" as const) : ("DEADLINE_ORDER" as const),
  };
}

function listed(names = ""): string[] {
  return names
    .split(";")
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Return settings by their names in a record's text. */
function named(settings: object): [string, unknown][] {
  return Object.entries(settings).map(([name, what]) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    what,
  ]);
}

function texts(record: RecordJson): string[] {
  return (record.actions ?? []).map((action) => action.text ?? "");
}

/** Return the places of actions that the program played for the person. */
function marks(lines: readonly string[]): Set<number> {
  const places = new Set<number>();
  for (const line of lines.filter((each) => each.startsWith(PLAYED_FOR_YOU))) {
    for (const [, first, last] of line.matchAll(/\b(\d{1,6})(?:-(\d{1,6}))?\b/g)) {
      const end = Math.min(Number(last ?? first), lines.length);
      for (let place = Number(first); place <= end; place++) places.add(place);
    }
  }
  return places;
}
