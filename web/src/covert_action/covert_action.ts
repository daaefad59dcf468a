// The game of Covert Action, as the rest of the page knows it.

import type { Game } from "../games";
import { Board } from "./board";

export const covertAction: Game = { title: "Covert Action", players: [4, 14], Board };
