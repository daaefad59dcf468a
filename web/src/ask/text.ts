// A position as text (docs/positions.md): where the value of each of its parts stands. What it
// means, and whether it is right, the service says.

export const SEATS = ["North", "East", "South", "West"] as const;

export const CIRCLES = ["complete", "missions", "agency", "movement"] as const;

/** Lines of one value, in the order in which they are written. */
const LINES = [
  "now",
  "me",
  "order",
  "started",
  "tiles",
  "face up",
  "missions up",
  "code decks",
  "colour 3",
  "colour 4",
  "discards",
  "mission discards",
  "options",
];

const OF_SEAT = (
  "character used rerolled agents cubes took dice decoder folder cards missions codes tokens new " +
  "done broken"
).split(" ");

/** Lines of several parts, in the order in which they are written. */
const PARTS: Record<string, readonly string[]> = {
  circles: CIRCLES,
  turn: "of plays owes placed changed drew swaps claimed acted had asked".split(" "),
  use: "by ability flight draws mission card token character die deck agent paid feet last cards codes any".split(
    " ",
  ),
  window: ["of", "cards", "played"],
  steps: ["left", "agents", "last"],
  pairs: ["colours", "region"],
  reroll: ["dice", "character"],
  search: ["cards", "missions", "kept card", "kept mission"],
  claim: ["code", "tiles"],
  ...Object.fromEntries(SEATS.map((seat) => [seat, OF_SEAT])),
};

const ORDER = [
  ...["now", "me", "turn", "use", "window", "steps", "pairs", "reroll", "search", "claim", "order"],
  ...[
    "started",
    "tiles",
    "face up",
    "missions up",
    "code decks",
    "circles",
    "colour 3",
    "colour 4",
  ],
  ...SEATS,
  ...["discards", "mission discards", "options"],
];

/** A place of a text: its line, such as `East`, and the part, such as `dice`; `""` for the only one. */
export type Place = `${string}/${string}`;

export function place(line: string, part = ""): Place {
  return `${line}/${part}`;
}

/** Return the seat that a word names, in full; empty if it names none. */
export function seatNamed(word: string | undefined): string {
  const typed = (word ?? "").trim().toLowerCase();
  return (
    SEATS.find((name) => typed === name.toLowerCase() || typed === name[0]?.toLowerCase()) ?? ""
  );
}

interface Span {
  /** Where the part begins, with its name. */
  from: number;
  /** Where its value begins and ends. */
  start: number;
  end: number;
  value: string;
}

interface Line {
  name: string;
  /** Where it begins, and the end of its last piece. */
  from: number;
  end: number;
}

interface Outline {
  lines: Line[];
  spans: Map<Place, Span>;
}

/** Return the values of a text by their places. */
export function valuesOf(text: string): Map<Place, string> {
  return new Map([...outlined(text).spans].map(([where, { value }]) => [where, value]));
}

/** Return the seats that have a line. */
export function seatsOf(text: string): string[] {
  const { lines } = outlined(text);
  return SEATS.filter((seat) => lines.some(({ name }) => name === seat));
}

