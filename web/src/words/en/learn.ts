// The words of the first game. `[cubes|cube]` is the word "cubes", explained as `cube`. Each sentence
// is checked against docs/rules.md.

import type { Explained } from "../../learn/rules";
import type { Step } from "../../learn/steps";

interface StepWords {
  title: string;
  /** What is true of it at any time. */
  about: string;
  /** What to do, where the table is at it. */
  now: string;
  /** The same in the middle of it. */
  further?: string;
  /** When it comes, where the table is elsewhere. */
  later: string;
}

const steps: Record<Step, StepWords> = {
  mission: {
    title: "Choose your missions",
    about: "You are dealt three secret [missions|mission] and keep two.",
    now: "Read in your hand what each asks for, and choose the one that you put back under the deck.",
    later: "A game begins with this choice.",
  },
  dice: {
    title: "Roll and place dice",
    about:
      "All roll five dice. On a turn you place one: on an action [circle|circle], the " +
      "[Decoder|decoder] or the [Special Operations folder|folder].",
    now: "Place dice where it lights up, then take a [turn order|order] token to stop.",
    later: "Every round begins with this.",
  },
  codes: {
    title: "Swap code tiles",
    about:
      "In turn order, each player may [swap|swap] two adjacent [tiles|tile] and break the " +
      "[codes|code] whose numbers then stand there in order.",
    now: "Look at your codes and swap two tiles: choose one, then the other.",
    later: "It comes once all have taken a [turn order|order] token.",
  },
  circle: {
    title: "Resolve a die",
    about:
      "Then the dice on the circles are resolved, one action a turn. Mission Cards gives a " +
      "[mission|mission]; Agency Cards gives an [Agency Card|agency].",
    now: "Use your dice for one action: what you can choose is lit.",
    later: "It comes after the codes, if you have a die on a [circle|circle].",
  },
  move: {
    title: "Move your agents",
    about:
      "With Movement dice, each [agent|agent] moves along up to as many connections as you use " +
      "dice. It can leave a [cube|cube] behind, and takes all others there: [pairs|pair] pay.",
    now: "Choose Movement, then the cities to go to.",
    further: "Choose the city to go to, or stop.",
    later: "For this you need a die on [Movement|movement].",
  },
  complete: {
    title: "Complete a mission",
    about:
      "[Equipment|equipment] is paid by Agency Cards and broken codes; its [places|place] need " +
      "your agents. The [foot|foot] of a completed mission can stand for either.",
    now: "You have all that a mission asks for: choose it, then what pays.",
    further: "Choose what pays.",
    later: "For this you need a die on Complete Mission, and all that the mission asks for.",
  },
  window: {
    title: "Espionage and First",
    about:
      "[Espionage|espionage] takes an Agency Card that was just used. [First|first] breaks codes " +
      "or resolves an action ahead of the order.",
    now: "You are asked now: use it, or decline.",
    later: "You are asked when you hold it, as a card or a [token|token], and its moment comes.",
  },
  end: {
    title: "The end of the round",
    about:
      "When no die is left on the circles, the round ends. All dice come back, and whoever was " +
      "last in [turn order|order] places first.",
    now: "Use your dice that are left, or [take them back|forfeit].",
    later: "It comes when all dice on the circles are used.",
  },
};

const titles: Record<Explained, string> = {
  agent: "agent",
  agency: "Agency Card",
  character: "character",
  circle: "circle",
  code: "code",
  cube: "cube",
  decoder: "Decoder",
  end: "end of the game",
  equipment: "equipment",
  espionage: "Espionage",
  first: "First",
  flight: "flight",
  folder: "folder",
  foot: "foot of a mission",
  forfeit: "forfeit",
  mission: "mission",
  movement: "Movement",
  order: "turn order",
  pair: "pair of cubes",
  place: "city and region asked for",
  points: "points",
  region: "region",
  reroll: "reroll token",
  swap: "swap",
  tile: "cipher tile",
  token: "token",
};

const explained: Record<Explained, string> = {
  agent: "Each player has three. They begin in the cities of three Agency Cards drawn.",
  agency:
    "An Agency Card is used for one of its three sides, equipment, flight or ability, then discarded.",
  character: "Each has an ability of its own, which acts when its card says.",
  circle:
    "The space must be open and show the die's number. If any die lies on the circle, the space " +
    "must be beside one that is taken.",
  code:
    "A code is broken when its numbers stand on neighbouring tiles of a row in their order, from " +
    "left to right. Options can allow more.",
  cube:
    "An agent that leaves a city leaves one of your cubes there, if you have one left and none of " +
    "yours lies there.",
  decoder: "It takes any die. There the die may stand for a tile when you break a code.",
  end: "When a player completes a sixth mission, the round is played to its end.",
  equipment:
    "It comes from an Agency Card, a completed code or the foot of a completed mission. One source " +
    "meets one symbol.",
  espionage: "When any player uses Agency Cards, take one of the cards just used into your hand.",
  first:
    "Before codes are broken, break yours ahead of the order; or before dice are resolved, resolve " +
    "one action ahead of it.",
  flight: "Discard an Agency Card and put one agent in its city.",
  folder:
    "It takes any die, and you draw a secret token at once. The die does nothing more and comes " +
    "back at the end of the round.",
  foot:
    "A completed mission's foot works for the rest of the game, once for each mission completed " +
    "after it: as an equipment, or for a city or region.",
  forfeit: "A die may be taken back for no effect, one a turn.",
  mission:
    "It asks for equipment, cities, regions and “any Agency Card”, and gives points. At its foot " +
    "stands an equipment, a region or nothing.",
  movement:
    "With any number of your dice there, each agent may move along up to that many connections.",
  order:
    "Instead of placing a die you take the lowest turn order token that is left, and place nothing " +
    "more this round.",
  pair:
    "Entering a city takes all cubes there that are not yours. A second one of a colour makes a " +
    "pair: it is given up, and you take the card of that city's region or the top of the deck.",
  place: "A city needs an agent there, a region an agent in one of its cities.",
  points: "Those of your missions, and 2 for each completed code that you still hold.",
  region: "Each city lies in one of six; each has a space for one face-up Agency Card.",
  reroll: "Once in a game, on your placing turn, it rolls any of your dice not yet placed.",
  swap: "Two tiles side by side, one above the other, or at the two ends of one row; once a turn, and once more with a Code Breaker.",
  tile: "They lie face up in two rows; each shows a number from 1 to 6.",
  token: "A token drawn on the folder can be used from a later turn on.",
};

export const learn = {
  title: "Learn Covert",
  intro:
    "A first game against the bot easy. Beside the table stands what you see and what to do, when it comes.",
  how: "Underlined words are explained, with the number of their rule. You can skip the tour at any time.",
  begin: "Begin the first game",
  goOn: "Go on with the one begun",
  step: (number: number, count: number) => `Step ${number} of ${count}`,
  allDone: "All eight steps",
  done: "done",
  back: "Back",
  next: "Read on",
  skip: "Skip the tour",
  show: "Show the tour",
  allWords: "All words explained",
  rule: (number: string) => `Rule ${number}`,
  end: "That is a round. A sixth mission brings the [end|end]; the most [points|points] win.",
  steps,
  titles,
  explained,
};
