// Joining a table by its invitation: `#/join/TABLE/INVITATION`.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type {
  GetTableResponseJson,
  JoinTableResponseJson,
  TableJson,
} from "../generated/covertbots/v1/tables_pb";
import { address, go } from "../route";
import { call, ServiceError } from "../service";
import type { ViewProps } from "../views";
import { words } from "../words/words";
import { keepSeat, keptSeat } from "./kept_seats";
import { playerName } from "./player_name";
import { Seats } from "./seats";

export function Join({ parts }: ViewProps) {
  const [table = "", invitation = ""] = parts;
  return <JoinTable key={`${table}/${invitation}`} name={table} invitation={invitation} />;
}

function JoinTable({ name, invitation }: { name: string; invitation: string }) {
  const text = words().table;
  const table = useSignal<TableJson | undefined>(undefined);
  const wrong = useSignal("");
  const seat = useSignal("");
  useEffect(() => {
    call<GetTableResponseJson>("Tables", "GetTable", { table: name, token: invitation }).then(
      (response) => (table.value = response.table),
      (error: ServiceError) => (wrong.value = error.message),
    );
  }, []);

  async function join(event: Event) {
    event.preventDefault();
    const chosen = seat.value === "" ? {} : { seat: Number(seat.value) };
    const request = { table: name, invitation, name: playerName.value.trim(), ...chosen };
    try {
      const { seatToken = "" } = await call<JoinTableResponseJson>("Tables", "JoinTable", request);
      const game = table.value?.game ?? "";
      keepSeat(name, { game, name: request.name, invitation, seatToken });
      go("table", name, seatToken);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      wrong.value =
        error.problems.map(({ description }) => description).join("; ") || error.message;
    }
  }

  const seats = table.value?.seats ?? [];
  const open = seats.flatMap((each, index) => (each.open ? [index] : []));
  const game = table.value?.game ?? "";
  return (
    <section class="panel">
      {table.value && <h1>{text.joinTitle(words().home.games[game] ?? game)}</h1>}
      {table.value && <Seats table={table.value} />}
      {keptSeat(name)?.seatToken && (
        <p>
          <a href={address("table", name, keptSeat(name)?.seatToken ?? "")}>{text.back}</a>
        </p>
      )}
      {table.value && open.length === 0 && <p>{text.full}</p>}
      {open.length > 0 && (
        <form class="row" onSubmit={join}>
          <label class="field">
            <span>{text.yourName}</span>
            <input
              required
              maxLength={40}
              value={playerName.value}
              onInput={(event) => (playerName.value = event.currentTarget.value)}
            />
          </label>
          {open.length > 1 && (
            <label class="field">
              <span>{text.whichSeat}</span>
              <select
                value={seat.value}
                onChange={(event) => (seat.value = event.currentTarget.value)}
              >
                <option value="">{text.anySeat}</option>
                {open.map((index) => (
                  <option key={index} value={index}>
                    {text.seat(index + 1)}
                  </option>
                ))}
              </select>
            </label>
          )}
          <button type="submit" class="main">
            {text.join}
          </button>
        </form>
      )}
      {wrong.value && <p role="alert">{wrong.value}</p>}
    </section>
  );
}
