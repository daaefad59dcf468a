// A hint: what a bot would do, from any source of answers. Leaving ends the search.

import { type Signal, signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { cardSet } from "../covert/card_sets";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { SuggestionJson } from "../generated/covertbots/v1/suggestion_pb";
import type { ViewJson } from "../generated/covertbots/v1/view_pb";
import { ServiceError } from "../service";
import { words } from "../words/words";
import { useAnswers } from "./answers";
import { Candidates } from "./candidates";
import { CovertHints } from "./covert";
import { CovertActionHints } from "./covert_action";
import { whole } from "./figures";
import type { Ask } from "./source";

interface Props {
  /** Asks for a hint; called whenever the view changes. */
  ask: Ask;
  view: ViewJson;
  names: readonly string[];
  /** Called with the move under the pointer, or none, to be shown on the board. */
  point?: ((action: ActionJson | undefined) => void) | undefined;
  /** Called with the actions to play. Without it the hint is only shown. */
  play?: ((actions: ActionJson[]) => void) | undefined;
  /** The turn or the round that is played by hints, if one is. It outlives the panel, which is gone
   * while others decide. */
  goingOn?: Signal<string | undefined> | undefined;
}

const EFFORTS = [1000, 5000, 20000, 100000]; // iterations
const effort = signal(5000); // for all hints of this page

export function HintPanel({ ask, view, names, point, play, goingOn }: Props) {
  const { hint } = words();
  const iterations = effort.value;
  const answers = useAnswers(ask, view, { iterations: String(iterations) });
  const answer = answers.over ? answers.suggestion : undefined;
  const turn = usePlayingOn(view, answer, play, goingOn);
  const seat = (view.covert ?? view.covertAction)?.seat ?? 0;
  const { suggestion, over, problem } = answers;
  useEffect(() => () => point?.(undefined), [view]);
  return (
    <section class="hint-panel" aria-label={hint.title} aria-busy={!over}>
      <div class="hint-head">
        <h2>{hint.title}</h2>
        <label>
          {hint.effort}{" "}
          <select
            value={iterations}
            onChange={(event) => (effort.value = Number(event.currentTarget.value))}
          >
            {EFFORTS.map((choice) => (
              <option key={choice} value={choice}>
                {whole(choice)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {problem ? <Refused problem={problem} /> : null}
      <p class="recommended" role="status" lang="en">
        {suggestion?.turnInWords ?? (problem ? "" : hint.thinking)}
      </p>
      <div class="hint-buttons">
        {turn && suggestion ? (
          <button type="button" class="main" disabled={!over} onClick={turn.playTurn}>
            {turn.goes ? hint.playing : hint.play}
          </button>
        ) : null}
        {turn?.playRound && suggestion && !turn.goes ? (
          <button type="button" disabled={!over} onClick={turn.playRound}>
            {hint.playRound}
          </button>
        ) : null}
        {turn?.goes || !over ? (
          <button type="button" onClick={turn?.goes ? turn.stop : answers.stop}>
            {hint.stop}
          </button>
        ) : null}
        {suggestion ? <span class="faint">{howFound(suggestion)}</span> : null}
      </div>
      {suggestion ? <Candidates {...{ suggestion, seat, point, play }} /> : null}
      {suggestion ? <GameHints suggestion={suggestion} view={view} names={names} /> : null}
    </section>
  );
}

function Refused({ problem }: { problem: ServiceError }) {
  return (
    <p role="alert" lang="en">
      {problem.problems.length === 0
        ? problem.message
        : problem.problems.map(({ field, description }) => `${field}: ${description}`).join("; ")}
    </p>
  );
}

function howFound({ iterations = "0", distinctWorlds = "0" }: SuggestionJson): string {
  const { hint } = words();
  return hint.found(whole(Number(iterations)), whole(Number(distinctWorlds)));
}

/** The part of an answer that only one game has. */
function GameHints({
  suggestion,
  view,
  names,
}: { suggestion: SuggestionJson } & Pick<Props, "view" | "names">) {
  const { hint } = words();
  if (suggestion.covertAction) {
    const reason = suggestion.covertAction.reason ?? "";
    return (
      <>
        {reason === "" ? null : (
          <section class="why">
            <h3>{hint.why}</h3>
            <p lang="en">{reason}</p>
          </section>
        )}
        <CovertActionHints hint={suggestion.covertAction} names={names} />
      </>
    );
  }
  const set = view.covertCards ?? cardSet(view.covert?.cardSet ?? "");
  if (!suggestion.covert || set === undefined || set instanceof ServiceError) return null;
  const worlds = Number(suggestion.worlds ?? 0);
  return <CovertHints hint={suggestion.covert} set={set} names={names} worlds={worlds} />;
}

interface PlayingOn {
  goes: boolean;
  playTurn: () => void;
  /** Undefined where the game has no rounds, or the hint cannot play on. */
  playRound?: (() => void) | undefined;
  stop: () => void;
}

/** Play the recommended move, and while the turn or the round lasts that of each new hint: what
 * comes up in between is taken into account. Undefined where nothing can be played. */
function usePlayingOn(
  view: ViewJson,
  answer: SuggestionJson | undefined,
  play: Props["play"],
  goingOn: Props["goingOn"],
): PlayingOn | undefined {
  const own = useSignal<string | undefined>(undefined);
  const until = goingOn ?? own;
  const played = useRef<SuggestionJson | undefined>(undefined);
  const [turn, round] = [turnOf(view), roundOf(view)];
  const goes = until.value !== undefined && (until.value === turn || until.value === round);
  const first = answer?.moves?.[0]?.action;
  const playFirst = () => {
    if (!play || !first || played.current === answer) return;
    played.current = answer;
    play([first]);
  };
  useEffect(() => {
    if (goes) playFirst();
    else until.value = undefined;
  }, [answer, goes]);
  if (play === undefined) return undefined;
  const playUntil = (place: string) => () => {
    until.value = place;
    playFirst();
  };
  return {
    goes,
    playTurn: playUntil(turn ?? ""),
    playRound: goingOn && round ? playUntil(round) : undefined,
    stop: () => (until.value = undefined),
  };
}

/** Return the turn that a position belongs to; none where a turn is one decision. */
function turnOf({ covert }: ViewJson): string | undefined {
  if (covert?.onTurn === undefined || covert.onTurn !== covert.seat) return undefined;
  return [covert.round, covert.phase, covert.onTurn].join(" ");
}

function roundOf({ covert }: ViewJson): string | undefined {
  return covert && `round ${covert.round}`;
}
