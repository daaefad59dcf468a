// A review as one file of HTML: the page, and beside it all that it would ask a server for. A saved
// file shows the same room and calls no server.

import type { ReviewedDecisionJson, ReviewJson } from "../generated/covertbots/v1/review_pb";
import { answersSoFar } from "../service";
import type { Judging } from "./judging";
import type { Position, Positions } from "./positions";
import { type GameRecord, readRecord, through, writeRecord } from "./record";

/** All that a saved file holds. */
export interface SavedReview {
  game: GameRecord;
  seat: number;
  decisions: ReviewedDecisionJson[];
  review: ReviewJson | undefined;
  positions: Position[];
}

interface Written {
  record: string;
  seat: number;
  decisions: ReviewedDecisionJson[];
  review?: ReviewJson;
  positions: Position[];
  /** Answers of the service to other calls, by the call. */
  answers: Record<string, unknown>;
}

const ELEMENT = "saved-review"; // of the file
const MOST = 1 << 28; // bytes of a file, unpacked
const AT_ONCE = 4; // positions asked for in parallel
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:";

let saved: SavedReview | undefined;

/** Return the review that this page was saved with. */
export function savedReview(): SavedReview {
  if (saved === undefined) throw new Error("this page was not saved with a review");
  return saved;
}

/** Read the review that this page was saved with, and return the answers to other calls;
 * undefined for a page that a server serves. */
export async function readSaved(): Promise<Record<string, unknown> | undefined> {
  const encoded = document.getElementById(ELEMENT)?.textContent;
  if (encoded == null) return undefined;
  const bytes = Uint8Array.from(atob(encoded), (byte) => byte.charCodeAt(0));
  const text = new TextDecoder().decode(await through(bytes, "decompress", MOST));
  const { record, answers, review, ...rest } = JSON.parse(text) as Written;
  saved = { game: readRecord(record), review, ...rest };
  return answers;
}

/** Return the file of a review, with all positions; `told` is called with the number so far. */
export async function fileOf(
  judging: Judging,
  positions: Positions,
  told: (done: number) => void,
): Promise<string> {
  const all: Position[] = [];
  for (let place = 0; place <= positions.length; place += AT_ONCE) {
    const next = Array.from({ length: AT_ONCE }, (_, more) => place + more);
    const some = next.filter((each) => each <= positions.length);
    all.push(...(await Promise.all(some.map((each) => positions.at(each)))));
    told(all.length);
  }
  const review = judging.review.value;
  const written: Written = {
    record: writeRecord(judging.game),
    seat: judging.seat,
    decisions: [...judging.decisions.value],
    ...(review === undefined ? {} : { review }),
    positions: all,
    answers: answersSoFar(),
  };
  const bytes = await through(new TextEncoder().encode(JSON.stringify(written)), "compress", MOST);
  const [script, style] = await Promise.all(["page.js", "style.css"].map(embeddable));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Covert bots</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="page"></div>
<script type="text/plain" id="${ELEMENT}">${base64(bytes)}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

/** Return a file of this page as text that may stand inside an element. */
async function embeddable(name: string): Promise<string> {
  const text = await (await fetch(name)).text();
  return text.replaceAll("<!--", "\\x3C!--");
}

function base64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) {
    parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  }
  return btoa(parts.join(""));
}

/** Let the person save a file. */
export function save(name: string, type: string, content: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
