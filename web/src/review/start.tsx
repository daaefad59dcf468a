// Whose decisions are judged and how, and how far a review is.

import { useEffect, useState } from "preact/hooks";
import type { GetInfoResponseJson } from "../generated/covertbots/v1/opponent_pb";
import { call } from "../service";
import { words } from "../words/words";
import type { Adviser, Judging } from "./judging";

interface Props {
  names: readonly string[];
  game: string;
  seat: number;
  choose: (seat: number) => void;
  adviser: Adviser;
  advise: (adviser: Adviser) => void;
  judging: Judging;
  saved: boolean;
}

const DEPTHS = { quick: 200, usual: 1000, deep: 10_000 };

export function Start({ names, game, seat, choose, adviser, advise, judging, saved }: Props) {
  const reviewed = useReviewed(game, saved);
  const progress = judging.progress.value;
  const error = judging.error.value;
  if (saved) return <p class="faint">{words().review.saved}</p>;
  if (!reviewed) return <p>{words().review.noReviews}</p>;
  return (
    <form
      class="start"
      onSubmit={(event) => {
        event.preventDefault();
        void judging.start();
      }}
    >
      <fieldset class="row">
        <legend>{words().review.lookAt}</legend>
        {names.map((name, number) => (
          <label key={name}>
            <input
              type="radio"
              name="seat"
              checked={seat === number}
              onChange={() => choose(number)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <label>
        {words().review.depth}
        <select
          value={adviser.iterations}
          onChange={(event) =>
            advise({ ...adviser, iterations: Number(event.currentTarget.value) })
          }
        >
          {(["quick", "usual", "deep"] as const).map((depth) => (
            <option key={depth} value={DEPTHS[depth]}>
              {words().review.depths[depth]}
            </option>
          ))}
        </select>
      </label>
      {progress === undefined ? (
        <button type="submit" class="main">
          {judging.review.value ? words().review.again : words().review.start}
        </button>
      ) : (
        <span class="row progress">
          <progress
            value={progress.done}
            max={progress.parts}
            aria-label={words().review.progress(progress.done, progress.parts)}
          />
          {progress.done} / {progress.parts}
          <button type="button" onClick={() => judging.stop()}>
            {words().review.stop}
          </button>
        </span>
      )}
      {error && <p role="alert">{words().review.failed(error.message)}</p>}
    </form>
  );
}

/** Return whether the service has reviews of a game; true until that is known. */
function useReviewed(game: string, saved: boolean): boolean {
  const [reviewed, setReviewed] = useState(true);
  useEffect(() => {
    if (saved) return;
    const info = call<GetInfoResponseJson>("Opponent", "GetInfo", {});
    info.then(
      ({ games = [] }) => setReviewed(games.some(({ name, reviews }) => name === game && reviews)),
      () => undefined,
    );
  }, [game, saved]);
  return reviewed;
}
