// A table as one seat sees it, kept up to date by the stream of `WatchTable`.

import { batch, computed, signal } from "@preact/signals";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { WatchResponseJson } from "../generated/covertbots/v1/opponent_pb";
import type { EventJson } from "../generated/covertbots/v1/referee_pb";
import type {
  ActResponseJson,
  GetTableResponseJson,
  TableJson,
  TableNewsJson,
  UndoResponseJson,
  WatchTableResponseJson,
} from "../generated/covertbots/v1/tables_pb";
import type { ViewJson } from "../generated/covertbots/v1/view_pb";
import { call, ServiceError, stream } from "../service";

const FIRST_PAUSE = 300; // milliseconds before the next try; twice as long each time
const LONGEST_PAUSE = 5000;
const RECENT = 100; // news that are fetched at first, and at a time
const FAR = String(Number.MAX_SAFE_INTEGER); // after all news
const LONGEST_SILENCE = 45_000; // of a stream that lives
/** Codes of Connect after which the same call may succeed later. */
const PASSING = new Set(["unreachable", "unavailable", "deadline_exceeded", "resource_exhausted"]);

/** A change that the seat saw. */
export interface News {
  number: number;
  view?: ViewJson | undefined;
  events: readonly EventJson[];
}

function newsOf({ number, moment }: TableNewsJson): News {
  return { number: Number(number), view: moment?.view, events: moment?.events ?? [] };
}

export type Connection = "connecting" | "open" | "lost" | "ended";

export class Sitting {
  readonly table = signal<TableJson | undefined>(undefined);
  readonly news = signal<readonly News[]>([]);
  /** The number of the news that the board shows. */
  readonly shown = signal(0);
  readonly connection = signal<Connection>("connecting");
  /** True while an action is on its way. */
  readonly busy = signal(false);
  /** True after an action that came too late: the table had moved on. */
  readonly late = signal(false);
  /** Why the last action was refused. */
  readonly refusal = signal<ServiceError | undefined>(undefined);
  /** Why the table cannot be seen at all. */
  readonly closed = signal<ServiceError | undefined>(undefined);
  /** The number of the last news. */
  readonly last = computed(() => this.news.value.at(-1)?.number ?? this.earlier.value);
  /** True while the board shows an earlier position. */
  readonly behind = computed(() => this.shown.value < this.last.value);
  /** How many news there are before those at hand. */
  readonly earlier = signal(0);
  /** The number of the last news before others acted, which a replay begins after. */
  readonly ownLast = signal(0);
  /** True if anything happened since, that a replay would tell. */
  readonly told = computed(() =>
    this.news.value.some(({ number, events }) => number > this.ownLast.value && events.length > 0),
  );

  private catchingUp = true; // until all news of before have come
  private undone = 0; // how often the table was taken back, as far as known here
  private drawn = ""; // the table as text: the same again, as two calls tell it, draws nothing
  /** The turn or the round that is played by hints. */
  readonly byHints = signal<string | undefined>(undefined);

  private readonly gestures: number[] = []; // actions of each, the latest last
  private readonly stopped = new AbortController();

  constructor(
    readonly name: string,
    readonly token: string,
  ) {}

  /** Watch the table until `stop`. */
  async watch(): Promise<void> {
    const { signal: stop } = this.stopped;
    let pause = FIRST_PAUSE;
    while (!stop.aborted) {
      const silence = new AbortController();
      let timer = setTimeout(() => silence.abort(), LONGEST_SILENCE);
      try {
        if (this.table.value === undefined) await this.begin();
        const request = { table: this.name, token: this.token, after: String(this.last.value) };
        const either = AbortSignal.any([stop, silence.signal]);
        const messages = stream<WatchTableResponseJson>("Tables", "WatchTable", request, either);
        for await (const message of messages) {
          clearTimeout(timer);
          timer = setTimeout(() => silence.abort(), LONGEST_SILENCE);
          pause = FIRST_PAUSE;
          this.connection.value = "open";
          if (message.table) this.answered(message.table, message.news ?? []);
          if (message.ended && this.table.value?.status === "TABLE_STATUS_OVER") {
            this.connection.value = "ended";
            return;
          }
        }
      } catch (error) {
        if (stop.aborted) return;
        if (error instanceof ServiceError && !PASSING.has(error.code)) {
          this.closed.value = error;
          return;
        }
        this.connection.value = "lost";
        await this.wait(pause);
        pause = Math.min(2 * pause, LONGEST_PAUSE);
      } finally {
        clearTimeout(timer);
      }
    }
  }

  /** End all calls. */
  stop(): void {
    this.stopped.abort();
  }

  /** Act for the seat, again and again while the server cannot be reached: what it has done already
   * it answers as before. What a standing order does is taken back with the gesture before. */
  async act(actions: readonly ActionJson[], ordered = false): Promise<void> {
    const texts = actions.map(({ text }) => ({ text }));
    await this.changed(async (request) => {
      const response = await this.repeated<ActResponseJson>("Act", { ...request, actions: texts });
      const before = ordered ? (this.gestures.pop() ?? 0) : 0;
      this.gestures.push(before + texts.length);
      batch(() => {
        this.answered(response.table, response.news ?? []);
        this.ownLast.value = this.last.value;
        this.shown.value = this.last.value;
      });
    });
  }

  /** Take the seat's latest gesture back. */
  async undo(): Promise<void> {
    const most = this.gestures.pop() ?? 1;
    await this.changed(async (request) => {
      const response = await this.repeated<UndoResponseJson>("Undo", { ...request, most });
      this.answered(response.table, []);
    });
  }

