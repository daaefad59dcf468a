// The choice of a bot for a seat.

import { words } from "../words/words";
import { botsOf } from "./bot_levels";

interface BotChoiceProps {
  game: string;
  /** The spec chosen; empty for the first. */
  value: string;
  choose: (spec: string) => void;
}

export function BotChoice({ game, value, choose }: BotChoiceProps) {
  const bots = botsOf(game);
  return (
    <label class="field">
      <span>{words().table.botLevel}</span>
      <select
        value={value || bots[0]?.spec}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {bots.map(({ spec }) => (
          <option key={spec} value={spec}>
            {spec}
          </option>
        ))}
      </select>
    </label>
  );
}
