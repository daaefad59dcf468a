// The centre of the ring: the cards set aside, the deck, the clock, and what is done to no seat.

import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { CovertActionViewJson } from "../generated/covertbots/v1/covert_action_pb";
import { words } from "../words/words";
import { SpyCard } from "./cards";

interface CentreProps {
  game: CovertActionViewJson;
  actions: readonly ActionJson[];
  /** Seconds until the window closes; undefined where no clock runs. */
  left: number | undefined;
  chosen: ActionJson | undefined;
  act: ((action: ActionJson) => void) | undefined;
}

export function Centre({ game, actions, left, chosen, act }: CentreProps) {
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
      {left !== undefined && (
        <p class="clock" role="timer" aria-label={text.clock}>
          {text.secondsLeft(left)}
        </p>
      )}
      {game.choice && !chosen && <p>{text.chosen}</p>}
      {chosen && <p>{text.chosenSoFar(chosen.words || chosen.text || "")}</p>}
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
