// The answers to a question, as they come in.

import { useEffect, useRef, useState } from "preact/hooks";
import type { LimitsJson, SuggestionJson } from "../generated/covertbots/v1/suggestion_pb";
import { ServiceError } from "../service";
import type { Ask } from "./source";

export interface Answers {
  /** The latest answer; absent before the first one. */
  suggestion?: SuggestionJson | undefined;
  /** True once no better answer will come. */
  over: boolean;
  problem?: ServiceError | undefined;
  /** End the search and keep the latest answer. */
  stop: () => void;
}

interface State {
  question: unknown;
  suggestion?: SuggestionJson;
  over: boolean;
  problem?: ServiceError;
}

/** Ask whenever the question (a view, for instance) changes; leaving aborts the search. */
export function useAnswers(ask: Ask, question: unknown, limits: LimitsJson): Answers {
  const [state, setState] = useState<State>({ question: undefined, over: false });
  const leaving = useRef<AbortController | undefined>(undefined);
  useEffect(() => {
    const mine = new AbortController();
    leaving.current = mine;
    setState({ question, over: false });
    void receive(ask(limits, mine.signal), (change) => {
      if (!mine.signal.aborted) setState((now) => ({ ...now, ...change }));
    });
    return () => mine.abort();
  }, [question, JSON.stringify(limits)]);
  const stop = () => {
    leaving.current?.abort();
    setState((now) => ({ ...now, over: true }));
  };
  return { ...(state.question === question ? state : { over: false }), stop };
}

async function receive(answers: ReturnType<Ask>, tell: (change: Partial<State>) => void) {
  try {
    for await (const { suggestion, final } of answers) {
      if (suggestion) tell({ suggestion, over: final === true });
    }
  } catch (error) {
    const problem =
      error instanceof ServiceError ? error : new ServiceError("unknown", String(error));
    tell({ problem, over: true });
  }
}
