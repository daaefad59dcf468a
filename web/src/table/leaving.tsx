// Leaving a table for good, the link to come back by, and bots for those who stay away.

import { useSignal } from "@preact/signals";
import type { TableJson } from "../generated/covertbots/v1/tables_pb";
import { call, ServiceError } from "../service";
import { words } from "../words/words";
import { BotChoice } from "./bot_choice";
import { botsOf } from "./bot_levels";
import { CopyField } from "./copy_field";
import type { KeptSeat } from "./kept_seats";
import { seatLink } from "./links";
import type { Sitting } from "./sitting";

interface LeavingProps {
  table: TableJson;
  sitting: Sitting;
  names: readonly string[];
  kept: KeptSeat | undefined;
}

export function Leaving({ table, sitting, names, kept }: LeavingProps) {
  const text = words().table;
  const bots = botsOf(table.game ?? "");
  const bot = useSignal("");
  const sure = useSignal(false);
  const wrong = useSignal("");
  const playing = table.status === "TABLE_STATUS_PLAYING";
  const left = table.seat !== undefined && Boolean(table.seats?.[table.seat]?.bot);
  const own = left ? undefined : table.seat;
  const absent = (table.seats ?? []).flatMap((seat, index) =>
    !seat.bot && !seat.open && !seat.present && index !== table.seat ? [index] : [],
  );
  async function handOver(seat: number, token: string, spec = bot.value || bots[0]?.spec || "") {
    try {
      await call("Tables", "HandOver", { table: table.name, token, seat, bot: spec });
      wrong.value = "";
    } catch (error) {
      wrong.value = error instanceof ServiceError ? error.message : String(error);
    }
    sure.value = false;
  }
  return (
    <>
      {own !== undefined && (
        <>
          <p class="faint">{text.seatLinkNote}</p>
          <CopyField label={text.seatLink} value={seatLink(sitting.name, sitting.token)} />
        </>
      )}
      {playing && (own !== undefined || absent.length > 0) && (
        <BotChoice
          game={table.game ?? ""}
          value={bot.value}
          choose={(spec) => (bot.value = spec)}
        />
      )}
      {playing && own !== undefined && !sure.value && (
        <button type="button" onClick={() => (sure.value = true)}>
          {text.leave}
        </button>
      )}
      {playing && own !== undefined && sure.value && (
        <p class="row">
          <span>{text.leaveNote}</span>
          <button type="button" class="main" onClick={() => handOver(own, sitting.token)}>
            {text.leaveConfirm}
          </button>
          <button type="button" onClick={() => (sure.value = false)}>
            {text.cancel}
          </button>
        </p>
      )}
      {playing && left && (
        <button type="button" onClick={() => handOver(table.seat ?? 0, sitting.token, "")}>
          {text.takeBack}
        </button>
      )}
      {playing &&
        kept?.hostToken &&
        absent.map((seat) => (
          <button key={seat} type="button" onClick={() => handOver(seat, kept.hostToken ?? "")}>
            {text.takeOver(names[seat] ?? "")}
          </button>
        ))}
      {wrong.value && <p role="alert">{wrong.value}</p>}
    </>
  );
}
