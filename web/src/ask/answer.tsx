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
import { asked, mistakes, position, readAgain, reading, trouble, untouched, values } from "./draft";
import { idOf } from "./field";
import { goOn, Sequel } from "./sequel";
import { place, SEATS } from "./text";

/** On a narrow screen, where the answer stands below all fields: the way to it. */
export function ToAnswer() {
  const { ask } = words();
  const [empty, wrong] = apart(mistakes.value);
  const lacks = empty.length > 0 || untouched.value ? ask.toEnter : ask.reading;
  const rest = wrong.length > 0 ? ask.wrong(wrong.length) : lacks;
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
        {position.value ? (asked.value ? ask.toHint : ask.askNow) : rest}
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
      {untouched.value ? <p>{ask.untouched}</p> : null}
      {asked.value || read ? null : (
        <button type="button" onClick={() => (asked.value = true)}>
          {untouched.value ? ask.listGaps : ask.showMistakes}
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

/** What the service still needs, and what it finds wrong: each leads to its field. */
function Missing({ problems }: { problems: readonly Problem[] }) {
  const { ask } = words();
  const [empty, wrong] = apart(problems);
  if (problems.length === 0) return null;
  return (
    <section class="missing">
      {wrong.length === 0 ? null : (
        <>
          <h2>{ask.wrong(wrong.length)}</h2>
          <ul>
            {wrong.map(({ field, description }) => (
              <li key={field + description}>
                <ToField field={field} said={named(field)} />{" "}
                <span class={asked.value ? "mistake" : "faint"} lang="en">
                  {description.replace(/^line \d+: /, "")}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {empty.length === 0 ? null : (
        <>
          <h2>{ask.toEnter}</h2>
          <ul>
            {linesOf(empty).map(([seat, fields]) => (
              <li key={seat} class="row">
                {seat === "" ? null : <span>{seat}:</span>}
                {fields.map((field) => (
                  <ToField key={field} field={field} said={partOf(field)} />
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function ToField({ field, said }: { field: string; said: string }) {
  const [, line = "", part = ""] = field.split(".");
  return (
    <a
      href="#/ask"
      aria-label={named(field)}
      onClick={(event) => {
        event.preventDefault();
        focusField(line, part);
      }}
    >
      {said}
    </a>
  );
}

/** Return the problems of fields in which nothing has been entered, and the others. */
function apart(problems: readonly Problem[]): [Problem[], Problem[]] {
  const isEmpty = ({ field }: Problem) => {
    const [text, line = "", part = ""] = field.split(".");
    return text === "text" && line !== "" && !values.value.get(place(line, part));
  };
  return [problems.filter(isEmpty), problems.filter((problem) => !isEmpty(problem))];
}

/** Return the fields of problems by seat, those of the table first. */
function linesOf(problems: readonly Problem[]): [string, string[]][] {
  const lines = new Map<string, string[]>();
  for (const { field } of problems) {
    const [, line = "", part] = field.split(".");
    const seat = part === undefined ? "" : line;
    lines.set(seat, [...(lines.get(seat) ?? []), field]);
  }
  return [...lines];
}

/** Return what a field is called, without its seat. */
function partOf(field: string): string {
  const { ask } = words();
  const [, line = "", part = line] = field.split(".");
  return ask.parts[part] ?? part;
}

/** Return what a field is called. */
function named(field: string): string {
  const [text, line, part] = field.split(".");
  if (text !== "text") return field;
  if (line === undefined) return words().ask.asText;
  return part === undefined ? partOf(field) : `${line}, ${partOf(field)}`;
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
