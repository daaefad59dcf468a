// A game under way: the board, the moves, what happened, and what else one may do.

import { signal, useSignal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { games } from "../games";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { TableJson } from "../generated/covertbots/v1/tables_pb";
import { HintPanel } from "../hint/panel";
import { atTable } from "../hint/source";
import { words } from "../words/words";
import { FactsBoard } from "./facts_board";
import type { KeptSeat } from "./kept_seats";
import { Leaving } from "./leaving";
import { Log } from "./log";
import { Moves } from "./moves";
import { OrderOffer, OrdersChoice, useOrders } from "./orders";
import { PaceChoice, ReplayControls, useReplay } from "./replay";
import { Seats } from "./seats";
import type { Sitting } from "./sitting";

/** True while the person wants hints. */
const hintsOpen = signal(false);

interface PlayingProps {
  sitting: Sitting;
  table: TableJson;
  names: readonly string[];
  kept: KeptSeat | undefined;
  /** What else stands beside the board. */
  beside?: ComponentType<{ sitting: Sitting }> | undefined;
}

export function Playing({ sitting, table, names, kept, beside: Beside }: PlayingProps) {
  const text = words().table;
  useReplay(sitting);
  useOrders(sitting);
  const behind = sitting.behind.value;
  const toDecide = behind ? undefined : table.toDecide;
  const actions = toDecide?.legalActions ?? [];
  const playedByBot = Boolean(table.seats?.[table.seat ?? -1]?.bot);
  const own = actions.length > 0 && !playedByBot;
  const closes = behind || playedByBot ? undefined : table.windowCloses;
  const timed = closes ? { closes: Date.parse(closes), chosen: table.chosen } : undefined;
  useTitle(own);
  const act = (chosen: ActionJson[]) => void sitting.act(chosen);
  const game = games[table.game ?? ""];
  const Board = game?.Board ?? FactsBoard;
  const view = sitting.replayed.value?.view ?? table.view;
  const latest = sitting.news.value.find(({ number }) => number === sitting.shown.value);
  const mayAsk = own && table.hints === "HINT_POLICY_OWN_SEAT";
  const hints = mayAsk && hintsOpen.value;
  const pointed = useSignal<ActionJson | undefined>(undefined);
  const ask = useMemo(
    () => atTable(sitting.name, sitting.token, String(table.news ?? 0)),
    [sitting, table.news],
  );
  const people = (table.seats ?? []).filter(({ bot, open }) => !bot && !open).length;
  const away = names.filter((_, seat) => isAway(table, seat));
  const sentence = latest?.events.map((event) => event.words).join(". ") ?? "";
  return (
    <div class="playing">
      <div class="status">
        <strong class={own ? "own" : ""}>{status(sitting, table, names)}</strong>
        <span class="latest-words" aria-live="polite">
          {sentence}
        </span>
        {away.length > 0 && <span class="faint">{text.areAway(away.join(", "))}</span>}
        <span class="buttons">
          {behind && <ReplayControls sitting={sitting} />}
          {own && <OrderOffer sitting={sitting} />}
          {mayAsk && (
            <button
              type="button"
              aria-pressed={hintsOpen.value}
              onClick={() => {
                hintsOpen.value = !hintsOpen.value;
                sitting.byHints.value = undefined;
              }}
            >
              {text.hint}
            </button>
          )}
          {table.canUndo && own && (
            <button type="button" disabled={sitting.busy.value} onClick={() => sitting.undo()}>
              {text.undo}
            </button>
          )}
          {!behind && sitting.told.value && (
            <button type="button" onClick={() => sitting.replay()}>
              {text.replay}
            </button>
          )}
        </span>
      </div>
      {sitting.late.value && <p role="status">{text.late}</p>}
      {sitting.refusal.value && <p role="alert">{sitting.refusal.value.message}</p>}
      <div class="at-board">
        {Beside && <Beside sitting={sitting} />}
        {hints && table.view && (
          <HintPanel
            ask={ask}
            view={table.view}
            names={names}
            point={(action) => (pointed.value = action)}
            play={act}
            goingOn={sitting.byHints}
          />
        )}
        <div class="board-place">
          {view && (
            <Board
              view={view}
              names={names}
              toDecide={playedByBot ? undefined : toDecide}
              act={(own || timed) && !sitting.busy.value ? act : undefined}
              events={latest?.events}
              pointedAt={hints ? pointed.value : undefined}
              people={people}
              window={timed}
              suggest={mayAsk ? sitting.suggest : undefined}
            />
          )}
        </div>
        <div class="side">
          {game === undefined && (
            <section class="panel" aria-label={text.moves}>
              <h2>{text.moves}</h2>
              <Moves actions={actions} act={act} busy={sitting.busy.value} />
            </section>
          )}
          <Log sitting={sitting} />
          <details class="panel">
            <summary>{text.more}</summary>
            <Seats table={table} />
            <OrdersChoice game={table.game ?? ""} />
            <PaceChoice />
            <Leaving table={table} sitting={sitting} names={names} kept={kept} />
          </details>
        </div>
      </div>
    </div>
  );
}

function isAway({ seats = [], seat: own, status }: TableJson, seat: number): boolean {
  const { bot, open, present } = seats[seat] ?? {};
  return status === "TABLE_STATUS_PLAYING" && seat !== own && !bot && !open && !present;
}

function status(sitting: Sitting, table: TableJson, names: readonly string[]): string {
  const text = words().table;
  if (sitting.connection.value === "lost") return text.lost;
  if (sitting.behind.value) return text.replaying;
  if (table.status === "TABLE_STATUS_OVER") return text.gameOver;
  if (table.seats?.[table.seat ?? -1]?.bot) return text.leftNote;
  const seat = table.toDecide?.seat;
  if (seat === undefined) return text.nobodysTurn;
  return seat === table.seat ? text.yourTurn : text.othersTurn(names[seat] ?? "");
}

/** Show in the browser's tab that the person is to move. */
function useTitle(own: boolean): void {
  const title = words().page.title;
  const turn = words().table.yourTurn;
  useEffect(() => {
    document.title = own ? `● ${turn} – ${title}` : title;
    return () => {
      document.title = title;
    };
  }, [own, title, turn]);
}
