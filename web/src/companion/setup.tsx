// The setup of a table, entered once: how many play, their names, the player's seat, the options.

import { SettingFields } from "../covert_action/settings";
import { Players } from "../home/new_game";
import { words } from "../words/words";
import { busy, follow, wrong } from "./following";
import { keep, kept } from "./kept";

const [FEWEST, MOST] = [4, 14];

export function Setup() {
  const { companion: text, home, covertAction } = words();
  const { players, names, seat, settings } = kept.value;
  function begin(event: Event) {
    event.preventDefault();
    void follow([`seat ${seat + 1}`]);
  }
  return (
    <form class="panel set-up" onSubmit={begin}>
      <p>{text.about}</p>
      <Players
        from={FEWEST}
        to={MOST}
        value={players}
        choose={(number) => keep({ players: number, seat: Math.min(seat, number - 1) })}
      />
      <fieldset>
        <legend>{text.namesAndSeat}</legend>
        <p class="faint">{text.clockwise}</p>
        <ol class="names">
          {Array.from({ length: players }, (_, each) => (
            <li key={each}>
              <span class="number">{each + 1}</span>
              <input
                value={names[each] ?? ""}
                maxLength={20}
                placeholder={covertAction.seatNumber(each + 1)}
                aria-label={text.nameOf(each + 1)}
                onInput={(event) => {
                  const changed = Array.from({ length: players }, (_, at) => names[at] ?? "");
                  changed[each] = event.currentTarget.value;
                  keep({ names: changed });
                }}
              />
              <button
                type="button"
                aria-pressed={each === seat}
                aria-label={text.myselfAt(each + 1)}
                onClick={() => keep({ seat: each })}
              >
                {text.myself}
              </button>
            </li>
          ))}
        </ol>
      </fieldset>
      <details>
        <summary>{home.options}</summary>
        <SettingFields chosen={settings} choose={(chosen) => keep({ settings: chosen })} />
      </details>
      <button type="submit" class="main large" disabled={busy.value}>
        {text.begin}
      </button>
      {wrong.value && (
        <p role="alert" lang="en">
          {wrong.value}
        </p>
      )}
    </form>
  );
}
