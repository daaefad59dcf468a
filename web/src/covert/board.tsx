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
import { useChoice } from "./choice";
import { Circles, Holders } from "./circles";
import { isPass } from "./groups";
import { Hand } from "./hand";
import type { Shape } from "./layout";
import { BoardMap, type Way } from "./map";
import { Market, Open } from "./market";
import { MarksContext } from "./marks";
import { Moves } from "./moves";
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

interface TableProps extends BoardProps {
  game: CovertViewJson;
  set: CovertCardSetJson;
}

function Table({ view, game, set, names, toDecide, act, pointedAt, events = [] }: TableProps) {
  const root = useRef<HTMLDivElement>(null);
  const shape = useShape(root);
  const [hovered, point] = useState<ActionJson>();
  const own = toDecide?.seat === game.seat;
  const actions = act === undefined || !own ? [] : (toDecide?.legalActions ?? []);
  const take = act && ((action: ActionJson) => act([action]));
  const choice = useChoice(actions, take);
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
            <Circles view={game} names={names} shape={shape} />
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
        {take === undefined ? null : (
          <Controls game={game} names={names} actions={actions} choice={choice} act={take} point={point} />
        )}
      </div>
    </MarksContext.Provider>
  );
}

interface ControlsProps {
  game: CovertViewJson;
  names: readonly string[];
  actions: readonly ActionJson[];
  choice: ReturnType<typeof useChoice>;
  act: (action: ActionJson) => void;
  point: (action: ActionJson | undefined) => void;
}

/** What is asked, the buttons at hand, and the list of all moves. */
function Controls({ game, names, actions, choice, act, point }: ControlsProps) {
  const { covert } = words();
  const [open, setOpen] = useState(false);
  const narrowed = choice.chosen.size > 0;
  const decision = covert.decisions[game.decision ?? "DECISION_UNSPECIFIED"];
  const waits = game.toDecide === undefined ? covert.waiting : covert.waitingFor(names[game.toDecide] ?? "");
  const taken = (action: ActionJson) => {
    setOpen(false);
    act(action);
  };
  return (
    <section class={`controls ${open ? "opened" : ""}`} aria-label={covert.yourMove}>
      <div class="at-hand">
        <p class="prompt" role="status">
          {actions.length === 0 ? waits : decision}
        </p>
        <div class="buttons">
          {narrowed
            ? choice.candidates.map((action) => (
                <button
                  type="button"
                  class="main"
                  onClick={() => taken(action)}
                  onPointerEnter={() => point(action)}
                  onPointerLeave={() => point(undefined)}
                >
                  {action.words}
                </button>
              ))
            : actions.filter(isPass).map((action) => (
                <button type="button" onClick={() => taken(action)}>
                  {action.words}
                </button>
              ))}
          {narrowed ? (
            <button type="button" onClick={choice.clear}>
              {covert.clear}
            </button>
          ) : null}
          {actions.length === 0 ? null : (
            <button type="button" class="sheet" aria-expanded={open} onClick={() => setOpen(!open)}>
              {covert.allMoves(actions.length)}
            </button>
          )}
        </div>
      </div>
      {actions.length === 0 ? null : <Moves actions={actions} act={taken} point={point} />}
    </section>
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
