// A client of a Covert bots server, over any transport: `connect` of ./node.js speaks gRPC, that of
// ./browser.js the Connect protocol. Errors are Connect's own `ConnectError`; `mistakes` reads the
// fields that are wrong.

import { fromJson, type MessageInitShape, toJson } from "@bufbuild/protobuf";
import {
  type CallOptions,
  type Client,
  Code,
  ConnectError,
  createClient,
  type Transport,
} from "@connectrpc/connect";
import { type ActionLike, messages, present, type Thinking } from "./actions.js";
import type { Action } from "./generated/covertbots/v1/action_pb.js";
import {
  Arena,
  type GetGameResponse,
  type ListGamesResponse,
  type Tournament,
} from "./generated/covertbots/v1/arena_pb.js";
import type { CovertCardSet } from "./generated/covertbots/v1/covert_card_set_pb.js";
import {
  type GetInfoResponse,
  type ListBotsResponse,
  Opponent,
  type SuggestMoveRequestSchema,
  type WatchResponse,
} from "./generated/covertbots/v1/opponent_pb.js";
import { type Entrant, League } from "./generated/covertbots/v1/league_pb.js";
import {
  type AdvanceResponse,
  type ContinuePositionResponse,
  type FollowTableRequestSchema,
  type FollowTableResponse,
  type DealRequestSchema,
  type GetCardSetResponse,
  type ListLegalActionsResponse,
  type ReadPositionRequestSchema,
  type ReadPositionResponse,
  type Record,
  RecordSchema,
  Referee,
  type ReviewGameResponse,
} from "./generated/covertbots/v1/referee_pb.js";
import type { Review } from "./generated/covertbots/v1/review_pb.js";
import { StopReason, type Suggestion } from "./generated/covertbots/v1/suggestion_pb.js";
import {
  type CreateTableRequestSchema,
  type CreateTableResponse,
  type JoinTableResponse,
  Tables,
} from "./generated/covertbots/v1/tables_pb.js";
import { type View, ViewSchema } from "./generated/covertbots/v1/view_pb.js";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  RetryInfoSchema,
} from "./generated/google/rpc/error_details_pb.js";
import { Patience } from "./retries.js";
import { answers } from "./streams.js";
import { TableSeat } from "./tables.js";

/** What an error is, and what it says besides: `error.findDetails(RetryInfoSchema)`. */
export { BadRequestSchema, Code, ConnectError, ErrorInfoSchema, RetryInfoSchema };
export { type ActionLike, present, type Thinking } from "./actions.js";
export { askAgain, asking, Patience } from "./retries.js";
export * from "./tables.js";
/** Why a search ended, of a `Suggestion`. */
export { StopReason };
/** Saved views and records: `fromJson(ViewSchema, JSON.parse(text))`. */
export { fromJson, RecordSchema, toJson, ViewSchema };
export type {
  Action,
  AdvanceResponse,
  CallOptions,
  ContinuePositionResponse,
  FollowTableResponse,
  CovertCardSet,
  Entrant,
  GetCardSetResponse,
  GetGameResponse,
  GetInfoResponse,
  ListBotsResponse,
  ListGamesResponse,
  ListLegalActionsResponse,
  ReadPositionResponse,
  Record,
  Review,
  ReviewGameResponse,
  Suggestion,
  Tournament,
  View,
  WatchResponse,
};

/** A server, or several behind one address. */
export class CovertBots {
  readonly opponent: Client<typeof Opponent>;
  readonly referee: Client<typeof Referee>;
  /** Games that the server keeps, if it was told to. */
  readonly tables: Client<typeof Tables>;
  /** The tournament that the server shows, if it was told to. */
  readonly arena: Client<typeof Arena>;
  /** The league into which bots are handed, if the server plays one. */
  readonly league: Client<typeof League>;

  /** `patience` is that of `watch`; the transport has its own for the other calls. */
  constructor(
    transport: Transport,
    private readonly patience = new Patience(),
  ) {
    this.opponent = createClient(Opponent, transport);
    this.referee = createClient(Referee, transport);
    this.tables = createClient(Tables, transport);
    this.arena = createClient(Arena, transport);
    this.league = createClient(League, transport);
  }

  /** The bots of a game on the server, Covert's without one, its card sets and ceilings. */
  listBots(game = "", options: CallOptions = {}): Promise<ListBotsResponse> {
    return this.opponent.listBots({ game }, options);
  }

  /** What the server is and allows: its build, weights, games and limits. */
  getInfo(options: CallOptions = {}): Promise<GetInfoResponse> {
    return this.opponent.getInfo({}, options);
  }

