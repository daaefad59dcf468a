// The position that is being set up: its text, which is all there is of it, and what the service
// reads in it. It is kept in this browser.

import { batch, computed, effect, signal } from "@preact/signals";
import { keepCardSet } from "../covert/card_sets";
import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type {
  GetCardSetResponseJson,
  ReadCardSetResponseJson,
  ReadPositionResponseJson,
} from "../generated/covertbots/v1/referee_pb";
import { call, type Problem, ServiceError } from "../service";
import { type Place, place, SEATS, seatNamed, seatsOf, valuesOf } from "./text";

const KEPT = "covert-bots position";
const KEPT_CARDS = "covert-bots own cards";
const MOST_BEFORE = 50;
const REST = 250; // milliseconds without typing before the service reads

/** The text of the position. */
export const text = signal(localStorage.getItem(KEPT) ?? template(3, 0));

/** The card set of one's own that the position is of; none for the server's. */
export const ownCards = signal<CovertCardSetJson | undefined>(keptCards());

/** The server's card set. */
export const serverCards = signal<CovertCardSetJson | undefined>(undefined);

export const cards = computed(() => ownCards.value ?? serverCards.value);

/** The values of the text by their places. */
export const values = computed(() => valuesOf(text.value));

const seatNames = computed(() => seatsOf(text.value).join(" "));

/** The seats that the text has. */
export const seats = computed(() => seatNames.value.split(" ").filter(Boolean));

/** The seat whose view the position is. */
export const me = computed(() => {
  const now = (values.value.get(place("now")) ?? "").split(",").map(seatNamed).find(Boolean);
  return seatNamed(values.value.get(place("me"))) || now || SEATS[0];
});

/** The position, as the service last read it; absent while the text has mistakes. */
export const position = signal<ReadPositionResponseJson | undefined>(undefined);

/** Whether the text has changed since. */
export const reading = signal(true);

/** What the service finds wrong in the text. */
export const mistakes = signal<readonly Problem[]>([]);

/** Why the service cannot be asked; empty if it can. */
export const trouble = signal("");

/** Places that somebody has filled in or left: their mistakes are shown. */
export const touched = signal<ReadonlySet<Place>>(new Set());

/** Whether somebody has asked for the hint: then all mistakes are shown. */
export const asked = signal(false);

/** Whether nothing has been entered yet, nor asked: then there is nothing to read. */
export const untouched = computed(
  () => !asked.value && text.value === template(seats.value.length, seatNumber(me.value)),
);

function seatNumber(name: string): number {
  return Math.max(0, (SEATS as readonly string[]).indexOf(name));
}

/** Return an empty position for so many players, in which everything has its usual value. */
export function template(players: number, own: number): string {
  const seats = SEATS.slice(0, players);
  const lines = [
    `now: round 1, placing, ${SEATS[own]}`,
    "order:",
    `started: ${SEATS[own]}`,
    "tiles:",
    "face up:",
    "missions up:",
    "code decks:",
    "circles: complete ; missions ; agency ; movement",
    ...(players === 2 ? ["colour 3:", "colour 4:"] : []),
  ];
  for (const [seat, name] of seats.entries()) {
    const hand =
      seat === own
        ? "cards ; missions ; codes ; tokens ; done ; broken"
        : "cards 2; missions 2; codes 2; tokens ; done ; broken";
    lines.push(`${name}: character ; agents ; cubes ; took ; dice ; decoder ; folder`, `  ${hand}`);
  }
  return `${[...lines, "discards:", "mission discards:"].join("\n")}\n`;
}

/** Texts that others took the place of, the latest last. */
export const before = signal<readonly string[]>([]);

/** Put another text in place of the whole; another position is not asked about yet. */
export function replace(next: string, goesOn = false): void {
  before.value = [...before.value, text.value].slice(-MOST_BEFORE);
  text.value = next;
  touched.value = new Set();
  asked.value &&= goesOn;
}

