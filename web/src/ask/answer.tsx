// What comes of the position: what is still wrong with it, or its picture, the hint, and what
// happens next.

import { useMemo, useState } from "preact/hooks";
import { games } from "../games";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { ViewJson } from "../generated/covertbots/v1/view_pb";
import { HintPanel } from "../hint/panel";
import { ofView } from "../hint/source";
import type { Problem } from "../service";
import { words } from "../words/words";
import { asked, mistakes, position, readAgain, reading, trouble } from "./draft";
import { idOf } from "./field";
import { goOn, Sequel } from "./sequel";
import { place, SEATS } from "./text";

/** On a narrow screen, where the answer stands below all fields: the way to it. */
export function ToAnswer() {
  const { ask } = words();
  const found = mistakes.value.length;
  return (
    <p class="to-answer">
      <button
        type="button"
        class={position.value && !asked.value ? "main" : ""}
        onClick={() => {
          if (position.value) asked.value = true;
          document.querySelector(".answer")?.scrollIntoView();
        }}
      >
        {position.value ? (asked.value ? ask.toHint : ask.askNow) : found > 0 ? ask.missing(found) : ask.reading}
      </button>
    </p>
  );
}

export function Answer() {
  const { ask } = words();
  const read = position.value;
  return (
    <div class="answer" aria-busy={reading.value}>
      {trouble.value === "" ? null : (
        <p role="alert">
          <span lang="en">{trouble.value}</span>{" "}
          <button type="button" onClick={readAgain}>
            {ask.tryAgain}
          </button>
        </p>
      )}
      {read?.view ? (
        <Read view={read.view} assumed={read.assumed ?? []} />
      ) : (
        <Missing problems={mistakes.value} />
      )}
      {asked.value || read ? null : (
        <button type="button" onClick={() => (asked.value = true)}>
          {ask.showMistakes}
        </button>
      )}
    </div>
  );
}

function Read({ view, assumed }: { view: ViewJson; assumed: readonly string[] }) {
  const { ask } = words();
  const [pointed, point] = useState<ActionJson>();
  const source = useMemo(() => ofView(view), [view]);
  const players = view.covert?.players?.length ?? 0;
  const names = SEATS.slice(0, players);
  const own = view.covert?.toDecide !== undefined && view.covert.toDecide === view.covert.seat;
  const Board = games.covert?.Board;
  return (
    <>
      {own ? (
        asked.value ? (
          <HintPanel
            ask={source}
            view={view}
            names={names}
            point={point}
            play={([action]) => void (action && goOn(view, action))}
          />
        ) : (
          <button type="button" class="main big" onClick={() => (asked.value = true)}>
            {ask.askNow}
          </button>
        )
      ) : (
        <p>{ask.notYourTurn(SEATS[view.covert?.toDecide ?? -1] ?? ask.somebody)}</p>
      )}
      {assumed.length === 0 ? null : (
        <details class="assumed">
          <summary>{ask.assumed(assumed.length)}</summary>
          <ul lang="en">
            {assumed.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
      <Sequel view={view} point={point} />
      {Board ? (
        <details class="picture">
          <summary>{ask.picture}</summary>
          <Board view={view} names={names} pointedAt={pointed} />
        </details>
      ) : null}
    </>
  );
}

/** What the service still needs: each leads to its field. */
function Missing({ problems }: { problems: readonly Problem[] }) {
  const { ask } = words();
  if (problems.length === 0) return null;
  return (
    <section class="missing" aria-labelledby="missing-title">
      <h2 id="missing-title">{ask.missing(problems.length)}</h2>
      <ul>
        {problems.map(({ field, description }) => {
          const [, line = "", part = ""] = field.split(".");
          const said = field.startsWith("text") ? [line, part].filter(Boolean).join(", ") : field;
          return (
            <li key={field + description}>
              <a
                href="#/ask"
                onClick={(event) => {
                  event.preventDefault();
                  focusField(line, part);
                }}
              >
                {said || ask.asText}
              </a>{" "}
              <span class={asked.value ? "mistake" : "faint"} lang="en">
                {said ? description.replace(/^line \d+: /, "") : description}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Go to the field of a mistake, or to the text where it has none. */
function focusField(line: string, part: string): void {
  const id = idOf(place(line, part));
  const ids = [id, `${id}-0`, "field-circles", "position-text"];
  const target = ids
    .filter((candidate) => candidate !== "field-circles" || line === "circles")
    .map((candidate) => document.getElementById(candidate))
    .find((element) => element !== null);
  target?.closest("details")?.setAttribute("open", "");
  target?.focus();
}