  /** The moves of the deciding seat, ranked. Abort `signal`, one of the options, to stop it. */
  async suggestMove(
    view: View,
    how: Thinking = {},
    options: CallOptions = {},
  ): Promise<Suggestion> {
    const { suggestion } = await this.opponent.suggestMove(question(view, how), options);
    return present(suggestion, "suggestion");
  }

  /**
   * The same answer, improving; the last one is `final`. Leave the loop to stop the search. Until
   * its first answer it is made again as the other calls are; `timeoutMs: 0` sets no time.
   */
  async *watch(
    view: View,
    how: Thinking = {},
    options: CallOptions = {},
  ): AsyncGenerator<WatchResponse, void, undefined> {
    const request = question(view, how);
    const call = (given: CallOptions) => this.opponent.watch({ request }, given);
    yield* answers(this.patience, call, ({ final }) => final, options);
  }

  /** A seat in the hands of a bot. */
  seat(how: Thinking = {}): Seat {
    return new Seat(this, how);
  }

  /** A new game. The record is the truth: it stays with the host. */
  async deal(
    how: MessageInitShape<typeof DealRequestSchema>,
    options: CallOptions = {},
  ): Promise<Record> {
    return present((await this.referee.deal(how, options)).record, "record");
  }

  /**
   * The game after these actions, or as it stands without any. The words of events call the seats
   * by these names, one for each.
   */
  advance(
    record: Record,
    actions: ActionLike[] = [],
    names: string[] = [],
    options: CallOptions = {},
  ): Promise<AdvanceResponse> {
    return this.referee.advance({ record, actions: messages(actions), names }, options);
  }

  /**
   * What the seat of a view may do. `toDecide` has no actions if another seat decides; without it
   * nobody does, as far as the view tells.
   */
  listLegalActions(view: View, options: CallOptions = {}): Promise<ListLegalActionsResponse> {
    return this.referee.listLegalActions({ view }, options);
  }

  /**
   * A view as plain text for people and language models: what its seat saw happen, such as the words
   * of events, the table, and the numbered legal actions.
   */
  async describeView(
    view: View,
    happened: string[] = [],
    options: CallOptions = {},
  ): Promise<string> {
    return (await this.referee.describeView({ view, happened }, options)).text;
  }

  /**
   * The decisions of a seat in a game, judged by a bot one by one, and its luck; the last item has
   * the whole review. With `after` only the decisions at these places of the record are judged.
   * Leave the loop to stop it. Otherwise as `watch`.
   */
  async *reviewGame(
    record: Record,
    seat: number,
    how: Pick<Thinking, "bot" | "limits" | "seed"> & { after?: number[] } = {},
    options: CallOptions = {},
  ): AsyncGenerator<ReviewGameResponse, void, undefined> {
    const request = { record, seat, ...how };
    const call = (given: CallOptions) => this.referee.reviewGame(request, given);
    yield* answers(this.patience, call, ({ news }) => news.case === "review", options);
  }

  /** The cards and options of a set, by its digest, the server's default set without one. */
  getCardSet(
    cardSet = "",
    game = "",
    options: CallOptions = {},
  ): Promise<GetCardSetResponse> {
    return this.referee.getCardSet({ cardSet, game }, options);
  }

  /**
   * The view in a text as people at a table write it (docs/positions.md), and what was assumed. Of
   * your own cards, give the set that `readCardSet` reads from their file.
   */
  readPosition(
    text: string,
    cards: Pick<MessageInitShape<typeof ReadPositionRequestSchema>, "cardSet" | "cards"> = {},
    options: CallOptions = {},
  ): Promise<ReadPositionResponse> {
    return this.referee.readPosition({ text, ...cards }, options);
  }

  /** The card set in the text of a file (docs/card-sets.md). */
  async readCardSet(text: string, options: CallOptions = {}): Promise<CovertCardSet> {
    return present((await this.referee.readCardSet({ text }, options)).covert, "covert");
  }

  /** A view as such a text. What people at a table do not keep is left out. */
  async writePosition(view: View, options: CallOptions = {}): Promise<string> {
    return (await this.referee.writePosition({ view }, options)).text;
  }

  /**
   * What whoever decides may do, as far as the view tells; with an action the text of the position
   * after it, in which `?` stands for what people have to say.
   */
  continuePosition(
    view: View,
    action?: ActionLike,
    options: CallOptions = {},
  ): Promise<ContinuePositionResponse> {
    const done = action === undefined ? {} : { action: messages([action])[0] };
    return this.referee.continuePosition({ view, ...done }, options);
  }

