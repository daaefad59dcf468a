// Cards and names found by what somebody types: `London`, `2 radio`, `9 /blue`, `164`.

import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";

/** What can be typed in a field. */
export type Kind =
  | "agency"
  | "mission"
  | "code"
  | "city"
  | "seat"
  | "equipment"
  | "ability"
  | "character"
  | "none";

export interface Found {
  /** What is put into the text. */
  value: string;
  /** What is shown. */
  label: string;
}

interface Entry extends Found {
  /** Words that are looked for. */
  words: string[];
}

const SHOWN = 8;

/** Return what fits to a typed text, the best first. */
export function find(typed: string, entries: readonly Entry[]): Found[] {
  const asked = folded(typed).split(" ").filter(Boolean);
  if (asked.length === 0) return [];
  return entries.filter((entry) => fits(asked, entry.words)).slice(0, SHOWN);
}

/** Return true if each word that is asked for begins one of the words; `2 radio` asks for two. */
function fits(asked: readonly string[], words: readonly string[]): boolean {
  const count = (name: string) => words.filter((word) => word.startsWith(name)).length;
  for (let at = 0; at < asked.length; at++) {
    const [word = "", next] = asked.slice(at, at + 2);
    if (/^[2-6]$/.test(word) && next !== undefined && count(next) >= Number(word)) at += 1;
    else if (count(word) === 0) return false;
  }
  return true;
}

function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9+/-]+/g, " ")
    .trim();
}

function wordsOf(...texts: string[]): string[] {
  return texts.flatMap((text) => folded(text).split(" ")).filter(Boolean);
}

/** Return all that can stand in fields of each kind. */
export function entriesOf(set: CovertCardSetJson): Record<Kind, readonly Entry[]> {
  const abilities = (set.abilityTexts ?? []).map(({ name = "" }) => name);
  return {
    agency: agencyEntries(set),
    mission: missionEntries(set),
    code: codeEntries(set),
    city: named((set.regions ?? []).flatMap(({ cities = [] }) => cities)),
    seat: [],
    equipment: named(set.equipment ?? []),
    ability: named(abilities),
    character: (set.characters ?? []).map(({ name = "", words = "" }) => {
      const value = name.replace(/^The /, "");
      return { value, label: `${value}: ${words}`, words: wordsOf(value) };
    }),
    none: [],
  };
}

function named(names: readonly string[]): Entry[] {
  return names.map((name) => ({ value: name, label: name, words: wordsOf(name) }));
}

function agencyEntries(set: CovertCardSetJson): Entry[] {
  const cards = set.agencyCards ?? [];
  return cards.map(({ equipment = "", city = "", ability, words = "" }, place) => {
    const name = set.abilityTexts?.find((text) => text.ability === ability)?.name ?? "";
    const alike = cards.filter((card) => card.equipment === equipment && card.city === city);
    const twins = alike.filter((card) => card.ability === ability);
    const face = alike.length === 1 ? `${equipment} ${city}` : `${equipment} ${city} ${name}`;
    const value = twins.length > 1 ? `A${place + 1}` : face;
    return { value, label: words, words: wordsOf(equipment, city, name, `a${place + 1}`) };
  });
}

function missionEntries(set: CovertCardSetJson): Entry[] {
  const faces = (set.missions ?? []).map((mission) => {
    const {
      points = 0,
      equipment = [],
      cities = [],
      regions = [],
      anyCards = 0,
      foot = "",
    } = mission;
    const asked = [...equipment, ...cities, ...regions, ...Array<string>(anyCards).fill("any")];
    return { face: `${points} ${asked.join(" ")}${foot ? ` /${foot}` : ""}`, asked, mission };
  });
  const order = (face: string) => face.split(" ").sort().join(" ");
  return faces.map(({ face, asked, mission }, place) => {
    const alike = faces.filter((other) => order(other.face) === order(face)).length;
    const { title = "", points = 0, foot = "", words = "" } = mission;
    return {
      value: alike > 1 ? `M${place + 1}` : face,
      label: title ? `${title}: ${words}` : words,
      words: [...wordsOf(title, ...asked), String(points), `m${place + 1}`, `/${folded(foot)}`],
    };
  });
}

function codeEntries(set: CovertCardSetJson): Entry[] {
  const codes = set.codes ?? [];
  return codes.map(({ numbers = [], equipment = "", words = "" }, place) => {
    const digits = numbers.join("");
    const face = `${digits} ${equipment}`;
    const alike = codes.filter(
      (code) => code.numbers?.join("") === digits && code.equipment === equipment,
    );
    return {
      value: alike.length > 1 ? `C${place + 1}` : face,
      label: words,
      words: [digits, ...wordsOf(equipment), `c${place + 1}`],
    };
  });
}
