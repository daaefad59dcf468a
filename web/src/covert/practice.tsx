// The board alone: a game against the bot `greedy`, which stays in this browser.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { SuggestMoveResponseJson } from "../generated/covertbots/v1/opponent_pb";
import type {
  AdvanceResponseJson,
  DealResponseJson,
  EventJson,
  RecordJson,
} from "../generated/covertbots/v1/referee_pb";
import type { ViewJson } from "../generated/covertbots/v1/view_pb";
import { call, type ServiceError } from "../service";
import type { ViewProps } from "../views";
import { words } from "../words/words";
import { CovertBoard } from "./board";

const SEAT = 0;
const NAMES = ["North", "East", "South", "West"];
const KEPT = "covert-bots practice";
const MOST_EVENTS = 40;

interface Position {
  now: AdvanceResponseJson;
  view: ViewJson | undefined;
  /** What happened since the last decision. */
  events: EventJson[];
}

const game = signal<Position | undefined>(undefined);
const problem = signal("");

async function advance(record: RecordJson, actions: ActionJson[]): Promise<void> {
  const names = NAMES.slice(0, record.players);
  const events: EventJson[] = [];
  let next = actions;
  for (;;) {
    const now = await call<AdvanceResponseJson>("Referee", "Advance", {
      record,
      actions: next,
      names,
    });
    const moments = now.news?.[SEAT]?.moments ?? [];
    events.push(...moments.flatMap((moment) => moment.events ?? []));
    sessionStorage.setItem(KEPT, JSON.stringify(now.record));
    const view = moments.at(-1)?.view ?? game.value?.view; // none where nothing shows
    game.value = { now, view, events: events.slice(-MOST_EVENTS) };
    const decider = now.toDecide?.[0];
    if (decider === undefined || decider.seat === SEAT) return;
    record = now.record as RecordJson;
    const { suggestion } = await call<SuggestMoveResponseJson>("Opponent", "SuggestMove", {
      view: await viewOf(record, decider.seat ?? 0),
      bot: "greedy",
    });
    next = [suggestion?.moves?.[0]?.action as ActionJson];
  }
}

/** Return what a seat sees now. */
async function viewOf(record: RecordJson, seat: number) {
  const now = await call<AdvanceResponseJson>("Referee", "Advance", { record });
  return now.news?.[seat]?.moments?.at(-1)?.view;
}

async function tried(work: Promise<void>): Promise<void> {
  try {
    problem.value = "";
    await work;
  } catch (error) {
    problem.value = (error as ServiceError).message;
  }
}

async function deal(players: number): Promise<void> {
  const seed = String(crypto.getRandomValues(new Uint32Array(1))[0]);
  const { record } = await call<DealResponseJson>("Referee", "Deal", { players, seed });
  if (record) await advance(record, []);
}

export function Practice({ parts }: ViewProps) {
  const { covert } = words();
  const players = Number(parts[0] ?? 2);
  useEffect(() => {
    const kept = sessionStorage.getItem(KEPT);
    void tried(kept === null ? deal(players) : advance(JSON.parse(kept), []));
  }, []);
  const now = game.value?.now;
  const view = game.value?.view;
  return (
    <>
      <div class="practice">
        <button type="button" onClick={() => void tried(deal(players))}>
          {covert.newGame}
        </button>
        <span class="faint">{covert.practice}</span>
        {problem.value === "" ? null : <span role="alert">{problem.value}</span>}
      </div>
      {view === undefined ? null : (
        <CovertBoard
          view={view}
          names={NAMES.slice(0, now?.record?.players)}
          toDecide={now?.toDecide?.[0]}
          events={game.value?.events ?? []}
          act={(actions) => void tried(advance(now?.record as RecordJson, actions))}
        />
      )}
    </>
  );
}
