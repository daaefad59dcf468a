// A table: `#/table/NAME/TOKEN`, or without the token where this browser keeps it.

import type { ComponentType } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { games } from "../games";
import { address } from "../route";
import type { ViewProps } from "../views";
import { words } from "../words/words";
import { Ending } from "./ending";
import { keepSeat, keptSeat } from "./kept_seats";
import { Playing } from "./playing";
import { namesOf, Seats } from "./seats";
import { Sitting } from "./sitting";
import { Waiting } from "./waiting";

interface TableProps extends ViewProps {
  /** What else stands beside the board while the game is under way. */
  beside?: ComponentType<{ sitting: Sitting }>;
}

export function Table({ parts, beside }: TableProps) {
  const [name = "", given = ""] = parts;
  const kept = keptSeat(name);
  const token = given || kept?.seatToken || kept?.hostToken || "";
  if (token === "") {
    return (
      <section class="panel">
        <p>{words().table.noSeat}</p>
        <a href={address()}>{words().table.home}</a>
      </section>
    );
  }
  return <Seated key={`${name}/${token}`} name={name} token={token} beside={beside} />;
}

interface SeatedProps {
  name: string;
  token: string;
  beside: TableProps["beside"];
}

function Seated({ name, token, beside }: SeatedProps) {
  const text = words().table;
  const sitting = useMemo(() => new Sitting(name, token), []);
  useEffect(() => {
    void sitting.watch();
    return () => sitting.stop();
  }, [sitting]);
  const table = sitting.table.value;
  const game = table?.game;
  useEffect(() => {
    if (game === undefined) return;
    const isHost = keptSeat(name)?.hostToken === token;
    keepSeat(name, { game, ...(isHost ? {} : { seatToken: token }) });
  }, [game]);

  const closed = sitting.closed.value;
  if (closed !== undefined) {
    return (
      <section class="panel" role="alert">
        <p>{closed.message}</p>
        <a href={address()}>{text.home}</a>
      </section>
    );
  }
  if (table === undefined) {
    return <p>{sitting.connection.value === "lost" ? text.lost : text.connecting}</p>;
  }
  const open = table.status === "TABLE_STATUS_OPEN";
  const over = table.status === "TABLE_STATUS_OVER" && !sitting.behind.value;
  const kept = keptSeat(name);
  const deciding = sitting.behind.value ? undefined : table.toDecide?.seat;
  return (
    <div class={`table of-${table.game}`}>
      <h1 class="sr-only">{words().home.games[game ?? ""] ?? game}</h1>
      {(open || games[game ?? ""] === undefined) && <Seats table={table} deciding={deciding} />}
      {open && <Waiting table={table} kept={kept} />}
      {over && <Ending table={table} token={token} kept={kept} />}
      {!open && (
        <Playing
          sitting={sitting}
          table={table}
          names={namesOf(table)}
          kept={kept}
          beside={beside}
        />
      )}
    </div>
  );
}
