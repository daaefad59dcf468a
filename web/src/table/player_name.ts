// The name of the person at the page, kept from game to game.

import { effect, signal } from "@preact/signals";

const KEPT = "covert-bots name";

export const playerName = signal(localStorage.getItem(KEPT) ?? "");

effect(() => localStorage.setItem(KEPT, playerName.value));
