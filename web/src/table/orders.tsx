// Standing orders: what the person wants done without being asked.

import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { games } from "../games";
import { words } from "../words/words";
import type { Sitting } from "./sitting";

const KEPT = "covert-bots orders";

/** The names of the orders in force, by game: `covert/first`. */
const inForce = signal<readonly string[]>(kept());

effect(() => sessionStorage.setItem(KEPT, inForce.value.join(" ")));

function kept(): string[] {
  return (sessionStorage.getItem(KEPT) ?? "").split(" ").filter(Boolean);
}

/** Act by the standing orders whenever one of them knows what to do. */
export function useOrders(sitting: Sitting): void {
  const table = sitting.table.value;
  const isLeft = Boolean(table?.seats?.[table.seat ?? -1]?.bot);
  const ready = !isLeft && !sitting.busy.value && !sitting.behind.value && !sitting.late.value;
  const orders = games[table?.game ?? ""]?.orders ?? {};
  const toDecide = table?.toDecide;
  const action = Object.entries(orders)
    .filter(([name]) => inForce.value.includes(`${table?.game}/${name}`))
    .map(([, order]) => toDecide?.legalActions && order(toDecide))
    .find(Boolean);
  useEffect(() => {
    if (ready && action) void sitting.act([action]);
  }, [sitting, ready, action]);
}

export function OrdersChoice({ game }: { game: string }) {
  const text = words();
  const names = Object.keys(games[game]?.orders ?? {});
  if (names.length === 0) return null;
  return (
    <fieldset>
      <legend>{text.table.orders}</legend>
      <p class="faint">{text.table.ordersNote}</p>
      {names.map((name) => {
        const full = `${game}/${name}`;
        const on = inForce.value.includes(full);
        return (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={on}
              onChange={() => {
                const others = inForce.value.filter((each) => each !== full);
                inForce.value = on ? others : [...others, full];
              }}
            />
            {text.table.orderNames[full] ?? name}
          </label>
        );
      })}
    </fieldset>
  );
}
