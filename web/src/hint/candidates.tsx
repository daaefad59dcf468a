// The moves of an answer: expected score first, then the chance to win, always with the margin.

import { useState } from "preact/hooks";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { RankedMoveJson, SuggestionJson } from "../generated/covertbots/v1/suggestion_pb";
import { words } from "../words/words";
import { decimal, percent, signed, whole } from "./figures";

const SHOWN = 6;

interface Props {
  suggestion: SuggestionJson;
  seat: number;
  point?: ((action: ActionJson | undefined) => void) | undefined;
  play?: ((actions: ActionJson[]) => void) | undefined;
}

export function Candidates({ suggestion, seat, point, play }: Props) {
  const { hint } = words();
  const [all, setAll] = useState(false);
  const moves = suggestion.moves ?? [];
  const shown = all ? moves : moves.slice(0, SHOWN);
  const says = moves.some((move) => (move.expectedScore ?? []).length > 0);
  const counts = moves.some((move) => Number(move.visits ?? 0) > 0);
  return (
    <>
      <table class="candidates">
        <thead>
          <tr>
            {says ? <th scope="col">{hint.score}</th> : null}
            {says ? <th scope="col">{hint.win}</th> : null}
            <th scope="col">{hint.value}</th>
            <th scope="col">{hint.visits}</th>
          </tr>
        </thead>
        {shown.map((move) => (
          <Candidate key={move.action?.text} {...{ move, seat, says, counts, point, play }} />
        ))}
      </table>
      {moves.length > SHOWN ? (
        <button type="button" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? hint.fewer : hint.all(moves.length)}
        </button>
      ) : null}
      <details class="legend">
        <summary>{hint.legend}</summary>
        <dl>
          {says ? (
            <>
              <dt>{hint.score}</dt>
              <dd>{hint.scoreMeans}</dd>
              <dt>{hint.win}</dt>
              <dd>{hint.winMeans}</dd>
            </>
          ) : null}
          <dt>{hint.value}</dt>
          <dd>{hint.valueMeans}</dd>
          <dt>{hint.visits}</dt>
          <dd>{hint.visitsMeans}</dd>
        </dl>
      </details>
    </>
  );
}

interface CandidateProps extends Pick<Props, "seat" | "point" | "play"> {
  move: RankedMoveJson;
  says: boolean;
  /** Whether the bot counts visits: then a move without any has no figures. */
  counts: boolean;
}

function Candidate({ move, seat, says, counts, point, play }: CandidateProps) {
  const { hint } = words();
  const action = move.action ?? {};
  const show = () => point?.(action);
  const hide = () => point?.(undefined);
  const tried = Number(move.visits ?? 0) > 0 || !counts;
  const said = action.words ?? action.text ?? "";
  return (
    <tbody onPointerEnter={show} onPointerLeave={hide} onFocusIn={show} onFocusOut={hide}>
      <tr>
        <th scope="rowgroup" colSpan={says ? 4 : 2} lang="en">
          {play ? (
            <button type="button" class="move" title={hint.playThis} onClick={() => play([action])}>
              {said}
            </button>
          ) : (
            <span tabIndex={point ? 0 : undefined}>{said}</span>
          )}
        </th>
      </tr>
      <tr>
        {says ? <td>{score(move.expectedScore ?? [], seat)}</td> : null}
        {says ? <td>{chance(move.winProbability ?? [], seat)}</td> : null}
        <td>
          {tried
            ? `${decimal(number(move.value), 2)} ± ${decimal(number(move.standardError), 2)}`
            : "–"}
        </td>
        <td>{whole(Number(move.visits ?? 0))}</td>
      </tr>
    </tbody>
  );
}

/** Return the score of a seat, and its lead over the best other. */
function score(scores: readonly (number | string)[], seat: number) {
  const all = scores.map(number);
  const own = all[seat];
  if (own === undefined) return "–";
  const others = Math.max(...all.filter((_, other) => other !== seat));
  return (
    <>
      <strong>{decimal(own, 1)}</strong> <span class="lead faint">({signed(own - others)})</span>
    </>
  );
}

function chance(chances: readonly (number | string)[], seat: number): string {
  const own = chances[seat];
  return own === undefined ? "–" : percent(number(own));
}

/** Return a double of a message, of which JSON writes some as texts. */
function number(value: number | string | undefined): number {
  return Number(value ?? 0);
}
