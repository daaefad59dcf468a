// The positions of a game: a slider, the board, and what happened.

import { useEffect, useState } from "preact/hooks";
import { games } from "../games";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import { words } from "../words/words";
import type { Position, Positions } from "./positions";
import { stageOf } from "./stage";

interface Props {
  positions: Positions;
  game: string;
  names: readonly string[];
  /** The position that is shown. */
  shown: number;
  /** The position that the slider is at. */
  place: number;
  /** Whose view it is; nothing for that of all seats. */
  eyes: number | undefined;
  pointedAt: ActionJson | undefined;
  go: (place: number) => void;
  lookWith: (eyes: number | undefined) => void;
}

const AHEAD = [1, -1]; // positions that are fetched beforehand, from the one that is shown

export function Replay(props: Props) {
  const { positions, names, shown, place, eyes, go } = props;
  const { length } = positions;
  const [position, setPosition] = useState<Position>();
  const [error, setError] = useState("");
  useEffect(() => {
    let here = true;
    positions.at(shown).then(
      (answer) => {
        if (!here) return;
        setPosition(answer);
        setError("");
        for (const step of AHEAD) {
          const next = shown + step;
          if (next >= 0 && next <= length) positions.at(next).catch(() => undefined);
        }
      },
      (wrong: Error) => here && setError(wrong.message),
    );
    return () => {
      here = false;
    };
  }, [positions, shown, length]);
  const stage = position ? stageOf(position.views[eyes ?? 0] ?? {}) : "";
  const where = [words().review.place(place, length), stage].filter(Boolean).join(" · ");
  return (
    <section class="replay" aria-labelledby="replay-title">
      <h2 id="replay-title">
        {words().review.position}
        <small>{where}</small>
      </h2>
      <div class="row slider">
        <button type="button" aria-label={words().review.begin} onClick={() => go(0)}>
          «
        </button>
        <button
          type="button"
          aria-label={words().review.previous}
          disabled={place === 0}
          onClick={() => go(place - 1)}
        >
          ‹
        </button>
        <input
          type="range"
          min={0}
          max={length}
          value={place}
          aria-label={words().review.position}
          aria-valuetext={where}
          onInput={(event) => go(Number(event.currentTarget.value))}
        />
        <button
          type="button"
          aria-label={words().review.next}
          disabled={place === length}
          onClick={() => go(place + 1)}
        >
          ›
        </button>
        <button type="button" aria-label={words().review.end} onClick={() => go(length)}>
          »
        </button>
      </div>
      <fieldset class="row eyes">
        <legend>{words().review.eyes}</legend>
        {[...names.keys(), undefined].map((seat) => (
          <button
            key={seat ?? "all"}
            type="button"
            aria-pressed={eyes === seat}
            onClick={() => props.lookWith(seat)}
          >
            {seat === undefined ? words().review.allSeats : names[seat]}
          </button>
        ))}
      </fieldset>
      {error !== "" && <p role="alert">{error}</p>}
      {position && <Shown {...props} position={position} />}
      <p class="faint">{words().review.keys}</p>
    </section>
  );
}

function Shown({ position, game, names, eyes, shown, pointedAt }: Props & { position: Position }) {
  const { Board, Hand } = games[game] ?? {};
  const deciding = position.toDecide.map(({ seat = 0 }) => names[seat] ?? "");
  const seat = eyes ?? position.toDecide[0]?.seat ?? 0;
  const view = position.views[seat];
  const others = eyes === undefined ? [...names.keys()].filter((other) => other !== seat) : [];
  const events = position.events[seat] ?? [];
  return (
    <>
      <div class="happened" aria-live="polite">
        <h3 id="happened-title">{words().review.happened}</h3>
        <ul tabIndex={0} aria-labelledby="happened-title">
          {events.map((event, number) => (
            <li key={number}>{event.words}</li>
          ))}
          {events.length === 0 && (
            <li>{shown === 0 ? words().review.beginning : words().review.nothing}</li>
          )}
          <li class="deciding">
            {deciding.length === 0
              ? words().review.over
              : words().review.toDecide(deciding.join(", "))}
          </li>
        </ul>
      </div>
      {Board && view && (
        <Board
          view={view}
          names={names}
          toDecide={position.toDecide.find((each) => (each.seat ?? 0) === seat)}
          pointedAt={pointedAt}
          events={events}
        />
      )}
      {Hand &&
        others.map((other) => (
          <section key={other} class="covert-board held" aria-label={names[other]}>
            <h3>{words().review.holds(names[other] ?? "")}</h3>
            <Hand view={position.views[other] ?? {}} />
          </section>
        ))}
    </>
  );
}
