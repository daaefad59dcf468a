// The graph of a review: by seat, the final scores that the adviser expected along the record.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { SeatMark, shapeOf } from "../covert/shapes";
import type { ReviewedDecisionJson, ReviewJson } from "../generated/covertbots/v1/review_pb";
import { words } from "../words/words";
import { costWords, decimal } from "./figures";
import { costOf, placeOf } from "./judging";
import { stageWords } from "./stage";

interface Props {
  decisions: readonly ReviewedDecisionJson[];
  review: ReviewJson | undefined;
  names: readonly string[];
  seat: number;
  /** The number of actions of the record. */
  length: number;
  place: number;
  /** Called with the place under the pointer; nothing when it leaves. */
  point: (place: number | undefined) => void;
  go: (place: number) => void;
}

const HEIGHT = 220; // pixels
const LEFT = 34; // of the plot
const RIGHT = 14;
const TOP = 22;
const BOTTOM = 10;
const STEP = 20; // points between two lines
const SMALLEST = 4; // pixels of a mistake's radius
const LARGEST = 9;

interface Point {
  place: number;
  scores: number[];
}

export function Graph(props: Props) {
  const { decisions, review, names, seat, length, place } = props;
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  const [near, setNear] = useState<ReviewedDecisionJson>();
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const watching = new ResizeObserver(() => setWidth(Math.max(280, element.clientWidth)));
    watching.observe(element);
    return () => watching.disconnect();
  }, []);
  const points = pointsOf(decisions, review, length);
  const most = Math.max(STEP, ...points.flatMap((point) => point.scores));
  const top = Math.ceil(most / STEP) * STEP;
  const x = (at: number) => LEFT + ((width - LEFT - RIGHT) * at) / Math.max(1, length);
  const y = (score: number) => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (score / top);
  const nearest = (event: PointerEvent) => {
    const bounds = (event.currentTarget as Element).getBoundingClientRect();
    const at = ((event.clientX - bounds.left - LEFT) / (width - LEFT - RIGHT)) * length;
    const far = (decision: ReviewedDecisionJson) => Math.abs(placeOf(decision) - at);
    return decisions.reduce<ReviewedDecisionJson | undefined>(
      (best, each) => (best === undefined || far(each) < far(best) ? each : best),
      undefined,
    );
  };
  const pointed = (decision: ReviewedDecisionJson | undefined) => {
    setNear(decision);
    props.point(decision && placeOf(decision));
  };
  const told = near ?? decisions.findLast((decision) => placeOf(decision) <= place);
  return (
    <section class="graph" aria-labelledby="graph-title">
      <h2 id="graph-title">{words().review.graph}</h2>
      <p class="legend" hidden={decisions.length === 0}>
        {names.map((name, number) => (
          <span key={name}>
            <SeatMark seat={number} /> {name}
          </span>
        ))}
      </p>
      <div ref={box} hidden={decisions.length === 0}>
        {/* Its figures are in the table below, and the slider goes where a click goes. */}
        <svg
          aria-hidden="true"
          width={width}
          height={HEIGHT}
          onPointerMove={(event) => pointed(nearest(event))}
          onPointerLeave={() => pointed(undefined)}
          onClick={(event) => {
            const decision = nearest(event as unknown as PointerEvent);
            if (decision !== undefined) props.go(placeOf(decision));
          }}
        >
          {Array.from({ length: top / STEP + 1 }, (_, number) => number * STEP).map((score) => (
            <g key={score} class="grid">
              <line x1={LEFT} x2={width - RIGHT} y1={y(score)} y2={y(score)} />
              <text x={LEFT - 6} y={y(score) + 4} text-anchor="end">
                {score}
              </text>
            </g>
          ))}
          {roundsOf(decisions).map(([round, at]) => (
            <g key={round} class="grid">
              <line x1={x(at)} x2={x(at)} y1={TOP - 6} y2={HEIGHT - BOTTOM} />
              <text x={x(at) + 3} y={TOP - 8}>
                {round}
              </text>
            </g>
          ))}
          {names.map((name, number) => (
            <g key={name} class={`seat-${number}`}>
              <polyline
                points={points
                  .map((point) => `${x(point.place)},${y(point.scores[number] ?? 0)}`)
                  .join(" ")}
              />
              {points.slice(-1).map((point) => (
                <path
                  d={shapeOf(number)}
                  transform={`translate(${x(point.place)} ${y(point.scores[number] ?? 0)}) scale(5)`}
                />
              ))}
            </g>
          ))}
          {decisions
            .filter((decision) => decision.difference?.mistake)
            .map((decision) => (
              <circle
                key={placeOf(decision)}
                class="mistake"
                cx={x(placeOf(decision))}
                cy={y(Number(decision.expectedScore?.[seat] ?? 0))}
                r={Math.min(LARGEST, SMALLEST + costOf(decision))}
              />
            ))}
          <line
            class="now"
            x1={x(near === undefined ? place : placeOf(near))}
            x2={x(near === undefined ? place : placeOf(near))}
            y1={TOP - 6}
            y2={HEIGHT - BOTTOM}
          />
        </svg>
      </div>
      <p class="told">{told === undefined ? words().review.noGraph : tellingOf(told, names)}</p>
      <details hidden={decisions.length === 0}>
        <summary>{words().review.graphTable}</summary>
        <p class="faint">{words().review.graphMeans}</p>
        <div class="wide">
          <table>
            <thead>
              <tr>
                <th>{words().review.position}</th>
                {names.map((name) => (
                  <th key={name}>{name}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {decisions.map((decision) => (
                <tr key={placeOf(decision)}>
                  <th>
                    <button type="button" class="plain" onClick={() => props.go(placeOf(decision))}>
                      {placeOf(decision)}. {stageWords(decision)}
                    </button>
                  </th>
                  {names.map((name, number) => (
                    <td key={name}>{decimal(Number(decision.expectedScore?.[number] ?? 0))}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </section>
  );
}

function tellingOf(decision: ReviewedDecisionJson, names: readonly string[]): string {
  const scores = names.map(
    (name, seat) => `${name} ${decimal(Number(decision.expectedScore?.[seat] ?? 0))}`,
  );
  const { difference } = decision;
  const cost = difference?.mistake ? [words().review.costs(costWords(difference))] : [];
  return [stageWords(decision), ...scores, ...cost].join(" · ");
}

/** Return the points of the graph; the last is the result, once the game is over. */
function pointsOf(
  decisions: readonly ReviewedDecisionJson[],
  review: ReviewJson | undefined,
  length: number,
): Point[] {
  const points = decisions.map((decision) => ({
    place: placeOf(decision),
    scores: (decision.expectedScore ?? []).map(Number),
  }));
  if (review?.over) points.push({ place: length, scores: review.scores ?? [] });
  return points;
}

/** Return the rounds, each with the place of its first decision. */
function roundsOf(decisions: readonly ReviewedDecisionJson[]): [number, number][] {
  const rounds = new Map<number, number>();
  for (const decision of decisions) {
    const round = decision.round ?? 0;
    if (round > 0 && !rounds.has(round)) rounds.set(round, placeOf(decision));
  }
  return [...rounds];
}
