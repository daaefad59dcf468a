// The positions of a record, one after each of its actions. The service replays; nothing is kept but
// its answers.

import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type {
  AdvanceResponseJson,
  EventJson,
  RecordJson,
  SeatToDecideJson,
} from "../generated/covertbots/v1/referee_pb";
import type { ViewJson } from "../generated/covertbots/v1/view_pb";
import { call } from "../service";

/** A position, and what led to it. It is the truth: for the host of a game, or after its end. */
export interface Position {
  /** By seat, what it knows. */
  views: ViewJson[];
  /** By seat, what it saw of the action that led here. */
  events: EventJson[][];
  /** The action that led here, and forced ones after it. */
  deeds: ActionJson[];
  toDecide: SeatToDecideJson[];
}

const KEPT = 200; // positions

export class Positions {
  private readonly answers = new Map<number, Promise<Position>>();

  /** `given` are positions that need not be asked for. */
  constructor(
    readonly record: RecordJson,
    private readonly given: readonly Position[] = [],
  ) {}

  /** The number of actions. */
  get length(): number {
    return this.record.actions?.length ?? 0;
  }

  /** Return the position after so many actions. */
  at(place: number): Promise<Position> {
    const given = this.given[place];
    if (given !== undefined) return Promise.resolve(given);
    let answer = this.answers.get(place);
    if (answer === undefined) {
      answer = this.asked(place);
      answer.catch(() => this.answers.delete(place));
      this.answers.set(place, answer);
      const oldest = this.answers.keys().next().value;
      if (this.answers.size > KEPT && oldest !== undefined) this.answers.delete(oldest);
    }
    return answer;
  }

  private async asked(place: number): Promise<Position> {
    const { actions = [], ...deal } = this.record;
    const before = place === 0 ? [] : actions.slice(0, place - 1);
    const step = await advanced({ ...deal, actions: before }, actions.slice(before.length, place));
    const moments = (step.news ?? []).map((news) => news.moments ?? []);
    let views = moments.map((seen) => seen.at(-1)?.view);
    if (views.includes(undefined)) {
      // Not every seat could see the action.
      const now = await advanced({ ...deal, actions: actions.slice(0, place) }, []);
      views = (now.news ?? []).map((news) => news.moments?.[0]?.view);
    }
    return {
      views: views.map((view) => view ?? {}),
      events: moments.map((seen) => seen.flatMap((moment) => moment.events ?? [])),
      deeds: step.deeds ?? [],
      toDecide: step.toDecide ?? [],
    };
  }
}

function advanced(record: RecordJson, actions: ActionJson[]): Promise<AdvanceResponseJson> {
  return call("Referee", "Advance", { record, actions });
}
