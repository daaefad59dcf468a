// The table of Covert Action: the seats in a ring, the centre between them.

import { useRef } from "preact/hooks";
import type { BoardProps } from "../games";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { CovertActionViewJson } from "../generated/covertbots/v1/covert_action_pb";
import type { SeatToDecideJson } from "../generated/covertbots/v1/referee_pb";
import { percent } from "../hint/figures";
import { words } from "../words/words";
import { useBeliefs } from "./beliefs";
import { Centre } from "./centre";
import { claimsIn, said } from "./claims";
import { place } from "./ring";
import { RoundEnd } from "./round_end";
import { Seat } from "./seat";
import { Shots } from "./shots";
import { useSecondsLeft } from "./window_clock";

export function CovertActionBoard(props: BoardProps) {
  const view = props.view.covertAction;
  return view === undefined ? null : <Table {...props} game={view} />;
}

function Table({
  game,
  view,
  names,
  toDecide,
  act,
  events = [],
  window: timed,
  suggest,
}: TableProps) {
  const text = words().covertAction;
  const players = game.players ?? [];
  const actions = useActions(game, toDecide, timed !== undefined);
  const left = useSecondsLeft(timed?.closes);
  const choose = act && ((action: ActionJson) => act([action]));
  const beliefs = useBeliefs(suggest, view);
  const statements = game.statements ?? [];
  const claims = claimsIn(statements);
  const name = (seat: number) => names[seat] ?? text.seatNumber(seat + 1);
  return (
    <section class="covert-action" aria-label={text.board}>
      <Heading game={game} asked={actions.length > 0} />
      <div class={`ring of-${players.length}`}>
        <Shots shots={game.shots ?? []} players={players.length} own={game.seat ?? 0} />
        <Centre
          game={game}
          actions={actions.filter((action) => targetOf(action, game) === undefined)}
          left={left}
          chosen={timed?.chosen}
          act={choose}
        />
        <ol>
          {players.map((player, seat) => {
            const last = statements.findLast((statement) => statement.seat === seat);
            return (
              <Seat
                key={seat}
                place={place(seat, players.length, game.seat ?? 0)}
                seat={seat}
                name={name(seat)}
                own={seat === game.seat}
                speaking={seat === game.speaker}
                player={player}
                words={last && said(last.operands, name)}
                claims={claims.filter(({ of }) => of === seat)}
                actions={actions.filter((action) => targetOf(action, game) === seat)}
                chosen={timed?.chosen}
                act={choose}
                belief={beliefs.hint?.seats?.find((each) => (each.seat ?? 0) === seat)}
              />
            );
          })}
        </ol>
        <RoundEnd game={game} events={events} names={names} />
      </div>
      {beliefs.ask && actions.length > 0 && (
        <p class="row">
          <button type="button" onClick={beliefs.ask}>
            {text.askBeliefs}
          </button>
          {beliefs.hint && (
            <span>
              {beliefs.hint.reason}{" "}
              {text.chance(percent(Number(beliefs.hint.winProbability?.[game.seat ?? 0] ?? 0)))}{" "}
              <span class="faint">{text.beliefsNote}</span>
            </span>
          )}
          {beliefs.wrong && <span role="alert">{beliefs.wrong}</span>}
        </p>
      )}
    </section>
  );
}

interface TableProps extends BoardProps {
  game: CovertActionViewJson;
}

function Heading({ game, asked }: { game: CovertActionViewJson; asked: boolean }) {
  const text = words().covertAction;
  const { round = 0, beat = 0, settings, phase = "PHASE_UNSPECIFIED" } = game;
  return (
    <p class="heading">
      <strong>{text.round(round, beat, settings?.beats ?? 0)}</strong>{" "}
      <span>{asked ? text.asked[phase] : text.phases[phase]}</span>
    </p>
  );
}

/** Return what the person may do; in a timed window also after a choice, which may be replaced. */
function useActions(
  game: CovertActionViewJson,
  toDecide: SeatToDecideJson | undefined,
  isTimed: boolean,
): readonly ActionJson[] {
  const offered = useRef<{ window: string; actions: readonly ActionJson[] } | undefined>(undefined);
  const window = `${game.round} ${game.t}`;
  const actions = toDecide?.legalActions ?? [];
  if (actions.length > 0) offered.current = { window, actions };
  if (!isTimed || actions.length > 0) return actions;
  return offered.current?.window === window ? offered.current.actions : [];
}

/** Return the seat that an action is about; its own for a claim about itself. */
function targetOf({ covertAction }: ActionJson, game: CovertActionViewJson): number | undefined {
  if (covertAction?.kind === "KIND_AM") return game.seat ?? 0;
  return covertAction?.target;
}
