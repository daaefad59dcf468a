// Standing orders: what the person wants done without being asked.

import { effect, signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { games } from "../games";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
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
  const acting = useActing(sitting);
  const action = acting.find(({ name }) => inForce.value.includes(name))?.action;
  useEffect(() => {
    if (action) void sitting.act([action], true);
  }, [sitting, action]);
}

/** Return the orders that would act now, and what they would do. */
function useActing(sitting: Sitting): { name: string; action: ActionJson }[] {
  const table = sitting.table.value;
  const isLeft = Boolean(table?.seats?.[table.seat ?? -1]?.bot);
  const ready = !isLeft && !sitting.busy.value && !sitting.behind.value && !sitting.late.value;
  const { toDecide, view, game = "" } = table ?? {};
  if (!ready || !view || !toDecide?.legalActions) return [];
  return Object.entries(games[game]?.orders ?? {}).flatMap(([name, order]) => {
    const action = order(toDecide, view);
    return action ? [{ name: `${game}/${name}`, action }] : [];
  });
}

/** A button for the order that would act now: from then on the person is not asked. */
export function OrderOffer({ sitting }: { sitting: Sitting }) {
  const text = words().table;
  const [acting] = useActing(sitting);
  if (acting === undefined || inForce.value.includes(acting.name)) return null;
  return (
    <button
      type="button"
      class="offer"
      title={text.ordersNote}
      onClick={() => (inForce.value = [...inForce.value, acting.name])}
    >
      {text.always(text.orderNames[acting.name] ?? acting.name)}
    </button>
  );
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
