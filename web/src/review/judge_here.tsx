// The decision at the position that is shown, judged alone: of a game that was not reviewed, or of one
// that a link leads to.

import { useEffect, useState } from "preact/hooks";
import { words } from "../words/words";
import { type Judging, placeOf } from "./judging";
import type { Positions } from "./positions";

interface Props {
  judging: Judging;
  positions: Positions;
  place: number;
}

export function JudgeHere({ judging, positions, place }: Props) {
  const [own, setOwn] = useState(false);
  const [said, say] = useState("");
  const { seat } = judging;
  useEffect(() => {
    let here = true;
    setOwn(false);
    say("");
    const mine = ({ seat: decider = 0 }) => decider === seat;
    positions.at(place).then(
      ({ toDecide }) => here && setOwn(toDecide.some(mine) && place < positions.length),
      () => undefined,
    );
    return () => {
      here = false;
    };
  }, [judging, positions, place, seat]);
  const judged = judging.decisions.value.find((decision) => placeOf(decision) === place);
  const judge = async () => {
    say(words().review.judging);
    try {
      const decision = await judging.judge(place);
      say(decision === undefined ? words().review.unjudged : "");
    } catch (error) {
      say(words().review.failed((error as Error).message));
    }
  };
  if (judged !== undefined) {
    return judged.difference === undefined ? <p role="status">{words().review.agreed}</p> : null;
  }
  if (!own || judging.progress.value !== undefined) return null;
  return (
    <p class="row" role="status">
      {said === "" ? (
        <button type="button" onClick={() => void judge()}>
          {words().review.judge}
        </button>
      ) : (
        said
      )}
    </p>
  );
}
