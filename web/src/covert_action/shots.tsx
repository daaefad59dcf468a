// The shots of the round, as arrows across the ring.

import type { CovertActionView_ShotJson } from "../generated/covertbots/v1/covert_action_pb";
import { pointOf } from "./ring";

interface ShotsProps {
  shots: readonly CovertActionView_ShotJson[];
  players: number;
  own: number;
}

export function Shots({ shots, players, own }: ShotsProps) {
  return (
    <svg class="shots" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      {shots.map(({ shooter = 0, target = 0, outcome }, index) => {
        const from = pointOf(shooter, players, own);
        const to = pointOf(target, players, own);
        return <line key={index} class={outcome} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />;
      })}
    </svg>
  );
}