  /**
   * A table of people after what one of its players told of it, line by line (docs/companion.md):
   * view, beliefs, and what has to be told next.
   */
  followTable(
    table: MessageInitShape<typeof FollowTableRequestSchema>,
    options: CallOptions = {},
  ): Promise<FollowTableResponse> {
    return this.referee.followTable(table, options);
  }

  /** Make a table with these seats, of Covert with the server's default cards without a `setup`. */
  createTable(
    how: MessageInitShape<typeof CreateTableRequestSchema>,
    options: CallOptions = {},
  ): Promise<CreateTableResponse> {
    return this.tables.createTable(how, options);
  }

  /** Take an open seat of a table, the first one if none is named. */
  joinTable(
    table: string,
    invitation: string,
    name: string,
    seat?: number,
    options: CallOptions = {},
  ): Promise<JoinTableResponse> {
    const chosen = seat === undefined ? {} : { seat };
    return this.tables.joinTable({ table, invitation, name, ...chosen }, options);
  }

  /** A seat at a table, by its token. */
  tableSeat(table: string, token: string): TableSeat {
    return new TableSeat(this.tables, this.patience, table, token);
  }

  /** How the tournament of the server stands. */
  async getTournament(options: CallOptions = {}): Promise<Tournament> {
    return present((await this.arena.getTournament({}, options)).tournament, "tournament");
  }

  /**
   * How the tournament stands, now and after each change, until no game is left. Leave the loop to
   * stop it. If the server is lost, it goes on with how it stands then.
   */
  async *watchTournament(
    options: CallOptions = {},
  ): AsyncGenerator<Tournament, void, undefined> {
    const call = (given: CallOptions) => this.arena.watchTournament({}, given);
    const shown = answers(this.patience, call, ({ ended }) => ended, options, true);
    for await (const { tournament } of shown) if (tournament !== undefined) yield tournament;
  }

  /** Games that have ended, the latest first: at most so many, 50 if that is 0. */
  listGames(skip = 0n, most = 0, options: CallOptions = {}): Promise<ListGamesResponse> {
    return this.arena.listGames({ skip, most }, options);
  }

  /** The game of a name such as `12.1`, which has ended, with its record. */
  getGame(key: string, options: CallOptions = {}): Promise<GetGameResponse> {
    return this.arena.getGame({ key }, options);
  }

  /** Hand in a bot, `grpc://host:port/spec` or `engine:command`, or let it play on. */
  async submitBot(name: string, bot: string, options: CallOptions = {}): Promise<Entrant> {
    return present((await this.league.submitBot({ name, bot }, options)).entrant, "entrant");
  }

  /** Let a bot begin no other game. */
  async withdrawBot(name: string, options: CallOptions = {}): Promise<Entrant> {
    return present((await this.league.withdrawBot({ name }, options)).entrant, "entrant");
  }

  /** The bots of the league, the first that was handed in first. */
  async listEntrants(options: CallOptions = {}): Promise<Entrant[]> {
    return (await this.league.listEntrants({}, options)).entrants;
  }
}

/**
 * A seat that a bot plays. Each decision is a call of its own, which any server may answer: nothing
 * is lost with a connection. With one seed the moves are those of the call `PlaySeat`.
 */
export class Seat {
  constructor(
    private readonly bots: CovertBots,
    private readonly how: Thinking,
  ) {}

  /**
   * What the bot does in `view`, in which its seat must be the one to decide. `limits`, if any, are
   * those of this decision alone.
   */
  async decide(
    view: View,
    limits: Thinking["limits"] = this.how.limits,
    options: CallOptions = {},
  ): Promise<Action> {
    const { moves } = await this.bots.suggestMove(view, { ...this.how, limits }, options);
    return present(moves[0]?.action, "action");
  }
}

function question(
  view: View,
  { only = [], avoid = [], ...how }: Thinking,
): MessageInitShape<typeof SuggestMoveRequestSchema> {
  return { view, ...how, only: messages(only), avoid: messages(avoid) };
}

/** What an error says, for people: the call's message, its reason, and each field that is wrong. */
export function mistakes(failed: unknown): string[] {
  const error = ConnectError.from(failed);
  const reasons = error.findDetails(ErrorInfoSchema).map(({ reason }) => reason);
  const fields = error
    .findDetails(BadRequestSchema)
    .flatMap(({ fieldViolations }) => fieldViolations)
    .map(({ field, description }) => `${field}: ${description}`);
  return [error.message, ...reasons, ...fields];
}
