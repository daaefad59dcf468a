// A game under review: graph, positions, and decisions by what they cost.

import { useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import { address } from "../route";
import { words } from "../words/words";
import { Decisions, mistakesOf } from "./decisions";
import { Graph } from "./graph";
import { JudgeHere } from "./judge_here";
import { type Adviser, costOf, Judging, placeOf, USUAL } from "./judging";
import { onKey } from "./keys";
import { Positions } from "./positions";
import { type GameRecord, gameOf, packed } from "./record";
import { Replay } from "./replay";
import type { SavedReview } from "./saved";
import { Saving } from "./saving";
import { newTries, type Tries } from "./second_try";
import type { Source } from "./source";
import { Start, useReviewed } from "./start";
import { Summary } from "./summary";

interface Props {
  game: GameRecord;
  source: Source;
  /** A review that came with the page. */
  saved: SavedReview | undefined;
}

export function Room({ game, source, saved }: Props) {
  const { record } = game;
  const names = namesOf(game);
  const reviewed = useReviewed(gameOf(record), saved !== undefined);
  const you = Math.max(0, game.players.indexOf("you"));
  const seat = useSignal(Math.min(source.seat ?? saved?.seat ?? you, names.length - 1));
  const adviser = useSignal<Adviser>(USUAL);
  const positions = useMemo(() => new Positions(record, saved?.positions), [record, saved]);
  const place = useSignal(Math.min(source.place ?? 0, positions.length));
  const hovered = useSignal<number | undefined>(undefined);
  const eyes = useSignal<number | undefined>(seat.value);
  const pointed = useSignal<ActionJson | undefined>(undefined);
  const judging = useMemo(
    () => new Judging(game, seat.value, adviser.value, saved),
    [game, seat.value, adviser.value, saved],
  );
  const tries = useMemo(() => new Map<number, Tries>(), [judging]);
  const triesAt = (at: number) => {
    const kept = tries.get(at) ?? newTries();
    tries.set(at, kept);
    return kept;
  };
  useEffect(() => () => judging.stop(), [judging]);

  const go = (to: number) => {
    place.value = Math.max(0, Math.min(positions.length, to));
    const parts = [...source.name, String(seat.value), String(place.value)];
    history.replaceState(null, "", address("review", ...parts));
  };
  const decisions = judging.decisions.value;
  const own = mistakesOf(decisions, game.playedForYou).filter(
    (decision) => !game.playedForYou.has(placeOf(decision)),
  );
  const errors = own.map((decision) => Number(decision.difference?.standardError ?? 0));
  const cost = [own.reduce((sum, each) => sum + costOf(each), 0), Math.hypot(...errors)] as const;
  useEffect(
    () => onKey(place, go, () => judging.decisions.value.map(placeOf)),
    [judging, positions],
  );
  const review = judging.review.value;
  return (
    <div class="review">
      <div class="head">
        <h1>{words().review.title}</h1>
        <Start
          names={names.map((name, number) =>
            words().review.played(name, game.players[number] ?? ""),
          )}
          reviewed={reviewed}
          seat={seat.value}
          choose={(chosen) => {
            seat.value = chosen;
            if (eyes.value !== undefined) eyes.value = chosen;
            go(place.value);
          }}
          adviser={adviser.value}
          advise={(chosen) => {
            adviser.value = chosen;
          }}
          judging={judging}
          saved={saved !== undefined}
        />
        {review && <Summary review={review} names={names} mistakes={own.length} cost={cost} />}
      </div>
      {reviewed && (
        <Graph
          decisions={decisions}
          review={review}
          names={names}
          seat={seat.value}
          length={positions.length}
          place={place.value}
          point={(at) => {
            hovered.value = at;
          }}
          go={go}
        />
      )}
      <Replay
        positions={positions}
        game={gameOf(record)}
        names={names}
        shown={hovered.value ?? place.value}
        place={place.value}
        eyes={eyes.value}
        pointedAt={pointed.value}
        go={go}
        lookWith={(chosen) => {
          eyes.value = chosen;
        }}
      />
      {reviewed && (
        <Decisions
          decisions={decisions}
          playedForYou={game.playedForYou}
          place={place.value}
          seat={seat.value}
          positions={positions}
          triesAt={triesAt}
          here={!saved && <JudgeHere judging={judging} positions={positions} place={place.value} />}
          go={go}
          judge={saved ? undefined : (at, text) => judging.tried(at, text)}
          point={(action) => {
            pointed.value = action;
          }}
        />
      )}
      <Saving
        game={game}
        judging={judging}
        positions={positions}
        link={async () => address("review", "record", await packed(game), ...here())}
        saved={saved !== undefined}
      />
    </div>
  );

  function here(): [string, string] {
    return [String(seat.value), String(place.value)];
  }
}

/** Return the names of the seats, as the service has them in its words. */
function namesOf({ record }: GameRecord): string[] {
  return Array.from({ length: record.players ?? 0 }, (_, seat) =>
    record.covert === undefined
      ? words().review.seat(seat + 1)
      : (words().review.seats[seat] ?? words().review.seat(seat + 1)),
  );
}
