// The table of Covert as one seat sees it.

import { useMemo, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../games";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type { CovertViewJson } from "../generated/covertbots/v1/covert_view_pb";
import { ServiceError } from "../service";
import { words } from "../words/words";
import { cardSet } from "./card_sets";
import { Hand } from "./cards/hand";
import { Market } from "./cards/market";
import { Open } from "./cards/open";
import { changedSpots, changedWays } from "./changed";
import { useChain, useChoice } from "./choice";
import { Circles, Holders } from "./circles";
import { Controls } from "./controls";
import { Dice } from "./dice";
import { Dragged, useDragging } from "./drag";
import { BoardMap, type Way } from "./map";
import { MarksContext } from "./marks";
import { offers } from "./offers";
import { usePlans } from "./plans";
import { Seats } from "./seats";
import { ShapeContext, useShape } from "./shape";
import { spotsOf } from "./spots";
import { CodeDecks, Tiles } from "./tiles";

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

function Table({
  view,
  game,
  set,
  names,
  toDecide,
  act,
  pointedAt,
  events = NO_EVENTS,
  people,
}: TableProps) {
  const { covert } = words();
  const side = useRef<HTMLDivElement>(null);
  const shape = useShape(side);
  const [hovered, point] = useState<ActionJson>();
  const own = toDecide !== undefined && (toDecide.seat ?? 0) === (game.seat ?? 0);
  const plays = act !== undefined || people !== undefined; // one plays while others decide, too
  const actions = useMemo(
    () => (plays && own ? (toDecide?.legalActions ?? []) : []),
    [toDecide, own, plays],
  );
  const take = useChain(actions, game.decision, act);
  const offered = useMemo(() => offers(actions, game, set, covert), [actions, game, set, covert]);
  const choice = useChoice(offered, ({ action, then }) => take(action, then));
  const { held, ...dragging } = useDragging(choice);
  const plans = usePlans(view, own && game.toDecide === game.seat);
  const pointed = pointedAt ?? hovered;
  const marks = useMemo(
    () => ({
      lit: choice.lit,
      other: choice.other,
      chosen: choice.chosen,
      pointed: new Set(pointed ? spotsOf(pointed) : []),
      changed: changedSpots(events, game, set),
      touch: choice.touch,
    }),
    [choice, pointed, events, game, set],
  );
  const ways: Way[] = [...changedWays(events), ...pointedWay(pointed)];
  return (
    <ShapeContext.Provider value={shape}>
      <MarksContext.Provider value={marks}>
        <div class="covert-room" {...dragging}>
          <Dragged held={held} seat={game.seat ?? 0} />
          <div class={`covert-board ${shape} ${plays ? "played" : "shown"}`}>
            <div class="own-side">
              {!plays ? (
                <Open view={game} set={set} />
              ) : (
                <Controls
                  game={game}
                  set={set}
                  names={names}
                  actions={actions}
                  busy={act === undefined}
                  choice={choice}
                  take={take}
                  point={point}
                />
              )}
              <div class="hand-side">
                <Hand view={game} set={set} plans={plans} />
              </div>
            </div>
            <div class="table-side" ref={side}>
              <Seats view={game} set={set} names={names} />
              <BoardMap view={game} set={set} names={names} shape={shape} ways={ways} />
              <div class="beside-map">
                <div class="placing">
                  <Dice view={game} />
                  <Circles view={game} names={names} />
                </div>
                <div class="cipher">
                  <Tiles view={game} />
                  <CodeDecks view={game} set={set} />
                  <Holders view={game} names={names} />
                </div>
              </div>
              <Market view={game} set={set} plans={plans} />
            </div>
          </div>
        </div>
      </MarksContext.Provider>
    </ShapeContext.Provider>
  );
}

function pointedWay(action: ActionJson | undefined): Way[] {
  const { fromCity: from, toCity: to } = action?.covert ?? {};
  return from !== undefined && to !== undefined ? [{ from, to, kind: "pointed" }] : [];
}
