// The words that are explained, and the rule of each: docs/rules.md.

export const RULES = {
  agent: "2.2",
  agency: "6.9",
  character: "6.18",
  circle: "3.4",
  code: "4.2",
  cube: "5.5",
  decoder: "4.3",
  end: "8.1",
  equipment: "7.1",
  espionage: "6.4",
  first: "6.6",
  flight: "6.10",
  folder: "3.5",
  foot: "7.3",
  forfeit: "5.8",
  mission: "1.4",
  movement: "5.4",
  order: "3.3",
  pair: "5.6",
  place: "7.2",
  points: "8.3",
  region: "1.2",
  reroll: "3.8",
  swap: "4.1",
  tile: "1.6",
  token: "3.9",
} as const;

export type Explained = keyof typeof RULES;

export function isExplained(name: string): name is Explained {
  return name in RULES;
}
