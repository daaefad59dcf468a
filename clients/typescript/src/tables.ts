// A seat at a table of a server (docs/tables.md).

import type { CallOptions, Client } from "@connectrpc/connect";
import { type ActionLike, messages, present, type Thinking } from "./actions.js";
import type { WatchResponse } from "./generated/covertbots/v1/opponent_pb.js";
import type {
  ActResponse,
  GetTableRecordResponse,
  GetTableResponse,
  Table,
  Tables,
  UndoResponse,
  WatchTableResponse,
} from "./generated/covertbots/v1/tables_pb.js";
import type { Patience } from "./retries.js";
import { answers } from "./streams.js";

export type {
  ActResponse,
  CreateTableResponse,
  GetTableRecordResponse,
  GetTableResponse,
  JoinTableResponse,
  Table,
  TableNews,
  UndoResponse,
  WatchTableResponse,
} from "./generated/covertbots/v1/tables_pb.js";
export { HintPolicy, TableStatus } from "./generated/covertbots/v1/tables_pb.js";

/** A change of a table; `table` is there in each. */
export type TableChange = WatchTableResponse & { table: Table };

/** A seat, or with the host's token or the invitation the table as all may see it. */
export class TableSeat {
  constructor(
    private readonly tables: Client<typeof Tables>,
    private readonly patience: Patience,
    readonly table: string,
    readonly token: string,
  ) {}

  /** The table and its news after a number; with `waitMs`, once there is something new. */
  look(after = 0n, waitMs = 0, options: CallOptions = {}): Promise<GetTableResponse> {
    const wait = { seconds: BigInt(Math.floor(waitMs / 1000)), nanos: (waitMs % 1000) * 1e6 };
    return this.tables.getTable({ ...this.named, after, wait }, options);
  }

  /**
   * The table and its news as they come, until the game is over. Leave the loop to stop it. If the
   * server is lost, it goes on where it was; `timeoutMs: 0` sets no time.
   */
  async *watch(
    after = 0n,
    options: CallOptions = {},
  ): AsyncGenerator<TableChange, void, undefined> {
    const call = (given: CallOptions) => this.tables.watchTable({ ...this.named, after }, given);
    const isLast = ({ ended, table }: WatchTableResponse) => ended && table?.result !== undefined;
    for await (const shown of answers(this.patience, call, isLast, options, true)) {
      const { table, news } = shown;
      if (table === undefined) continue; // a sign of life
      after = news.at(-1)?.number ?? after;
      if (after > table.news) after = table.news; // some were taken back
      yield { ...shown, table };
    }
  }

  /** Act; `after` is how many news the seat has had. A call made again is answered as before. */
  act(after: bigint, actions: ActionLike[], options: CallOptions = {}): Promise<ActResponse> {
    return this.tables.act({ ...this.named, after, actions: messages(actions) }, options);
  }

  /** Take back the seat's latest actions, at most so many if not 0. */
  undo(after: bigint, most = 0, options: CallOptions = {}): Promise<UndoResponse> {
    return this.tables.undo({ ...this.named, after, most }, options);
  }

  /** A hint for the seat to decide, improving; the last one is `final`. Otherwise as `watch` of a
   * view. */
  async *hint(
    after: bigint,
    { only = [], ...how }: Omit<Thinking, "seed" | "avoid"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<WatchResponse, void, undefined> {
    const request = { ...this.named, after, ...how, only: messages(only) };
    const call = (given: CallOptions) => this.tables.watchHint(request, given);
    yield* answers(this.patience, call, ({ final }) => final, options);
  }

  /** Give a seat to `bot`; without one it is left open, or in the game taken back. */
  async handOver(seat: number, bot = "", options: CallOptions = {}): Promise<void> {
    await this.tables.handOver({ ...this.named, seat, bot }, options);
  }

  /** The record of a game that is over, and the names of its seats. */
  async record(options: CallOptions = {}): Promise<GetTableRecordResponse> {
    const response = await this.tables.getTableRecord(this.named, options);
    present(response.record, "record");
    return response;
  }

  private get named() {
    return { table: this.table, token: this.token };
  }
}
