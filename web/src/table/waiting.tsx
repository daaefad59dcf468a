// Before the game: who sits there, the invitation, and bots for seats that stay open.

import { useSignal } from "@preact/signals";
import type { TableJson } from "../generated/covertbots/v1/tables_pb";
import { call, ServiceError } from "../service";
import { words } from "../words/words";
import { BotChoice } from "./bot_choice";
import { botsOf } from "./bot_levels";
import { CopyField } from "./copy_field";
import type { KeptSeat } from "./kept_seats";
import { invitationLink, isOnlyHere } from "./links";

export function Waiting({ table, kept }: { table: TableJson; kept: KeptSeat | undefined }) {
  const text = words().table;
  const open = (table.seats ?? []).flatMap((seat, index) => (seat.open ? [index] : []));
  return (
    <section class="panel waiting">
      <h2>{text.waiting(open.length)}</h2>
      <p>{text.startsItself}</p>
      {kept?.invitation && (
        <>
          <p>{text.invite}</p>
          <CopyField label={text.inviteLink} value={invitationLink(kept.table, kept.invitation)} />
          {isOnlyHere() && <p class="faint">{text.onlyHere}</p>}
        </>
      )}
      {kept?.hostToken && <Fill table={table} token={kept.hostToken} open={open} />}
    </section>
  );
}

interface FillProps {
  table: TableJson;
  token: string;
  open: readonly number[];
}

function Fill({ table, token, open }: FillProps) {
  const text = words().table;
  const bots = botsOf(table.game ?? "");
  const bot = useSignal("");
  const wrong = useSignal("");
  async function fill() {
    const spec = bot.value || bots[0]?.spec || "";
    try {
      for (const seat of open) {
        await call("Tables", "HandOver", { table: table.name, token, seat, bot: spec });
      }
    } catch (error) {
      wrong.value = error instanceof ServiceError ? error.message : String(error);
    }
  }
  return (
    <p class="row">
      <BotChoice game={table.game ?? ""} value={bot.value} choose={(spec) => (bot.value = spec)} />
      <button type="button" onClick={fill}>
        {text.fillAllWithBots}
      </button>
      {wrong.value && <span role="alert">{wrong.value}</span>}
    </p>
  );
}
