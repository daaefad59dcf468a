// The centre of the ring: the cards set aside, the deck, the clock, and what is done to no seat.

import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { CovertActionViewJson } from "../generated/covertbots/v1/covert_action_pb";
import { words } from "../words/words";
import { SpyCard } from "./cards";
import { SECONDS, type WindowClock } from "./window_clock";

interface CentreProps {
  game: CovertActionViewJson;
  actions: readonly ActionJson[];
  clock: WindowClock;
  act: ((action: ActionJson) => void) | undefined;
}

export function Centre({ game, actions, clock, act }: CentreProps) {
  const text = words().covertAction;
  return (
    <div class="centre">
      <p class="aside">
        <span class="faint">{text.setAside}</span>
        {(game.centre ?? []).map(({ team, role }, index) => (
          <SpyCard key={index} team={team} role={role} />
        ))}
      </p>
      <p class="faint">{text.deck(game.deck ?? 0)}</p>
      {clock.left !== undefined && (
        <p class="clock" role="timer" aria-label={text.clock}>
          <progress max={SECONDS} value={clock.left} aria-label={text.clock} />
          <span>{text.secondsLeft(clock.left)}</span>
        </p>
      )}
      {game.choice && <p>{text.chosen}</p>}
      {clock.chosen && <p>{text.chosenSoFar(clock.chosen.words ?? "")}</p>}
      {actions.map((action) => (
        <button
          key={action.text}
          type="button"
          class="main"
          disabled={act === undefined}
          onClick={() => act?.(action)}
        >
          {action.words}
        </button>
      ))}
    </div>
  );
}