/** Go back to the text before the latest replacement. */
export function goBack(): void {
  const last = before.value.at(-1);
  if (last === undefined) return;
  before.value = before.value.slice(0, -1);
  text.value = last;
}

/** Remember that somebody has been at a place. */
export function touch(where: Place): void {
  if (!touched.value.has(where)) touched.value = new Set([...touched.value, where]);
}

/** Return what is wrong at a place, if it is to be shown yet. */
export function mistakeAt(where: Place): string | undefined {
  if (!asked.value && !touched.value.has(where) && !values.value.get(where)) return undefined;
  const field = fieldOf(where);
  return mistakes.value.find((problem) => problem.field === field)?.description;
}

/** Return the path that the service has for a place. */
export function fieldOf(where: Place): string {
  const [line, part] = where.split("/");
  return ["text", line, part].filter(Boolean).join(".");
}

effect(() => localStorage.setItem(KEPT, text.value));

// Reading: some time after the last change, one question at a time.

const attempt = signal(0);

/** Ask the service once more about the same text. */
export function readAgain(): void {
  attempt.value += 1;
}

/** Let the service read each text of the draft, until the function returned is called. */
export function keepReading(): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let leaving = new AbortController();
  const stop = () => {
    clearTimeout(waiting);
    leaving.abort();
  };
  const end = effect(() => {
    void attempt.value;
    const request = { text: text.value, ...(ownCards.value ? { cards: ownCards.value } : {}) };
    stop();
    if (untouched.value) {
      batch(() => {
        mistakes.value = [];
        position.value = undefined;
        reading.value = false;
      });
      return;
    }
    leaving = new AbortController();
    const { signal: mine } = leaving;
    reading.value = true;
    waiting = setTimeout(() => void read(request, mine), REST);
  });
  return () => {
    stop();
    end();
  };
}

async function read(request: object, leaving: AbortSignal): Promise<void> {
  try {
    const answer = await call<ReadPositionResponseJson>(
      "Referee",
      "ReadPosition",
      request,
      leaving,
    );
    if (leaving.aborted) return;
    if (answer.view?.covertCards) keepCardSet(answer.view.covertCards);
    batch(() => {
      mistakes.value = [];
      trouble.value = "";
      position.value = answer;
      reading.value = false;
    });
  } catch (error) {
    if (leaving.aborted) return;
    const refused =
      error instanceof ServiceError ? error : new ServiceError("unknown", String(error));
    batch(() => {
      mistakes.value = refused.problems;
      trouble.value = refused.problems.length === 0 ? refused.message : "";
      position.value = undefined;
      reading.value = false;
    });
  }
}

/** Fetch the server's cards. */
export async function fetchCards(): Promise<void> {
  if (serverCards.value !== undefined) return;
  try {
    const answer = await call<GetCardSetResponseJson>("Referee", "GetCardSet", {});
    serverCards.value = answer.covert;
  } catch (error) {
    trouble.value = (error as Error).message;
  }
}

/** Use the card set in the text of a file; return what is wrong with it. */
export async function useCards(file: string): Promise<readonly string[]> {
  try {
    const answer = await call<ReadCardSetResponseJson>("Referee", "ReadCardSet", { text: file });
    ownCards.value = answer.covert;
    if (answer.covert) {
      keepCardSet(answer.covert);
      localStorage.setItem(KEPT_CARDS, JSON.stringify(answer.covert));
    }
    return [];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (error.problems.length === 0) return [error.message];
    return error.problems.map(({ description }) => description);
  }
}

/** Use the server's cards again. */
export function useServerCards(): void {
  ownCards.value = undefined;
  localStorage.removeItem(KEPT_CARDS);
}

function keptCards(): CovertCardSetJson | undefined {
  const kept = localStorage.getItem(KEPT_CARDS);
  try {
    const set = JSON.parse(kept ?? "null") as CovertCardSetJson | null;
    if (set !== null) keepCardSet(set);
    return set ?? undefined;
  } catch {
    return undefined;
  }
}
