// The words of hints.

export const hint = {
  title: "Hint",
  effort: "Iterations",
  thinking: "Thinking…",
  stop: "Stop",
  play: "Play this turn",
  playRound: "Play this round",
  playing: "Playing by hints…",
  playThis: "Play this move",
  found: (iterations: string, worlds: string) =>
    `${iterations} iterations, ${worlds} different worlds`,

  score: "Score",
  win: "Win",
  value: "Value",
  visits: "Visits",
  all: (moves: number) => `All ${moves} moves`,
  fewer: "Fewer moves",
  legend: "What the figures mean",
  scoreMeans:
    "The final score to be expected, and in brackets how far it lies above or below that of the best other seat. In Covert Action: types of Plan cards.",
  winMeans: "The chance to win against equals.",
  valueMeans:
    "What the move is worth, from 0 to 1, and its standard error. Of two moves that lie closer together than two or three such errors, the search cannot say which is better.",
  visitsMeans: "How often the search tried the move. Figures of a move with few visits say little.",

  why: "Why",
  plans: "Your missions",
  plansFaceUp: "Face-up missions",
  planTakes: (dice: string, rounds: number) =>
    `takes about ${dice} dice, ${rounds === 1 ? "this round" : `${rounds} rounds`}`,
  anyCard: "any Agency Card",
  standings: { have: "you have it", reachable: "within reach this round", notYet: "not yet" },
  ways: {
    card: (card: string) => `${card} of your hand`,
    take: (card: string, region: string, dice: number) =>
      `take ${card} from ${region}, ${dice === 1 ? "1 die" : `${dice} dice`}`,
    code: (code: string) => `code ${code}`,
    foot: (mission: string) => `foot of “${mission}”`,
    fly: (agent: number, city: string, card: string) =>
      `agent ${agent} flies to ${city} by ${card}`,
    walk: (agent: number, city: string, steps: number) =>
      `agent ${agent} to ${city}, ${steps === 1 ? "1 step" : `${steps} steps`}`,
    stands: (agent: number, city: string) => `agent ${agent} in ${city}`,
  },

  hands: "What others could hold",
  handsMean: (worlds: string) =>
    `Not what they hold: in how many of the ${worlds} worlds that the search dealt a card lay there.`,
  inWorlds: (worlds: string) => `${worlds} worlds`,
  missions: "Missions",
  codes: "Codes",

  beliefs: "Who is who, as far as one can tell",
  beliefsMean:
    "Chances of each seat's role, given all that was said and done and how seats tend to behave.",
  ofYou: "You, as the others must see you",
  goodTarget: (chance: string) => `A shot at this seat would do good: ${chance}`,
};
