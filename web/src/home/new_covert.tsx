// A new game of Covert: how many play, against which levels, and the options of the cards.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type { GetCardSetResponseJson } from "../generated/covertbots/v1/referee_pb";
import { call } from "../service";
import { botsOf } from "../table/bot_levels";
import { words } from "../words/words";
import { NewGame, Players } from "./new_game";

const FRIEND = "";
const USUAL = "easy";
const [FEWEST, MOST] = [2, 4];

export function NewCovert() {
  const text = words().home;
  const players = useSignal(FEWEST);
  const levels = useSignal<readonly string[]>(Array.from({ length: MOST - 1 }, () => USUAL));
  const options = useSignal<Record<string, boolean>>({});
  const cards = useSignal<CovertCardSetJson | undefined>(undefined);
  useEffect(() => {
    call<GetCardSetResponseJson>("Referee", "GetCardSet", {}).then(
      (response) => (cards.value = response.covert),
      () => undefined, // without them the game is as usual
    );
  }, []);
  const bots = botsOf("covert");
  const opponents = levels.value.slice(0, players.value - 1);
  const changed = Object.keys(options.value).length > 0 && cards.value;
  return (
    <NewGame
      game="covert"
      request={(host) => ({
        seats: [{ host }, ...opponents.map((bot) => (bot === FRIEND ? { open: true } : { bot }))],
        ...(changed && {
          covert: {
            cardSet: cards.value?.digest ?? "",
            options: { ...cards.value?.options, ...options.value },
          },
        }),
      })}
      more={
        <Options
          cards={cards.value}
          chosen={options.value}
          choose={(all) => (options.value = all)}
        />
      }
    >
      <Players
        from={FEWEST}
        to={MOST}
        value={players.value}
        choose={(number) => (players.value = number)}
      />
      <fieldset class="opponents">
        <legend>{text.opponents}</legend>
        {opponents.map((level, index) => {
          const bot = bots.find(({ spec }) => spec === level);
          const rating = bot?.ratings[players.value];
          return (
            <div key={index} class="opponent">
              <select
                aria-label={text.opponent(index + 1)}
                value={level}
                onChange={(event) => {
                  const chosen = event.currentTarget.value;
                  levels.value = levels.value.map((old, place) => (place === index ? chosen : old));
                }}
              >
                {bots.map(({ spec }) => (
                  <option key={spec} value={spec}>
                    {spec}
                  </option>
                ))}
                <option value={FRIEND}>{text.friend}</option>
              </select>
              <span class="faint">
                {bot?.description} {rating !== undefined && text.rating(Math.round(rating))}
              </span>
            </div>
          );
        })}
      </fieldset>
    </NewGame>
  );
}

interface OptionsProps {
  cards: CovertCardSetJson | undefined;
  chosen: Readonly<Record<string, boolean>>;
  choose: (options: Record<string, boolean>) => void;
}

function Options({ cards, chosen, choose }: OptionsProps) {
  const usual: Record<string, boolean> = { ...cards?.options };
  return (
    <fieldset>
      <legend>{words().home.options}</legend>
      {(cards?.optionTexts ?? []).map(({ name = "", on = "" }) => {
        const field = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
        const value = chosen[field] ?? usual[field] ?? false;
        return (
          <label key={name} class="check">
            <input
              type="checkbox"
              checked={value}
              onChange={() => choose({ ...chosen, [field]: !value })}
            />
            {on}
          </label>
        );
      })}
    </fieldset>
  );
}
