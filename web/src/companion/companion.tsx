// The view `#/companion`: the companion at a real table of Covert Action, on the phone of a player.

import { useEffect } from "preact/hooks";
import { words } from "../words/words";
import { Advice } from "./advice";
import { busy, follow, followed, tell, undo, wrong } from "./following";
import { kept } from "./kept";
import { More } from "./more";
import { Question } from "./question";
import { SeatList } from "./seats";
import { Setup } from "./setup";

export function Companion() {
  const text = words().companion;
  const begun = kept.value.lines !== undefined;
  return (
    <section class="covert-action companion" aria-label={text.title}>
      <h1>{text.title}</h1>
      {begun ? <Followed /> : <Setup />}
    </section>
  );
}

function Followed() {
  const text = words().companion;
  useEffect(() => {
    if (followed.peek() === undefined) void follow(kept.peek().lines ?? []);
  }, []);
  const now = followed.value;
  if (now === undefined) {
    return (
      <>
        <p role="status">{wrong.value === "" && text.asking}</p>
        <Wrong />
        {wrong.value !== "" && (
          <button type="button" class="main" onClick={() => follow(kept.value.lines ?? [])}>
            {text.again}
          </button>
        )}
        <More />
      </>
    );
  }
  const last = now.lines?.at(-1);
  const goesOn = now.need === "NEED_NOTHING" || now.need === "NEED_ORDERED";
  return (
    <>
      <Heading />
      <p class="latest" role="status" lang="en">
        {last?.words}
        {last?.noted && ` (${text.noEvidence})`}
      </p>
      <Wrong />
      <Question now={now} />
      {goesOn && <SeatList now={now} />}
      <Advice now={now} />
      <div class="companion-bar">
        <button type="button" disabled={busy.value || (now.lines ?? []).length < 2} onClick={undo}>
          {text.undo}
        </button>
        {now.need === "NEED_NOTHING" && (
          <button type="button" disabled={busy.value} onClick={() => tell("nobody")}>
            {text.nobody}
          </button>
        )}
      </div>
      <More />
    </>
  );
}

function Heading() {
  const { covertAction, companion: text } = words();
  const { round = 0, view } = followed.value ?? {};
  const game = view?.covertAction;
  if (game === undefined) return <h2>{text.round(round)}</h2>;
  const { beat = 0, settings, phase = "PHASE_UNSPECIFIED" } = game;
  return (
    <h2>
      {covertAction.round(round, beat, settings?.beats ?? 0)}
      {phase === "PHASE_DEADLINE" && ` · ${text.deadline}`}
    </h2>
  );
}

function Wrong() {
  return (
    <p role="alert" lang="en" class="wrong">
      {wrong.value}
    </p>
  );
}
