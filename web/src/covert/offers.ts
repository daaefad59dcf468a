// What clicks on the board can do: every legal action that touches a thing there, and chains of
// actions that belong together, of which the first is legal now and the others follow as soon as
// they are. Who wants an action that is left out here finds it in the list of moves.

import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type {
  CovertView_PlayerJson,
  CovertViewJson,
} from "../generated/covertbots/v1/covert_view_pb";
import type { Words } from "../words/words";
import { waysFrom } from "./layout/paths";
import { firstSpots, isSpending, spotsOf } from "./spots";

const MOVE_THREE = 3; // steps, rules 6.3

export interface Offer {
  action: ActionJson;
  /** The texts of the actions that follow. */
  then: readonly string[];
  words: string;
  /** The things that it can be begun from, and all that it touches. */
  first: readonly string[];
  spots: readonly string[];
  /** Whether a first click only chooses it. */
  spending: boolean;
}

/** Return what the board offers of the legal actions. */
export function offers(
  actions: readonly ActionJson[],
  view: CovertViewJson,
  set: CovertCardSetJson,
  words: Words["covert"],
): Offer[] {
  const cheap = new Set(
    actions.flatMap(({ covert }) => (covert?.dice === 1 && covert.region ? [covert.region] : [])),
  );
  return actions.flatMap((action) => {
    const { kind, dice, region = "" } = action.covert ?? {};
    if (kind === "KIND_TAKE_AGENCY" && dice !== 1 && cheap.has(region)) return [];
    const chains = chained(action, view, set, words);
    return chains.length > 0 ? chains : [offer(action)];
  });
}

function offer(action: ActionJson): Offer {
  return {
    action,
    then: [],
    words: action.words ?? action.text ?? "",
    first: firstSpots(action),
    spots: spotsOf(action),
    spending: isSpending(action),
  };
}

/** Return the chains that an action begins and that stand for it; none if it stands for itself. */
function chained(
  action: ActionJson,
  view: CovertViewJson,
  set: CovertCardSetJson,
  words: Words["covert"],
): Offer[] {
  const own = view.players?.[view.seat ?? 0] ?? {};
  const plain = offer(action);
  const { kind, ability, toCity } = action.covert ?? {};
  if (kind === "KIND_FLY") {
    const agents = (own.agents ?? []).flatMap((city, i) =>
      city === toCity ? [] : [{ city, agent: i + 1 }],
    );
    if (agents.length < 2) return [];
    return agents.map(({ city, agent }) => ({
      ...plain,
      then: [`agent ${agent}`],
      words: words.flies(plain.words, agent, city),
      spots: [...plain.spots, `agent:${agent}`],
    }));
  }
  const shifts = ability === "ABILITY_PLUS_ONE" || ability === "ABILITY_MINUS_ONE";
  if (kind === "KIND_USE" && shifts && !view.turn?.shifted) {
    const faces = [...new Set(own.dice ?? [])];
    if (faces.length < 2) return [];
    return faces.map((face) => ({
      ...plain,
      then: [`die ${face}`],
      words: words.changes(plain.words, face),
      spots: [...plain.spots, `die:${face}`],
    }));
  }
  if (kind === "KIND_STEP") return [plain, ...furtherSteps(action, view, set, words)];
  if (kind === "KIND_MOVE" || ability === "ABILITY_MOVE_THREE") {
    return [plain, ...firstWays(action, own, set, words)];
  }
  return [];
}

/** Return the ways that an action lets an agent go; with dice on Movement, those that take as many. */
function firstWays(
  action: ActionJson,
  own: CovertView_PlayerJson,
  set: CovertCardSetJson,
  words: Words["covert"],
): Offer[] {
  const plain = offer(action);
  const { dice, means } = action.covert ?? {};
  const character = set.characters?.[(own.character ?? 0) - 1];
  const steps = dice ?? (means?.character ? (character?.amount ?? 0) : MOVE_THREE);
  return (own.agents ?? []).flatMap((start, i) =>
    [...waysFrom(set, start, steps).values()]
      .filter((way) => dice === undefined || way.length === dice)
      .map((way) => {
        const goal = way.at(-1) as string;
        return {
          ...plain,
          then: way.map((city) => `step ${i + 1} ${city}`),
          words: words.goes(plain.words, i + 1, goal),
          spots: [...plain.spots, `agent:${i + 1}`, `city:${goal}`],
        };
      }),
  );
}

/** Return the ways of more than one step that begin with a step. */
function furtherSteps(
  action: ActionJson,
  view: CovertViewJson,
  set: CovertCardSetJson,
  words: Words["covert"],
): Offer[] {
  const { agent = 0, fromCity = "", toCity = "" } = action.covert ?? {};
  const { pool = 0, steps = [] } = view.movement ?? {};
  const ways = waysFrom(set, fromCity, Math.max(pool, steps[agent - 1] ?? 0));
  return [...ways.values()].flatMap((way) => {
    const goal = way.at(-1) as string;
    if (way.length < 2 || way[0] !== toCity) return [];
    return [
      {
        ...offer(action),
        then: way.slice(1).map((city) => `step ${agent} ${city}`),
        words: words.walks(agent, way),
        first: [`agent:${agent}`, `city:${goal}`],
        spots: [`agent:${agent}`, `city:${goal}`],
      },
    ];
  });
}
