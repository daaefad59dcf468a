// A decision that the person tries again: moves to choose from, a verdict on each that is tried, and
// then the better turn with its reasons.

import { batch, type Signal, signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { ReviewedDecisionJson } from "../generated/covertbots/v1/review_pb";
import { words } from "../words/words";
import { costWords, decimal } from "./figures";
import { placeOf, type Verdict } from "./judging";
import type { Positions } from "./positions";

/** What a person has tried at a decision. */
export interface Tries {
  /** What was said of the moves, by their texts. */
  verdicts: Signal<ReadonlyMap<string, string>>;
  /** The text of the move that is being judged. */
  judging: Signal<string>;
  last: Signal<string>;
  /** True once the answer may be seen. */
  answered: Signal<boolean>;
  /** True if the person found a move that is good enough. */
  solved: Signal<boolean>;
}

export function newTries(): Tries {
  return {
    verdicts: signal(new Map()),
    judging: signal(""),
    last: signal(""),
    answered: signal(false),
    solved: signal(false),
  };
}

export interface SecondTryProps {
  decision: ReviewedDecisionJson;
  tries: Tries;
  seat: number;
  place: number;
  positions: Positions;
  /** Judges a move; without it only the better move is known. */
  judge: ((place: number, text: string) => Promise<Verdict>) | undefined;
  point: (action: ActionJson | undefined) => void;
  /** Goes to the next mistake. */
  next: (() => void) | undefined;
}

export function SecondTry(props: SecondTryProps) {
  const { decision, tries, seat, positions, next } = props;
  const place = placeOf(decision);
  const { difference } = decision;
  const [moves, setMoves] = useState<readonly ActionJson[]>([]);
  useEffect(() => {
    let here = true;
    void positions.at(place).then(({ toDecide }) => {
      const mine = toDecide.find((each) => (each.seat ?? 0) === seat);
      if (here) setMoves(mine?.legalActions ?? []);
    });
    return () => {
      here = false;
    };
  }, [positions, place, seat]);
  if (difference === undefined) return <p>{words().review.agreed}</p>;

  const attempt = async (text: string) => {
    if (tries.judging.value !== "") return;
    tries.judging.value = text;
    let said: Said;
    try {
      said = await verdict(props, text);
    } catch (error) {
      said = { words: words().review.failed((error as Error).message), good: false };
    }
    batch(() => {
      tries.judging.value = "";
      tries.last.value = said.words;
      tries.verdicts.value = new Map(tries.verdicts.value).set(text, said.words);
      if (said.good) tries.solved.value = tries.answered.value = true;
    });
  };
  return (
    <div class="second-try">
      <p>
        {words().review.playedTurn}: <q>{difference.playedTurn}</q>{" "}
        {words().review.itCost(costWords(difference))}
      </p>
      {!tries.answered.value && (
        <>
          <h3>{words().review.find}</h3>
          <ul class="candidates" onMouseLeave={() => props.point(undefined)}>
            {moves.map((move) => {
              const text = move.text ?? "";
              const said = tries.verdicts.value.get(text);
              return (
                <li key={text}>
                  <button
                    type="button"
                    disabled={said !== undefined}
                    aria-busy={tries.judging.value === text}
                    onMouseEnter={() => props.point(move)}
                    onFocus={() => props.point(move)}
                    onClick={() => void attempt(text)}
                  >
                    {move.words ?? text}
                  </button>
                  {said !== undefined && <small>{said}</small>}
                </li>
              );
            })}
          </ul>
        </>
      )}
      <p class="verdict" role="status">
        {tries.judging.value === "" ? tries.last.value : words().review.judging}
      </p>
      {tries.answered.value && <Answer decision={decision} />}
      <p class="row">
        {!tries.answered.value && (
          <button
            type="button"
            onClick={() => {
              tries.answered.value = true;
              tries.last.value = "";
            }}
          >
            {words().review.answer}
          </button>
        )}
        {next && (
          <button type="button" class={tries.answered.value ? "main" : ""} onClick={next}>
            {words().review.nextMistake}
          </button>
        )}
      </p>
    </div>
  );
}

/** What is said of a move, and whether it is good enough. */
interface Said {
  words: string;
  good: boolean;
}

async function verdict({ decision, judge }: SecondTryProps, text: string): Promise<Said> {
  const { isPlayed, isBetter, asGood, neverBetter, thatCosts, noBot } = words().review;
  if (text === decision.played?.text) return { words: isPlayed, good: false };
  if (text === decision.difference?.better?.text) return { words: isBetter, good: true };
  if (judge === undefined) return { words: noBot, good: false };
  const judged = await judge(placeOf(decision), text);
  if (judged.kind === "never better") return { words: neverBetter, good: false };
  if (judged.kind === "as good") return { words: asGood, good: true };
  if (judged.kind === "same") return { words: isBetter, good: true };
  return { words: thatCosts(costWords(judged.decision.difference ?? {})), good: false };
}

function Answer({ decision: { difference = {} } }: { decision: ReviewedDecisionJson }) {
  const more = 100 * Number(difference.winProbabilityGain ?? 0);
  return (
    <dl class="answer">
      <dt>{words().review.better}</dt>
      <dd>{difference.betterTurn}</dd>
      {difference.reason && (
        <>
          <dt>{words().review.why}</dt>
          <dd>{difference.reason}</dd>
        </>
      )}
      {more >= 1 && <dd>{words().review.winMore(decimal(more))}</dd>}
    </dl>
  );
}
