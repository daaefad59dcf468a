// A first game of Covert with the rules told where they are needed: `#/learn`, and at its table
// `#/learn/TABLE/TOKEN`.

import { useSignal } from "@preact/signals";
import { address, go } from "../route";
import { ServiceError } from "../service";
import { keepSeat, keptSeats } from "../table/kept_seats";
import { createTable } from "../table/new_table";
import { playerName } from "../table/player_name";
import { Table } from "../table/table";
import type { ViewProps } from "../views";
import { words } from "../words/words";
import { Tour } from "./tour";

const OPPONENT = "easy";

export function Learn({ parts }: ViewProps) {
  return parts.length > 0 ? <Table parts={parts} beside={Tour} /> : <Begin />;
}

function Begin() {
  const { learn, home } = words();
  const busy = useSignal(false);
  const wrong = useSignal("");
  const begun = keptSeats().find(({ tour }) => tour !== undefined);
  async function begin() {
    busy.value = true;
    wrong.value = "";
    try {
      const host = playerName.value.trim() || home.defaultName;
      const { table, token } = await createTable({ seats: [{ host }, { bot: OPPONENT }] });
      keepSeat(table, { tour: { done: [], skipped: false } });
      go("learn", table, token);
    } catch (error) {
      const missing = error instanceof ServiceError && error.code === "unimplemented";
      wrong.value = missing ? home.noTables : String((error as Error).message);
    } finally {
      busy.value = false;
    }
  }
  return (
    <section class="panel learn">
      <h1>{learn.title}</h1>
      <p>{learn.intro}</p>
      <p>{learn.how}</p>
      <p class="row">
        <button type="button" class="main large" disabled={busy.value} onClick={begin}>
          {learn.begin}
        </button>
        {begun && <a href={address("learn", begun.table)}>{learn.goOn}</a>}
      </p>
      {wrong.value && <p role="alert">{wrong.value}</p>}
    </section>
  );
}