  /** Ask a bot for a hint, and yield its answers. */
  readonly suggest = async function* (this: Sitting, signal: AbortSignal) {
    const after = String(this.table.peek()?.news ?? 0);
    const request = { table: this.name, token: this.token, after };
    for await (const { suggestion } of stream<WatchResponseJson>(
      "Tables",
      "WatchHint",
      request,
      signal,
    )) {
      if (suggestion !== undefined) yield suggestion;
    }
  }.bind(this);

  /** Show what happened since the seat's own last action again. */
  replay(): void {
    this.shown.value = Math.min(this.ownLast.value, this.last.value);
  }

  /** Fetch news from before those at hand. */
  async older(): Promise<void> {
    const before = this.earlier.value;
    const from = Math.max(0, before - RECENT);
    const request = { table: this.name, token: this.token, after: String(from) };
    const { news = [] } = await this.repeated<GetTableResponseJson>("GetTable", request);
    batch(() => {
      const old = news.map(newsOf).filter(({ number }) => number <= before);
      this.news.value = [...old, ...this.news.value];
      this.earlier.value = from;
    });
  }

  /** Show the next news. */
  step(): void {
    const next = this.news.value.find(({ number }) => number > this.shown.value);
    if (next !== undefined) this.shown.value = next.number;
  }

  /** Show the present position. */
  skip(): void {
    this.shown.value = this.last.value;
  }

  /** The news that the board shows; undefined while it shows the present position. */
  readonly replayed = computed(() =>
    this.behind.value
      ? this.news.value.find(({ number }) => number === this.shown.value)
      : undefined,
  );

  private async changed(change: (request: object) => Promise<void>): Promise<void> {
    if (this.busy.value) return;
    const after = String(this.table.value?.news ?? 0);
    batch(() => {
      this.busy.value = true;
      this.late.value = false;
      this.refusal.value = undefined;
    });
    try {
      await change({ table: this.name, token: this.token, after });
    } catch (error) {
      if (this.stopped.signal.aborted) return;
      if (!(error instanceof ServiceError)) throw error;
      if (error.code === "aborted") {
        this.late.value = true;
        await this.look();
      } else {
        this.refusal.value = error;
      }
    } finally {
      this.busy.value = false;
    }
  }

  /** Find out how many news there are, so that a long game need not be fetched whole. */
  private async begin(): Promise<void> {
    const request = { table: this.name, token: this.token, after: FAR };
    const { signal: stop } = this.stopped;
    const { table } = await call<GetTableResponseJson>("Tables", "GetTable", request, stop);
    this.earlier.value = Math.max(0, Number(table?.news ?? 0) - RECENT);
    this.undone = table?.undone ?? 0;
  }

  private async look(): Promise<void> {
    const request = { table: this.name, token: this.token, after: String(this.last.value) };
    const response = await this.repeated<GetTableResponseJson>("GetTable", request);
    this.answered(response.table, response.news ?? []);
  }

  private async repeated<Response>(method: string, request: object): Promise<Response> {
    const { signal: stop } = this.stopped;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
      try {
        return await call<Response>("Tables", method, request, stop);
      } catch (error) {
        if (stop.aborted || !(error instanceof ServiceError) || !PASSING.has(error.code)) {
          throw error;
        }
        this.connection.value = "lost";
        await this.wait(pause);
      }
    }
  }

  private async wait(pause: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(done, pause);
      function done() {
        clearTimeout(timer);
        removeEventListener("online", done);
        resolve();
      }
      addEventListener("online", done);
      this.stopped.signal.addEventListener("abort", done, { once: true });
    });
  }

  /** Take in what a call has answered. Answers may come in another order than they were made. */
  private answered(table: TableJson | undefined, news: readonly TableNewsJson[]): void {
    if (table === undefined) return;
    const count = Number(table.news ?? 0);
    const undone = table.undone ?? 0;
    if (undone < this.undone) return;
    batch(() => {
      const first = this.table.value === undefined;
      if (undone > this.undone) this.cut(count);
      this.undone = undone;
      const last = this.last.value;
      const added = news.map(newsOf).filter(({ number }) => number > last);
      const current = !this.behind.value;
      if (added.length > 0) {
        this.news.value = [...this.news.value, ...added];
        // The first of them is shown at once, the others in turn.
        if (current) this.step();
      }
      const text = JSON.stringify(table);
      if (text !== this.drawn && (count >= Number(this.table.value?.news ?? 0) || first)) {
        this.drawn = text;
        this.table.value = table;
      }
      if (this.catchingUp) {
        this.ownLast.value = this.lastOwnNews();
        this.skip();
        this.catchingUp = this.last.value < count;
      }
    });
  }

  private cut(count: number): void {
    this.news.value = this.news.value.filter(({ number }) => number <= count);
    this.earlier.value = Math.min(this.earlier.value, count);
    this.shown.value = Math.min(this.shown.value, count);
    this.ownLast.value = Math.min(this.ownLast.value, count);
    this.table.value = this.table.value && { ...this.table.value, news: String(count) };
    this.drawn = "";
  }

  private lastOwnNews(): number {
    const seat = this.table.value?.seat;
    const own = this.news.value.findLast(({ events }) =>
      events.some((event) => event.seat !== undefined && event.seat === seat),
    );
    return own?.number ?? 0;
  }
}
