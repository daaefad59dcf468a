// The table of Covert as one seat sees it.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../games";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type { CovertViewJson } from "../generated/covertbots/v1/covert_view_pb";
import { ServiceError } from "../service";
import { words } from "../words/words";
import { cardSet } from "./card_sets";
import { changedSpots, changedWays } from "./changed";
import { useChain, useChoice } from "./choice";
import { Circles, Holders } from "./circles";
import { Controls } from "./controls";
import { Dice } from "./dice";
import { Hand } from "./hand";
import type { Shape } from "./layout";
import { BoardMap, type Way } from "./map";
import { Market, Open } from "./market";
import { MarksContext } from "./marks";
import { offers } from "./offers";
import { usePlans } from "./plans";
import { Seats } from "./seats";
import { spotsOf } from "./spots";
import { CodeDecks, Tiles } from "./tiles";

const NARROW = 620; // pixels: below, the map is tall

export function CovertBoard(props: BoardProps) {
  const { covert } = words();
  const view = props.view.covert;
  if (view === undefined) return <p role="alert">{covert.otherGame}</p>;
  const set = cardSet(view.cardSet ?? "");
  if (set === undefined) return <p class="faint">{covert.loading}</p>;
  if (set instanceof ServiceError) return <p role="alert">{covert.noCards(set.message)}</p>;
  return <Table {...props} game={view} set={set} />;
}

const NO_EVENTS: BoardProps["events"] & {} = [];

interface TableProps extends BoardProps {
  game: CovertViewJson;
  set: CovertCardSetJson;
}

function Table({ view, game, set, names, toDecide, act, pointedAt, events = NO_EVENTS }: TableProps) {
  const { covert } = words();
  const root = useRef<HTMLDivElement>(null);
  const shape = useShape(root);
  const [hovered, point] = useState<ActionJson>();
  const own = toDecide?.seat === game.seat;
  const actions = useMemo(
    () => (act === undefined || !own ? [] : (toDecide?.legalActions ?? [])),
    [toDecide, own, act === undefined],
  );
  const take = useChain(actions, game.decision, act);
  const offered = useMemo(() => offers(actions, game, set, covert), [actions, game, set, covert]);
  const choice = useChoice(offered, ({ action, then }) => take(action, then));
  const plans = usePlans(view, own && game.toDecide === game.seat);
  const pointed = pointedAt ?? hovered;
  const marks = useMemo(
    () => ({
      lit: choice.lit,
      chosen: choice.chosen,
      pointed: new Set(pointed ? spotsOf(pointed) : []),
      changed: changedSpots(events, game, set),
      touch: choice.touch,
    }),
    [choice, pointed, events, game, set],
  );
  const ways: Way[] = [...changedWays(events), ...pointedWay(pointed)];
  return (
    <MarksContext.Provider value={marks}>
      <div class={`covert-board ${shape}`} ref={root}>
        <div class="table-side">
          <Seats view={game} set={set} names={names} />
          <BoardMap view={game} set={set} names={names} shape={shape} ways={ways} />
          <div class="beside-map">
            <div class="placing">
              <Dice view={game} />
              <Circles view={game} names={names} shape={shape} />
            </div>
            <div class="cipher">
              <Tiles view={game} />
              <CodeDecks view={game} set={set} />
              <Holders view={game} names={names} />
            </div>
          </div>
          <Market view={game} set={set} plans={plans} />
        </div>
        <div class="hand-side">
          <Open view={game} set={set} />
          <Hand view={game} set={set} plans={plans} />
        </div>
        {act === undefined ? null : (
          <Controls game={game} names={names} actions={actions} choice={choice} take={take} point={point} />
        )}
      </div>
    </MarksContext.Provider>
  );
}

function pointedWay(action: ActionJson | undefined): Way[] {
  const { fromCity: from, toCity: to } = action?.covert ?? {};
  return from !== undefined && to !== undefined ? [{ from, to, kind: "pointed" }] : [];
}

/** Return the shape of the map for the room that the board has. */
function useShape(root: { current: HTMLElement | null }): Shape {
  const [shape, setShape] = useState<Shape>(innerWidth < NARROW ? "tall" : "wide");
  useEffect(() => {
    if (root.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setShape(entry.contentRect.width < NARROW ? "tall" : "wide");
    });
    observer.observe(root.current);
    return () => observer.disconnect();
  }, []);
  return shape;
}
