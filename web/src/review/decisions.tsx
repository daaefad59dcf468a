// The decisions of a review by what they cost, the worst first. What would have been better is hidden
// until a person has tried, or asks.

import type { ReviewedDecisionJson } from "../generated/covertbots/v1/review_pb";
import { words } from "../words/words";
import { costWords } from "./figures";
import { costOf, placeOf } from "./judging";
import { SecondTry, type SecondTryProps, type Tries } from "./second_try";
import { stageWords } from "./stage";

interface Props extends Omit<SecondTryProps, "decision" | "tries" | "next"> {
  decisions: readonly ReviewedDecisionJson[];
  playedForYou: ReadonlySet<number>;
  place: number;
  triesAt: (place: number) => Tries;
  go: (place: number) => void;
}

/** Return the mistakes, the dearest first; those that the program made for the person come last. */
export function mistakesOf(
  decisions: readonly ReviewedDecisionJson[],
  playedForYou: ReadonlySet<number>,
): ReviewedDecisionJson[] {
  const forYou = (decision: ReviewedDecisionJson) => Number(playedForYou.has(placeOf(decision)));
  return decisions
    .filter((decision) => decision.difference?.mistake)
    .sort((a, b) => forYou(a) - forYou(b) || costOf(b) - costOf(a));
}

export function Decisions({ decisions, playedForYou, triesAt, go, ...trying }: Props) {
  const mistakes = mistakesOf(decisions, playedForYou);
  const smaller = decisions
    .filter((decision) => decision.difference !== undefined && !decision.difference.mistake)
    .sort((a, b) => costOf(b) - costOf(a));
  const item = (decision: ReviewedDecisionJson, next: ReviewedDecisionJson | undefined) => {
    const place = placeOf(decision);
    const tries = triesAt(place);
    const chosen = trying.place === place;
    return (
      <li key={place} class={chosen ? "chosen" : ""}>
        <button type="button" aria-expanded={chosen} onClick={() => go(place)}>
          <span>
            {stageWords(decision)}
            {playedForYou.has(place) && <small> {words().review.forYou}</small>}
          </span>
          <span class="cost">{decision.difference && costWords(decision.difference)}</span>
          {tries.answered.value && (
            <small>{tries.solved.value ? words().review.solved : words().review.seen}</small>
          )}
        </button>
        {chosen && (
          <SecondTry
            {...trying}
            decision={decision}
            tries={tries}
            next={next && (() => go(placeOf(next)))}
          />
        )}
      </li>
    );
  };
  return (
    <section class="decisions" aria-labelledby="decisions-title">
      <h2 id="decisions-title">{words().review.list}</h2>
      {mistakes.length + smaller.length === 0 && <p class="faint">{words().review.noneYet}</p>}
      <ol>{mistakes.map((decision, number) => item(decision, mistakes[number + 1]))}</ol>
      {smaller.length > 0 && (
        <details>
          <summary>{words().review.smaller(smaller.length)}</summary>
          <ul>{smaller.map((decision) => item(decision, undefined))}</ul>
        </details>
      )}
    </section>
  );
}
