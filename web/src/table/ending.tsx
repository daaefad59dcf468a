// The end of a game: the result, the record, and the next game.

import { useSignal } from "@preact/signals";
import type { GetTableRecordResponseJson, TableJson } from "../generated/covertbots/v1/tables_pb";
import { address, go } from "../route";
import { call, ServiceError } from "../service";
import { views } from "../views";
import { words } from "../words/words";
import type { KeptSeat } from "./kept_seats";
import { createTable } from "./new_table";
import { recordFile } from "./record_text";
import { namesOf } from "./seats";

interface EndingProps {
  table: TableJson;
  token: string;
  kept: KeptSeat | undefined;
}

export function Ending({ table, token, kept }: EndingProps) {
  const text = words().table;
  const wrong = useSignal("");
  const names = namesOf(table);
  const { scores = [], winners = [] } = table.result ?? {};
  const told = (work: () => Promise<void>) => async () => {
    wrong.value = "";
    try {
      await work();
    } catch (error) {
      wrong.value = error instanceof ServiceError ? error.message : String(error);
    }
  };
  const download = told(async () => {
    const request = { table: table.name, token };
    const { record } = await call<GetTableRecordResponseJson>("Tables", "GetTableRecord", request);
    if (record === undefined) return;
    const file = recordFile(table.name ?? "", record, seatsOf(table));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([file.text], { type: "text/plain" }));
    link.download = file.name;
    link.click();
    URL.revokeObjectURL(link.href);
  });
  const again = told(() => playAgain(table, token));
  return (
    <section class="panel ending" aria-live="polite">
      <h2>{verdict(table, names)}</h2>
      {scores.length > 0 && (
        <table>
          <tbody>
            {names.map((name, seat) => (
              <tr key={seat} class={winners.includes(seat) ? "winner" : ""}>
                <th scope="row">{name}</th>
                <td>{scores[seat]}</td>
                <td>{winners.includes(seat) ? text.winner : ""}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p class="row">
        {kept?.hostToken && (
          <button type="button" class="main" onClick={again}>
            {text.again}
          </button>
        )}
        {views.review !== undefined && table.game === "covert" && (
          <a class="button" href={address("review", "table", table.name ?? "", token)}>
            {text.review}
          </a>
        )}
        <button type="button" onClick={download}>
          {text.record}
        </button>
        <a class="button" href={address()}>
          {text.home}
        </a>
      </p>
      {wrong.value && <p role="alert">{wrong.value}</p>}
    </section>
  );
}

function verdict(table: TableJson, names: readonly string[]): string {
  const text = words().table;
  const winners = table.result?.winners ?? [];
  const named = winners.map((seat) => names[seat] ?? "").join(", ");
  const won = table.seat !== undefined && winners.includes(table.seat);
  if (winners.length > 1) return won ? text.sharedWin : text.share(named);
  return won ? text.won : text.wins(named);
}

/** Return who sat where, as records name it, where one person played against bots. */
function seatsOf(table: TableJson): string[] {
  const seats = (table.seats ?? []).map(({ bot }, seat) => (seat === table.seat ? "you" : bot));
  return seats.every((seat) => seat) ? (seats as string[]) : [];
}

/** Make a table like this one: the same bots, the same setup, and open seats for other people. */
async function playAgain(table: TableJson, token: string): Promise<void> {
  const request = { table: table.name, token };
  const { record } = await call<GetTableRecordResponseJson>("Tables", "GetTableRecord", request);
  const { covert, covertAction, other } = record ?? {};
  const seats = (table.seats ?? []).map(({ name = "", bot = "" }, seat) =>
    seat === table.seat ? { host: name } : bot ? { bot } : { open: true },
  );
  const setup = {
    ...(covert && { covert: { cardSet: covert.cardSet ?? "", options: covert.options ?? {} } }),
    ...(covertAction && { covertAction }),
    ...(other && { other }),
  };
  const made = await createTable({ seats, ...setup, ...(table.hints && { hints: table.hints }) });
  go("table", made.table, made.token);
}
