// A review in sentences: the result, what the mistakes cost, and luck apart from play.

import type { ReviewJson } from "../generated/covertbots/v1/review_pb";
import { words } from "../words/words";
import { about, aboutLuck, decimal, signed } from "./figures";

interface Props {
  review: ReviewJson;
  names: readonly string[];
  /** The number of mistakes that are the person's own. */
  mistakes: number;
  /** What these cost, and its standard error. */
  cost: readonly [number, number];
}

export function Summary({ review, names, mistakes, cost }: Props) {
  const luck = review.covert;
  const early = (review.judged ?? 0) < (review.decisions ?? 0) - (review.unjudged ?? 0);
  return (
    <section class="summary">
      <p>
        <strong>{result(review, names)}</strong>{" "}
        {words().review.mistakes(mistakes, review.decisions ?? 0, about(...cost))}
        {early && ` ${words().review.early}`}
      </p>
      {luck && (
        <div class="luck">
          <p>
            {words().review.luck(aboutLuck(Number(luck.total), Number(luck.standardError)))}{" "}
            <small>{words().review.luckMeans}</small>
          </p>
          <dl>
            {(["deal", "dice", "draws"] as const).map((part) => (
              <Bar key={part} label={words().review.luckParts[part]} value={Number(luck[part])} />
            ))}
          </dl>
        </div>
      )}
    </section>
  );
}

const WIDEST = 20; // points of luck that fill half of a bar

function Bar({ label, value }: { label: string; value: number }) {
  const half = Math.min(50, (50 * Math.abs(value)) / WIDEST);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span class="bar" aria-hidden="true">
          <span
            class={value < 0 ? "bad" : "good"}
            style={{ left: `${value < 0 ? 50 - half : 50}%`, width: `${half}%` }}
          />
        </span>
        {signed(value)}
      </dd>
    </div>
  );
}

function result(review: ReviewJson, names: readonly string[]): string {
  const { seat = 0, scores = [], winners = [] } = review;
  const name = names[seat] ?? "";
  const own = scores[seat] ?? 0;
  const best = Math.max(...scores.filter((_, other) => other !== seat));
  const points = [whole(own), whole(best)] as const;
  if (!review.over) return words().review.unfinished(name, ...points);
  if (!winners.includes(seat)) return words().review.lost(name, ...points);
  return winners.length > 1
    ? words().review.shared(name, points[0])
    : words().review.won(name, ...points);
}

function whole(points: number): string {
  return Number.isInteger(points) ? String(points) : decimal(points);
}
