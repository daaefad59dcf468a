// What was done in the position: the text after it takes its place.

import { useEffect, useState } from "preact/hooks";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { ContinuePositionResponseJson } from "../generated/covertbots/v1/referee_pb";
import type { ViewJson } from "../generated/covertbots/v1/view_pb";
import { call, ServiceError } from "../service";
import { words } from "../words/words";
import { replace, touched } from "./draft";
import { idOf } from "./field";
import { type Place, place, SEATS } from "./text";

const SHOWN = 12;

interface Props {
  view: ViewJson;
  point: (action: ActionJson | undefined) => void;
}

export function Sequel({ view, point }: Props) {
  const { ask } = words();
  const [possible, setPossible] = useState<readonly ActionJson[]>([]);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    const leaving = new AbortController();
    setPossible([]);
    setTyped("");
    setProblem("");
    call<ContinuePositionResponseJson>("Referee", "ContinuePosition", { view }, leaving.signal)
      .then((answer) => setPossible(answer.possible ?? []))
      .catch((error) => leaving.signal.aborted || setProblem(String(error.message)));
    return () => leaving.abort();
  }, [view]);
  const own = view.covert?.toDecide === view.covert?.seat;
  const name = SEATS[view.covert?.toDecide ?? -1] ?? ask.somebody;
  const fitting = possible.filter((action) => fits(action, typed));
  const done = (action: ActionJson) =>
    goOn(view, action).catch((error) => setProblem(error.message));
  return (
    <section class="sequel" aria-labelledby="sequel-title">
      <h2 id="sequel-title">{own ? ask.whatYouDid : ask.whatTheyDid(name)}</h2>
      <label for="sequel-find">{ask.findAction}</label>
      <input
        id="sequel-find"
        type="search"
        autocomplete="off"
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const first = fitting[0];
          if (event.key === "Enter" && first) void done(first);
        }}
      />
      <ul>
        {fitting.slice(0, SHOWN).map((action) => (
          <li key={action.text}>
            <button
              type="button"
              onClick={() => void done(action)}
              onPointerEnter={() => point(action)}
              onPointerLeave={() => point(undefined)}
              onFocus={() => point(action)}
              onBlur={() => point(undefined)}
            >
              {action.words}
            </button>
          </li>
        ))}
      </ul>
      {fitting.length > SHOWN ? (
        <p class="faint">{ask.moreActions(fitting.length - SHOWN)}</p>
      ) : null}
      {own ? null : <p class="faint">{ask.hiddenActions}</p>}
      {problem === "" ? null : (
        <p role="alert" lang="en">
          {problem}
        </p>
      )}
    </section>
  );
}

function fits({ words: said = "", text = "" }: ActionJson, typed: string): boolean {
  const held = `${said} ${text}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(" ")
    .every((word) => held.includes(word));
}

/** Go on with the position after an action; what only people can tell is asked for. */
export async function goOn(view: ViewJson, action: ActionJson): Promise<void> {
  const request = { view, action: { text: action.text } };
  const { text = "", untold = [] } = await call<ContinuePositionResponseJson>(
    "Referee",
    "ContinuePosition",
    request,
  ).catch((error) => {
    if (error instanceof ServiceError && error.problems[0])
      throw new Error(error.problems[0].description);
    throw error;
  });
  replace(text, true);
  const places = untold.map((field): Place => {
    const [, line = "", part = ""] = field.split(".");
    return place(line, part);
  });
  touched.value = new Set(places);
  const first = places[0];
  if (first !== undefined) setTimeout(() => document.getElementById(idOf(first))?.focus());
}
