// Where the game stands: players, whose view it is, the round, the phase, and who decides.

import { words } from "../words/words";
import { me, replace, seats, template, text, touch } from "./draft";
import { idOf, Mistake, PartField, put, useMistake, useValue } from "./field";
import { place, SEATS, seatNamed, withoutLine, withValue } from "./text";

const PHASES = [
  "setup",
  "placing",
  "before codes",
  "codes",
  "before resolving",
  "resolving",
  "last mission",
] as const;

export type PhaseWords = Record<(typeof PHASES)[number], string>;

interface Now {
  round: string;
  phase: string;
  seat: string;
  /** What stands there besides: a kind of decision. */
  rest: string[];
}

const NOW = place("now");

export function NowFields() {
  const { ask } = words();
  const now = nowOf(useValue(NOW));
  const started = useValue(place("started"));
  const own = me.value;
  const change = (part: Partial<Now>) => {
    const next = { ...now, ...part };
    const items = [next.round && `round ${next.round}`, next.phase, next.seat, ...next.rest];
    put(NOW, items.filter(Boolean).join(", "));
    touch(NOW);
  };
  const mistake = [useMistake(NOW), useMistake(place("me"))].find(Boolean);
  return (
    <fieldset class="now">
      <legend>{ask.now}</legend>
      <div class="field">
        <span id="players-label">{ask.players}</span>
        <span class="choices" role="group" aria-labelledby="players-label">
          {[2, 3, 4].map((players) => (
            <button
              key={players}
              type="button"
              aria-pressed={seats.value.length === players}
              onClick={() =>
                seats.value.length !== players && seat(players, SEATS.indexOf(own as "North"))
              }
            >
              {players}
            </button>
          ))}
        </span>
      </div>
      <Choice
        id="me"
        label={ask.me}
        value={own}
        options={seats.value}
        change={(chosen) => setOwn(now, chosen)}
      />
      <div class="field">
        <label for={idOf(NOW)}>{ask.round}</label>
        <input
          id={idOf(NOW)}
          type="number"
          min={1}
          max={60}
          value={now.round}
          aria-invalid={mistake !== undefined}
          onInput={(event) => change({ round: event.currentTarget.value })}
        />
      </div>
      <Choice
        id="phase"
        label={ask.phase}
        value={now.phase}
        options={PHASES}
        said={ask.phases}
        change={(phase) => change({ phase, rest: [] })}
      />
      <Choice
        id="decides"
        label={ask.decides}
        value={now.seat}
        options={seats.value}
        change={(to) => setDecider(now, to, own)}
      />
      <Choice
        id="started"
        label={ask.started}
        value={seatNamed(started)}
        options={seats.value}
        change={(first) => put(place("started"), first)}
      />
      <PartField
        where={place("order")}
        label={ask.order}
        usual={ask.nobody}
        palette={seats.value.map((name) => ({ value: name[0] ?? "", label: name }))}
      />
      <Mistake id={idOf(NOW)} said={mistake} />
    </fieldset>
  );
}

interface ChoiceProps {
  id: string;
  label: string;
  value: string;
  options: readonly string[];
  said?: Record<string, string>;
  change: (value: string) => void;
}

function Choice({ id, label, value, options, said, change }: ChoiceProps) {
  return (
    <div class="field">
      <label for={`choice-${id}`}>{label}</label>
      <select
        id={`choice-${id}`}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      >
        {options.includes(value) ? null : <option value={value}>{value}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {said?.[option] ?? option}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Begin anew with so many players, but keep a position that has been filled in to come back to. */
function seat(players: number, own: number): void {
  replace(template(players, Math.max(0, Math.min(own, players - 1))));
}

/** Say which seat is one's own: it decides too, as a hint needs. Hands are entered anew. */
function setOwn(now: Now, own: string): void {
  const players = seats.value.length;
  const untouched = template(players, SEATS.indexOf(now.seat as "North"));
  if (text.value === untouched) replace(template(players, SEATS.indexOf(own as "North")));
  else text.value = withNow(withoutLine(text.value, "me"), { ...now, seat: own });
}

function setDecider(now: Now, seat: string, me: string): void {
  const decided = withNow(text.value, { ...now, seat });
  text.value = seat === me ? withoutLine(decided, "me") : withValue(decided, place("me"), me);
}

function withNow(position: string, { round, phase, seat, rest }: Now): string {
  const items = [round && `round ${round}`, phase, seat, ...rest].filter(Boolean);
  return withValue(position, NOW, items.join(", "));
}

function nowOf(value: string): Now {
  const now: Now = { round: "", phase: "", seat: "", rest: [] };
  for (const item of value.split(",").map((part) => part.trim())) {
    const round = /^round\s+(\d+)$/i.exec(item)?.[1];
    const phase = PHASES.find((known) => known === item.toLowerCase());
    const named = seatNamed(item);
    if (round !== undefined) now.round = round;
    else if (phase !== undefined) now.phase = phase;
    else if (named !== "") now.seat = named;
    else if (item !== "") now.rest.push(item);
  }
  return now;
}
