// The viewing seat's dice that are not placed yet.

import type { CovertViewJson } from "../generated/covertbots/v1/covert_view_pb";
import { words } from "../words/words";
import { SpotBox } from "./marks";
import { DieMark } from "./shapes";

export function Dice({ view }: { view: CovertViewJson }) {
  const { covert } = words();
  const seat = view.seat ?? 0;
  const dice = view.players?.[seat]?.dice ?? [];
  const shifted = view.toDecide === seat ? view.turn?.shifted : 0;
  if (dice.length === 0 && !shifted) return null;
  return (
    <div class="dice" role="group" aria-label={covert.dice}>
      {dice.map((face) => (
        <SpotBox spot={`die:${face}`} label={covert.die(face)} kind="own-die">
          <DieMark face={face} seat={seat} />
          <span class="sr-only">{face}</span>
        </SpotBox>
      ))}
      {shifted ? <span class="faint">{covert.shifted(shifted)}</span> : null}
    </div>
  );
}
