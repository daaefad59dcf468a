// What is asked of bots: actions, and how to think.

import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ActionSchema } from "./generated/covertbots/v1/action_pb.js";
import type { LimitsSchema } from "./generated/covertbots/v1/suggestion_pb.js";

/** An action of an answer, or its notation alone, such as "place 3 agency". */
export type ActionLike = string | MessageInitShape<typeof ActionSchema>;

/** How to think: the bot's spec (the server's default without it), limits and a seed. */
export interface Thinking {
  bot?: string;
  limits?: MessageInitShape<typeof LimitsSchema>;
  seed?: bigint;
  /** The moves to choose from, and those to leave out. */
  only?: ActionLike[];
  avoid?: ActionLike[];
  /** Of Covert: whether to say why (docs/protocol.md, 7), what each opponent may hold, and what
   * each mission still takes. */
  reasons?: boolean;
  hands?: boolean;
  plans?: boolean;
  /** Of Covert: the bots by seat against which the chance to win is to be said; "" for a person, and
   * for the seat that decides. */
  opponents?: string[];
}

/** Actions as messages. */
export function messages(actions: ActionLike[]): MessageInitShape<typeof ActionSchema>[] {
  return actions.map((one) => (typeof one === "string" ? { text: one } : one));
}

/** A field that every answer has. */
export function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`the server's answer has no ${name}`);
  return value;
}
