// A new game of Covert Action: seats, how many of them for friends, the style of the bots, options.

import { useSignal } from "@preact/signals";
import { SettingFields, setupOf } from "../covert_action/settings";
import { botsOf } from "../table/bot_levels";
import { words } from "../words/words";
import { NewGame, Players } from "./new_game";

const GAME = "covert_action";
const [FEWEST, MOST, USUAL] = [4, 14, 6];
const WINDOWS = [0, 3, 5, 10, 20, 30]; // seconds

export function NewCovertAction() {
  const text = words().home;
  const players = useSignal(USUAL);
  const friends = useSignal(0);
  const style = useSignal("");
  const window = useSignal("");
  const settings = useSignal<Record<string, string>>({});
  const bots = botsOf(GAME);
  const bot = style.value || bots.at(-1)?.spec || "";
  const mostFriends = players.value - 1;
  const invited = Math.min(friends.value, mostFriends);
  return (
    <NewGame
      game={GAME}
      request={(host) => ({
        seats: [
          { host },
          ...Array.from({ length: invited }, () => ({ open: true })),
          ...Array.from({ length: mostFriends - invited }, () => ({ bot })),
        ],
        covertAction: setupOf(settings.value),
        ...(window.value && { window: window.value }),
      })}
      more={[
        <label key="window" class="field">
          <span>{text.window}</span>
          <select
            value={window.value}
            onChange={(event) => (window.value = event.currentTarget.value)}
          >
            <option value="">{text.usual}</option>
            {WINDOWS.map((seconds) => (
              <option key={seconds} value={`${seconds}s`}>
                {seconds === 0 ? text.windowAtOnce : text.seconds(seconds)}
              </option>
            ))}
          </select>
        </label>,
        <SettingFields
          key="settings"
          chosen={settings.value}
          choose={(chosen) => (settings.value = chosen)}
        />,
      ]}
    >
      <Players
        from={FEWEST}
        to={MOST}
        value={players.value}
        choose={(number) => (players.value = number)}
      />
      <label class="field">
        <span>{text.style}</span>
        <select value={bot} onChange={(event) => (style.value = event.currentTarget.value)}>
          {bots.map(({ spec }) => (
            <option key={spec} value={spec}>
              {spec}
            </option>
          ))}
        </select>
        <span class="faint">{bots.find(({ spec }) => spec === bot)?.description}</span>
      </label>
      <label class="field">
        <span>{text.friends}</span>
        <select
          value={invited}
          onChange={(event) => (friends.value = Number(event.currentTarget.value))}
        >
          {Array.from({ length: mostFriends + 1 }, (_, number) => (
            <option key={number} value={number}>
              {number}
            </option>
          ))}
        </select>
      </label>
    </NewGame>
  );
}
