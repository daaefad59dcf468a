// The tour beside the table: what the screen shows and what to do now, step by step.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { TableJson } from "../generated/covertbots/v1/tables_pb";
import { keepSeat, keptSeat } from "../table/kept_seats";
import type { Sitting } from "../table/sitting";
import { words } from "../words/words";
import { Told } from "./explained";
import { RULES } from "./rules";
import { atHand, doneIn, STEPS, type Step } from "./steps";

export function Tour({ sitting }: { sitting: Sitting }) {
  const { learn } = words();
  const kept = keptSeat(sitting.name)?.tour;
  const done = useSignal<readonly string[]>(kept?.done ?? []);
  const skipped = useSignal(kept?.skipped ?? false);
  const picked = useSignal<number | undefined>(undefined);
  const table = sitting.table.value ?? {};
  const now = sitting.behind.value || sitting.busy.value ? [] : atHand(table);
  useDone(sitting, table, now, done);
  const isDone = (step: Step) => done.value.includes(step);
  const open = now.find((step) => !isDone(step));
  // While the table asks something in between, the tour stays where it is.
  const latest = useRef<Step | undefined>(undefined);
  const waits = latest.current !== undefined && !isDone(latest.current) && now.length === 0;
  const same = waits || isBetween(table) ? latest.current : undefined;
  const current = open ?? same ?? STEPS.find((step) => !isDone(step));
  latest.current = current;
  const remembered = JSON.stringify([done.value, skipped.value]);
  useEffect(() => {
    keepSeat(sitting.name, { tour: { done: done.value, skipped: skipped.value } });
  }, [remembered]);
  useEffect(() => {
    picked.value = undefined;
  }, [current]);

  if (skipped.value) {
    return (
      <p class="tour">
        <button type="button" class="quiet" onClick={() => (skipped.value = false)}>
          {learn.show}
        </button>
      </p>
    );
  }
  const at = picked.value ?? (current === undefined ? STEPS.length : STEPS.indexOf(current));
  const step = STEPS[at];
  return (
    <section class="panel tour" aria-label={learn.title}>
      <details open>
        <summary>
          {step === undefined ? learn.allDone : learn.step(at + 1, STEPS.length)}
          <strong>{step === undefined ? "" : learn.steps[step].title}</strong>
          {step !== undefined && isDone(step) && <span class="done">{learn.done}</span>}
        </summary>
        <p class="tour-text" aria-live="polite">
          {step === undefined ? (
            <Told text={learn.end} />
          ) : (
            <StepText step={step} table={table} now={now} done={isDone(step)} />
          )}
        </p>
        <p class="row">
          <button type="button" disabled={at === 0} onClick={() => (picked.value = at - 1)}>
            {learn.back}
          </button>
          <button
            type="button"
            disabled={at === STEPS.length}
            onClick={() => (picked.value = at + 1)}
          >
            {learn.next}
          </button>
          <button type="button" class="quiet" onClick={() => (skipped.value = true)}>
            {learn.skip}
          </button>
        </p>
        <details class="all-words">
          <summary>{learn.allWords}</summary>
          <p>
            {Object.keys(RULES)
              .map((name) => ({ name, title: learn.titles[name as keyof typeof RULES] }))
              .sort((one, other) => one.title.localeCompare(other.title))
              .map(({ name, title }) => (
                <Told key={name} text={`[${title}|${name}]`} />
              ))}
          </p>
        </details>
      </details>
    </section>
  );
}

/** Decisions that the steps are about; others come in between. */
const MAIN = new Set<string>([
  "DECISION_PLACE",
  "DECISION_BREAK",
  "DECISION_RESOLVE",
  "DECISION_LAST_MISSION",
]);

/** True where the player is asked something in between. */
function isBetween({ view, toDecide, seat }: TableJson): boolean {
  const own = toDecide !== undefined && toDecide.seat === seat;
  return own && !MAIN.has(view?.covert?.decision ?? "");
}

interface StepTextProps {
  step: Step;
  table: TableJson;
  now: readonly Step[];
  done: boolean;
}

function StepText({ step, table, now, done }: StepTextProps) {
  const { learn, covert } = words();
  const { about, now: doNow, further, later } = learn.steps[step];
  const decision = table.view?.covert?.decision ?? "DECISION_UNSPECIFIED";
  const begun = ["DECISION_STEP", "DECISION_PAYMENT"].includes(decision);
  let task = isBetween(table) && !done ? covert.decisions[decision] : "";
  if (now.includes(step)) task = (begun && further) || doNow;
  return (
    <>
      <Told text={about} />{" "}
      {task !== "" ? (
        <strong>
          <Told text={task} />
        </strong>
      ) : (
        !done && <Told text={later} />
      )}
    </>
  );
}

/** Note the steps that the player does. An answer to a window leaves no trace in the news. */
function useDone(
  sitting: Sitting,
  table: TableJson,
  now: readonly Step[],
  done: { value: readonly string[] },
): void {
  const asked = useRef<number | undefined>(undefined);
  const undone = table.undone ?? 0;
  const isAsked = now.includes("window");
  const { news, last, busy, behind } = sitting;
  const settled = !busy.value && !behind.value;
  useEffect(() => {
    if (!settled || table.seat === undefined) return;
    const steps: string[] = doneIn(news.value, table.seat, table.view?.covert?.round ?? 0);
    if (!isAsked && asked.current === undone) steps.push("window");
    asked.current = isAsked ? undone : undefined;
    const all = new Set([...done.value, ...steps]);
    if (all.size > done.value.length) done.value = [...all];
  }, [last.value, isAsked, settled, undone]);
}
