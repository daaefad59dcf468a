// The games that the page can show. A game's room registers its board here; tables, hints and
// reviews know only this interface.

import type { ComponentType } from "preact";
import { CovertBoard } from "./covert/board";
import { CovertHand } from "./covert/held";
import { covertOrders } from "./covert/orders";
import { CovertActionBoard } from "./covert_action/board";
import type { ActionJson } from "./generated/covertbots/v1/action_pb";
import type { EventJson, SeatToDecideJson } from "./generated/covertbots/v1/referee_pb";
import type { SuggestionJson } from "./generated/covertbots/v1/suggestion_pb";
import type { ViewJson } from "./generated/covertbots/v1/view_pb";

export interface BoardProps {
  /** The position, as its seat knows it. */
  view: ViewJson;
  /** The names of the seats. */
  names: readonly string[];
  /** Who is to decide; with legal actions if the person at the page is. */
  toDecide?: SeatToDecideJson | undefined;
  /** Called with the actions that the person chose, in order. Without it the board is only shown. */
  act?: ((actions: ActionJson[]) => void) | undefined;
  /** An action to be drawn on the board, such as that of a hint under the pointer. */
  pointedAt?: ActionJson | undefined;
  /** What happened last, to be marked. */
  events?: readonly EventJson[] | undefined;
  /** How many people play at the table; absent where nobody does. */
  people?: number | undefined;
  /** The window that is open for a set time, if one is, and one's own choice in it: it may be
   * replaced until then. */
  window?: { closes: number; chosen: ActionJson | undefined } | undefined;
  /** Answers of a bot to the position, improving; absent where a hint may not be asked for. */
  suggest?: ((signal: AbortSignal) => AsyncIterable<SuggestionJson>) | undefined;
}

export interface Game {
  title: string;
  /** Seats at the table, from and to. */
  players: readonly [number, number];
  Board: ComponentType<BoardProps>;
  /** What the seat of a view holds, where the board is another seat's. */
  Hand?: ComponentType<{ view: ViewJson }>;
  /** Standing orders that a person may give, by name: what to do in a decision, if anything. */
  orders?: Record<string, (toDecide: SeatToDecideJson, view: ViewJson) => ActionJson | undefined>;
}

/** The games by their names in the protocol: `covert`, `covert_action`. */
export const games: Record<string, Game> = {
  covert: {
    title: "Covert",
    players: [2, 4],
    Board: CovertBoard,
    Hand: CovertHand,
    orders: covertOrders,
  },
  covert_action: { title: "Covert Action", players: [4, 14], Board: CovertActionBoard },
};
