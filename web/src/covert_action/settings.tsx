// The settings of a table, by their names in the cards that the service has; those not chosen
// have their defaults.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type {
  CovertActionCardSet_SettingTextJson,
  CovertActionSetupJson,
} from "../generated/covertbots/v1/covert_action_pb";
import type { GetCardSetResponseJson } from "../generated/covertbots/v1/referee_pb";
import { call } from "../service";
import { words } from "../words/words";

/** Settings by their names, as the service writes them: `on`, `off`, `4`, `void`. */
export type Chosen = Readonly<Record<string, string>>;

interface SettingFieldsProps {
  chosen: Chosen;
  choose: (chosen: Chosen) => void;
}

export function SettingFields({ chosen, choose }: SettingFieldsProps) {
  const text = words().home;
  const known = useSignal<readonly CovertActionCardSet_SettingTextJson[]>([]);
  useEffect(() => {
    call<GetCardSetResponseJson>("Referee", "GetCardSet", { game: "covert_action" }).then(
      (response) => (known.value = response.covertAction?.settings ?? []),
      () => undefined, // without them the game is as usual
    );
  }, []);
  return (
    <>
      {known.value.map(({ name = "", values = [], words: meaning = "" }) => (
        <label key={name} class="field">
          <span>{meaning}</span>
          <select
            value={chosen[name] ?? ""}
            onChange={(event) => choose({ ...chosen, [name]: event.currentTarget.value })}
          >
            <option value="">{text.usual}</option>
            {values.map((value) => (
              <option key={value} value={value}>
                {value === "on" ? text.on : value === "off" ? text.off : value}
              </option>
            ))}
          </select>
        </label>
      ))}
    </>
  );
}

/** Return the setup of the settings chosen. */
export function setupOf(chosen: Chosen): CovertActionSetupJson {
  const fields = Object.entries(chosen).filter(([, value]) => value !== "");
  return Object.fromEntries(
    fields.map(([name, value]) => {
      const field = name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
      if (name === "deadline") return [field, `DEADLINE_${value.toUpperCase()}`];
      return [field, value === "on" || value === "off" ? value === "on" : Number(value)];
    }),
  );
}
