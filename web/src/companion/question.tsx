// The question about what has to be told next, and its answers: as the service lists them, or picked seat by seat.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { SpyCard, type Team } from "../covert_action/cards";
import type { FollowTableResponseJson } from "../generated/covertbots/v1/referee_pb";
import { words } from "../words/words";
import { busy, teamsLine, tell } from "./following";
import { keep, kept, nameOf } from "./kept";

interface Props {
  now: FollowTableResponseJson;
}

export function Question({ now }: Props) {
  const { need = "NEED_NOTHING", question = "", answers = [] } = now;
  const text = words().companion;
  if (need === "NEED_NOTHING") return null;
  return (
    <section class="panel question" aria-labelledby="question">
      <h3 id="question">{text.questions[need] || question}</h3>
      {need === "NEED_TEAMS" && <Teams key={now.round} teams={now.teams ?? []} />}
      {need === "NEED_DREW" && <Drew key={now.round} />}
      {answers.length > 0 && (
        <div class="choices">
          {answers.map(({ text: line = "", words: label = "" }) => (
            <button
              key={line}
              type="button"
              lang="en"
              disabled={busy.value}
              onClick={() => tell(line)}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

/** The backs of the cards before the seats. They are kept while they are picked. */
function Teams({ teams }: { teams: readonly Team[] }) {
  const text = words().companion;
  const { players, picked } = kept.value;
  const seats = Array.from({ length: players }, (_, seat) => seat);
  const complete = seats.every((seat) => picked[seat]);
  function pick(seat: number, team: string) {
    keep({ picked: seats.map((each) => (each === seat ? team : (picked[each] ?? ""))) });
  }
  return (
    <>
      <ol class="picks">
        {seats.map((seat) => (
          <li key={seat} role="group" aria-label={nameOf(seat)}>
            <span>{nameOf(seat)}</span>
            {teams.map((team) => (
              <button
                key={team}
                type="button"
                aria-pressed={picked[seat] === team}
                onClick={() => pick(seat, team)}
              >
                <SpyCard team={team} />
              </button>
            ))}
          </li>
        ))}
      </ol>
      <button
        type="button"
        class="main large"
        disabled={busy.value || !complete}
        onClick={() => tell(teamsLine(picked))}
      >
        {text.done}
      </button>
    </>
  );
}

/** Who drew a Plan card as the round ended. */
function Drew() {
  const text = words().companion;
  const drew = useSignal<readonly number[]>([]);
  const seats = Array.from({ length: kept.value.players }, (_, seat) => seat);
  useEffect(() => {
    drew.value = [];
  }, []);
  function toggle(seat: number) {
    const rest = drew.value.filter((each) => each !== seat);
    drew.value = rest.length < drew.value.length ? rest : [...rest, seat].sort((a, b) => a - b);
  }
  return (
    <>
      <div class="choices">
        {seats.map((seat) => (
          <button
            key={seat}
            type="button"
            aria-pressed={drew.value.includes(seat)}
            onClick={() => toggle(seat)}
          >
            {nameOf(seat)}
          </button>
        ))}
      </div>
      <button
        type="button"
        class="main large"
        disabled={busy.value}
        onClick={() => tell(`drew ${drew.value.map((seat) => seat + 1).join(" ") || "nobody"}`)}
      >
        {drew.value.length > 0 ? text.done : text.nobodyDrew}
      </button>
    </>
  );
}