/** Return a text with another value at a place; all else stays as it was typed. */
export function withValue(text: string, where: Place, value: string): string {
  const cleaned = value
    .replace(/[;#\r\n]+/g, " ")
    .replace(/[,\s]+$/, "")
    .trim();
  const { lines, spans } = outlined(text);
  const span = spans.get(where);
  if (span !== undefined) {
    const gap = cleaned === "" || /\s/.test(text[span.start - 1] ?? " ") ? "" : " ";
    return text.slice(0, span.start) + gap + cleaned + text.slice(span.end);
  }
  if (cleaned === "") return text;
  const [name = "", part = ""] = where.split("/");
  const line = lines.find((candidate) => candidate.name === name);
  if (line === undefined) return withLine(text, name, `${part} ${cleaned}`.trim());
  const between = /[:;]\s*$/.test(text.slice(0, line.end)) ? " " : "; ";
  return `${text.slice(0, line.end)}${between}${`${part} ${cleaned}`.trim()}${text.slice(line.end)}`;
}

/** Return a text that has, or has not, a part without a value, such as `rerolled`. */
export function withFlag(text: string, where: Place, on: boolean): string {
  const span = outlined(text).spans.get(where);
  if ((span !== undefined) === on) return text;
  const [name = "", part = ""] = where.split("/");
  if (span !== undefined) {
    const before = text.slice(0, span.from).replace(/;[ \t]*$/, "");
    const after = text.slice(span.end);
    return before.length < span.from ? before + after : before + after.replace(/^\s*;\s*/, "");
  }
  const line = outlined(text).lines.find((candidate) => candidate.name === name);
  if (line === undefined) return withLine(text, name, part);
  return `${text.slice(0, line.end)}; ${part}${text.slice(line.end)}`;
}

/** Return a text without a line. */
export function withoutLine(text: string, name: string): string {
  const line = outlined(text).lines.find((candidate) => candidate.name === name);
  return line === undefined
    ? text
    : text.slice(0, line.from) + text.slice(line.end).replace(/^\r?\n/, "");
}

/** Return a text with a new line in its usual place. */
export function withLine(text: string, name: string, value: string): string {
  const rank = ORDER.indexOf(name);
  const next = outlined(text).lines.find((line) => ORDER.indexOf(line.name) > rank);
  const added = `${name}: ${value}\n`;
  if (next !== undefined) return text.slice(0, next.from) + added + text.slice(next.from);
  return `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${added}`;
}

/** Find lines and parts, as the service does. */
function outlined(text: string): Outline {
  const lines: Line[] = [];
  const spans = new Map<Place, Span>();
  let open: string | undefined; // a part whose value goes on in the next line, after a comma
  for (const { from, content } of physicalLines(text)) {
    if (content.trim() === "") continue;
    const colon = content.indexOf(":");
    const name = colon < 0 ? undefined : lineName(content.slice(0, colon));
    let line = lines.at(-1);
    let rest = from;
    if (name !== undefined) {
      line = { name, from, end: from + content.length };
      lines.push(line);
      rest = from + colon + 1;
      open = undefined;
    } else if (/^\s/.test(content) && line !== undefined) {
      line.end = from + content.length;
    } else {
      continue; // the service says what is wrong with it
    }
    open = addParts(text, line.name, rest, from + content.length, open, spans);
  }
  return { lines, spans };
}

function* physicalLines(text: string): Generator<{ from: number; content: string }> {
  const pattern = /[^\r\n]+/g;
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    yield { from: found.index, content: (found[0].split("#")[0] ?? "").trimEnd() };
  }
}

/** Add the parts between two places of a text; return the one that goes on in the next line. */
function addParts(
  text: string,
  line: string,
  from: number,
  end: number,
  open: string | undefined,
  spans: Map<Place, Span>,
): string | undefined {
  const parts = PARTS[line];
  if (parts === undefined) return added(text, spans, place(line), from, end);
  let last: string | undefined;
  let at = from;
  let first = true;
  for (const segment of text.slice(from, end).split(";")) {
    const name = partName(segment, parts);
    const start = at + (segment.length - segment.trimStart().length);
    if (first && open !== undefined && name === undefined) {
      last = added(text, spans, open as Place, at, at + segment.length);
    } else if (name !== undefined) {
      last = added(text, spans, place(line, name), start + name.length, at + segment.length, start);
    }
    at += segment.length + 1;
    first = false;
  }
  return last;
}

/** Add a value; return its place if it goes on in the next line. */
function added(
  text: string,
  spans: Map<Place, Span>,
  where: Place,
  from: number,
  to: number,
  named = from,
): string | undefined {
  const known = spans.get(where);
  const raw = text.slice(known?.start ?? from, to);
  const start = (known?.start ?? from) + (raw.length - raw.trimStart().length);
  const value = raw.trim();
  const end = value === "" ? start : start + value.length;
  spans.set(where, { from: known?.from ?? named, start, end, value: value.replace(/\s+/g, " ") });
  return value.endsWith(",") ? where : undefined;
}

/** Return the name of a line in its own spelling. */
function lineName(typed: string): string | undefined {
  const name = typed.trim().replace(/\s+/g, " ").toLowerCase().replace("color", "colour");
  const seat = SEATS.find((candidate) => {
    const own = candidate.toLowerCase();
    return name === own || name === own[0];
  });
  return seat ?? [...LINES, ...Object.keys(PARTS)].find((known) => known === name);
}

/** Return the name that a segment begins with. */
function partName(segment: string, parts: readonly string[]): string | undefined {
  const typed = segment.trim().toLowerCase();
  const fitting = parts.filter((part) => typed === part || typed.startsWith(`${part} `));
  return fitting.sort((one, other) => other.length - one.length)[0];
}
