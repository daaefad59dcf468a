// What the forms of both games have in common.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import type { CreateTableRequestJson, HintPolicyJson } from "../generated/covertbots/v1/tables_pb";
import { go } from "../route";
import { ServiceError } from "../service";
import { createTable } from "../table/new_table";
import { playerName } from "../table/player_name";
import { words } from "../words/words";

interface NewGameProps {
  game: string;
  /** The table asked for; the name of its host is given. */
  request: (host: string) => CreateTableRequestJson;
  /** What is behind "more". */
  more: ComponentChildren;
  children: ComponentChildren;
}

export function NewGame({ game, request, more, children }: NewGameProps) {
  const text = words().home;
  const busy = useSignal(false);
  const wrong = useSignal("");
  const hints = useSignal<HintPolicyJson>("HINT_POLICY_UNSPECIFIED");
  async function play(event: Event) {
    event.preventDefault();
    busy.value = true;
    wrong.value = "";
    try {
      const asked = request(playerName.value.trim() || text.defaultName);
      const made = await createTable({ ...asked, hints: hints.value });
      go("table", made.table, made.token);
    } catch (error) {
      wrong.value = error instanceof ServiceError ? told(error, text.noTables) : String(error);
    } finally {
      busy.value = false;
    }
  }
  const title = text.games[game] ?? game;
  return (
    <form class="panel new-game" aria-label={title} onSubmit={play}>
      <h2>{title}</h2>
      <p class="faint">{text.about[game]}</p>
      {children}
      <details>
        <summary>{text.more}</summary>
        <label class="field">
          <span>{text.yourName}</span>
          <input
            maxLength={40}
            placeholder={text.defaultName}
            value={playerName.value}
            onInput={(event) => (playerName.value = event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{text.hints}</span>
          <select
            value={hints.value}
            onChange={(event) => (hints.value = event.currentTarget.value as HintPolicyJson)}
          >
            {Object.entries(text.hintPolicies).map(([policy, label]) => (
              <option key={policy} value={policy}>
                {label}
              </option>
            ))}
          </select>
        </label>
        {more}
      </details>
      <button type="submit" class="main large" disabled={busy.value}>
        {text.play}
      </button>
      {wrong.value && <p role="alert">{wrong.value}</p>}
    </form>
  );
}

function told(error: ServiceError, noTables: string): string {
  if (error.code === "unimplemented") return noTables;
  return error.problems.map(({ description }) => description).join("; ") || error.message;
}

interface PlayersProps {
  from: number;
  to: number;
  value: number;
  choose: (players: number) => void;
}

/** A row of numbers of players, one of them chosen. */
export function Players({ from, to, value, choose }: PlayersProps) {
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return (
    <fieldset class="segments">
      <legend>{words().home.players}</legend>
      {numbers.map((number) => (
        <button
          key={number}
          type="button"
          aria-pressed={number === value}
          onClick={() => choose(number)}
        >
          {number}
        </button>
      ))}
    </fieldset>
  );
}
