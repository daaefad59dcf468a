// The seats of a table: who sits there, whose turn it is, who is away.

import { SeatMark } from "../covert/shapes";
import type { TableJson } from "../generated/covertbots/v1/tables_pb";
import { words } from "../words/words";

/** Return the names of the seats, for boards. */
export function namesOf(table: TableJson): string[] {
  return (table.seats ?? []).map((seat, index) => seat.name || words().table.seat(index + 1));
}

export function Seats({ table, deciding }: { table: TableJson; deciding?: number | undefined }) {
  const text = words().table;
  const names = namesOf(table);
  return (
    <ul class="at-table" aria-label={text.seats}>
      {(table.seats ?? []).map((seat, index) => {
        const person = !seat.open && !seat.bot;
        const own = index === table.seat;
        const details = [
          own && text.you,
          seat.bot && text.bot(seat.bot),
          person && !own && !seat.present && text.away,
        ];
        return (
          <li key={index} class={index === deciding ? "deciding" : ""}>
            {table.game === "covert" && <SeatMark seat={index} />}
            <span class="name">{seat.open ? text.openSeat : names[index]}</span>
            <span class="detail">{details.filter(Boolean).join(", ")}</span>
            {index === deciding && <span class="sr-only">{text.deciding}</span>}
          </li>
        );
      })}
    </ul>
  );
}
