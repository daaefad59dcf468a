// The words of positions of a real table.

import type { PhaseWords } from "../../ask/now";

const phases: PhaseWords = {
  setup: "setup: three missions, one to return",
  placing: "roll and place",
  "before codes": "First, before breaking codes",
  codes: "break codes",
  "before resolving": "First, before resolving dice",
  resolving: "resolve dice",
  "last mission": "last mission",
};

export const ask = {
  title: "Ask about a real table",
  intro:
    "Enter what lies on your table of Covert, and ask what a bot would do. Names may be cut short: “rad lon”. What you leave out counts as none, or as unknown.",
  empty: "Empty position",
  back: "Back to the position before",

  now: "Now",
  players: "Players",
  me: "Your seat",
  round: "Round",
  phase: "Phase",
  phases,
  decides: "Who decides",
  started: "Who placed first",
  order: "Turn order tokens, lowest first",
  nobody: "nobody yet",
  none: "none",
  somebody: "Somebody",

  table: "Table",
  tiles: "Cipher tiles, upper row / lower row",
  codeDecks: "Equipment on top of the code decks",
  deck: (number: number) => `Deck ${number}`,
  faceUp: "Face-up Agency Cards",
  missionsUp: "Face-up missions: points, what they ask for, /foot",
  slot: (number: number) => `Mission ${number}`,
  colour: (number: number) => `Cities with cubes of colour ${number}, which nobody plays`,
  circlesHelp:
    "Click a space until it shows whose die lies there, or go there with the arrow keys and type N, E, S or W; Delete empties it.",
  map: "Map",
  mapFills: (seat: string, what: string) => `a click fills ${seat}, ${what.toLowerCase()}`,

  own: "(you)",
  character: "Character",
  noAbility: "one without an ability",
  agents: "Agents",
  cubes: "Cities with cubes",
  took: "Cubes taken, by owner",
  dice: "Dice not placed",
  decoder: "Dice on the Decoder",
  folder: "Dice on Special Operations",
  cards: "Agency Cards",
  missions: "Missions",
  codes: "Codes: numbers and equipment",
  tokens: "Tokens",
  theirCards: "Agency Cards: how many, and which you know",
  theirMissions: "Missions: how many, and which you know",
  theirCodes: "Codes: how many, and what equipment you know",
  theirTokens: "Tokens: how many",
  done: "Completed missions (points and foot are enough)",
  broken: "Broken codes (equipment is enough)",
  more: "Used abilities",
  used: "Uses of the character in its period",
  rerolled: "Reroll token spent",
  fresh: "Tokens drawn this turn",
  discards: "Discard piles",
  inDeck: "not told: all in the deck",

  cardSet: "Cards",
  cardSetHelp:
    "A card that is not among them is made up from what you type. Drop the file of your own cards here.",
  options: "Options of the table",
  usualOptions: "those of the card set",
  ownCards: "File of your own cards:",
  serverCards: "Use the server's cards",

  asText: "The position as text",
  asTextHelp:
    "The fields change this text, and the text changes the fields. `covert-bots suggest` reads it too. A link has the position in it, but not your own cards.",
  copyText: "Copy the text",
  copyLink: "Copy a link",
  saveText: "Save as a file",
  textCopied: "The text is copied.",
  linkCopied: "The link is copied.",

  copyByHand: "The text is selected: copy it with your keys.",
  linkAbove: "The link stands in the address line.",

  wrong: (count: number) => (count === 1 ? "One thing is wrong" : `${count} things are wrong`),
  untouched: "Enter what you see, in any order. What is missing or wrong is then listed here.",
  listGaps: "List what must be entered",
  toEnter: "Still to be entered",
  /** Lines of the text and parts of a seat, in the middle of a sentence. */
  parts: {
    tiles: "cipher tiles",
    "face up": "face-up Agency Cards",
    "missions up": "face-up missions",
    "code decks": "code decks",
  } as Record<string, string>,
  showMistakes: "Mark them at their fields",
  reading: "Reading…",
  toHint: "To the hint",
  tryAgain: "Try again",
  askNow: "Ask for a hint",
  notYourTurn: (name: string) =>
    `${name} is to decide. Say below what happens, or change who decides.`,
  assumed: (count: number) =>
    count === 1 ? "One thing was assumed" : `${count} things were assumed`,
  picture: "Picture of the table",

  whatYouDid: "What did you do?",
  whatTheyDid: (name: string) => `What did ${name} do?`,
  findAction: "Type a few letters; Enter takes the first:",
  moreActions: (count: number) => `${count} more: type what was done.`,
  hiddenActions:
    "If a card of theirs was used that is not listed, enter it first as known in their hand.",
};
