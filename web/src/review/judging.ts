// A review in progress: the service judges the decisions of a seat one by one.

import { signal } from "@preact/signals";
import type { ReviewGameResponseJson } from "../generated/covertbots/v1/referee_pb";
import type { ReviewedDecisionJson, ReviewJson } from "../generated/covertbots/v1/review_pb";
import { stream } from "../service";
import type { GameRecord } from "./record";

/** How the adviser searches. */
export interface Adviser {
  iterations: number;
  seed: string;
}

export const USUAL: Adviser = { iterations: 1000, seed: "0" };

/** How far a review is. */
export interface Progress {
  done: number;
  parts: number;
}

/** A verdict on a move that was not played. */
export type Verdict =
  | { kind: "same" } // as the adviser's
  | { kind: "as good" }
  | { kind: "never better" } // another move is at least as good, so no search tries it
  | { kind: "costs"; decision: ReviewedDecisionJson };

export class Judging {
  /** The decisions that have been judged, in the order of the record. */
  readonly decisions = signal<readonly ReviewedDecisionJson[]>([]);
  readonly review = signal<ReviewJson | undefined>(undefined);
  readonly progress = signal<Progress | undefined>(undefined);
  readonly error = signal<Error | undefined>(undefined);
  private control = new AbortController();

  constructor(
    readonly game: GameRecord,
    readonly seat: number,
    readonly adviser: Adviser,
    saved?: { decisions: readonly ReviewedDecisionJson[]; review: ReviewJson | undefined },
  ) {
    this.decisions.value = saved?.decisions ?? [];
    this.review.value = saved?.review;
  }

  /** Judge all decisions; what comes of it stands in the signals. */
  async start(): Promise<void> {
    this.control.abort();
    const control = new AbortController();
    this.control = control;
    this.decisions.value = [];
    this.review.value = undefined;
    this.error.value = undefined;
    this.progress.value = { done: 0, parts: 1 };
    try {
      for await (const news of this.news({}, control.signal)) {
        this.progress.value = { done: news.done ?? 0, parts: news.parts ?? 1 };
        if (news.decision) this.decisions.value = [...this.decisions.value, news.decision];
        if (news.review) this.review.value = news.review;
      }
    } catch (error) {
      if (!control.signal.aborted) this.error.value = error as Error;
    }
    if (this.control === control) this.progress.value = undefined;
  }

  /** End the searches. */
  stop(): void {
    this.control.abort();
    this.progress.value = undefined;
  }

  /** Judge the decision at a place, which then stands among the others. */
  async judge(place: number): Promise<ReviewedDecisionJson | undefined> {
    for await (const { decision } of this.news({ after: [place] })) {
      if (decision === undefined) continue;
      const others = this.decisions.value.filter((each) => each.after !== decision.after);
      this.decisions.value = [...others, decision].sort((a, b) => placeOf(a) - placeOf(b));
      return decision;
    }
    return undefined;
  }

  /** Judge a move at a place as that of the record was judged. */
  async tried(place: number, text: string): Promise<Verdict> {
    const actions = [...(this.game.record.actions ?? []).slice(0, place), { text }];
    const record = { ...this.game.record, actions };
    for await (const { decision } of this.news({ record, after: [place] })) {
      if (decision === undefined) continue;
      if (decision.difference === undefined) return { kind: "same" };
      return decision.difference.mistake ? { kind: "costs", decision } : { kind: "as good" };
    }
    return { kind: "never better" };
  }

  private news(more: object, abort?: AbortSignal): AsyncGenerator<ReviewGameResponseJson> {
    const { iterations, seed } = this.adviser;
    const asked = { record: this.game.record, seat: this.seat, limits: { iterations }, seed };
    return stream("Referee", "ReviewGame", { ...asked, ...more }, abort);
  }
}

/** Return the place of a decision in the record. */
export function placeOf(decision: ReviewedDecisionJson): number {
  return decision.after ?? 0;
}

/** Return what a decision costs, in points of margin; below 0 if the adviser's move is worse. */
export function costOf(decision: ReviewedDecisionJson): number {
  return Number(decision.difference?.gain ?? 0);
}
