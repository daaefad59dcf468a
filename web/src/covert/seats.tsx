// The seats: score, turn order, dice, and how much each holds that others cannot see.

import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type {
  CovertView_PlayerJson,
  CovertViewJson,
} from "../generated/covertbots/v1/covert_view_pb";
import { words } from "../words/words";
import { EquipmentMark, HoldingDrawing } from "./cards/icons";
import { colourClass, DieMark, SeatMark } from "./shapes";

const CODE_POINTS = 2; // rules 8.3
const GOAL = 6; // missions that end the game, rules 8.1

interface Props {
  view: CovertViewJson;
  set: CovertCardSetJson;
  names: readonly string[];
}

export function Seats({ view, set, names }: Props) {
  const { covert } = words();
  const players = view.players ?? [];
  const acting = view.toDecide ?? view.onTurn;
  return (
    <section aria-label={covert.seats}>
      <p class="stage">
        {[
          ...(view.round ? [covert.round(view.round)] : []),
          covert.phases[view.phase ?? "PHASE_UNSPECIFIED"],
          ...(view.finalRound ? [covert.finalRound] : []),
        ].join(" · ")}
      </p>
      <ol class="players">
        {players.map((player, seat) => {
          const order = (view.order ?? []).indexOf(seat);
          const ability = set.characters?.[(player.character ?? 0) - 1];
          const facts = [
            ...(order < 0 ? [] : [covert.orderToken(order + 1)]),
            ...(seat === view.seat ? [covert.you] : []),
            ...(seat === view.starter ? [covert.starter] : []),
            ability?.name ?? "",
          ];
          return (
            <li class={`player-panel seat-${seat} ${seat === acting ? "acting" : ""}`}>
              <div class="seat-head">
                <SeatMark seat={seat} />
                <strong class="seat-name">{names[seat]}</strong>
                <span class="score">
                  <strong>{score(player, set)}</strong> <span class="unit">{covert.points}</span>
                </span>
              </div>
              <Progress player={player} set={set} />
              <div class="faint seat-facts" title={ability?.words ?? ""}>
                {facts.join(" · ")}
              </div>
              <Holdings player={player} />
              {seat === view.seat ? null : <Known player={player} set={set} />}
              <div class="seat-dice">
                {(player.dice ?? []).map((face) => (
                  <span role="img" aria-label={covert.die(face)}>
                    <DieMark face={face} seat={seat} />
                  </span>
                ))}
                {(player.cubes ?? []).map((colour) => (
                  <svg
                    class="cube-mark"
                    viewBox="0 0 10 10"
                    role="img"
                    aria-label={covert.takenCube}
                  >
                    <rect
                      class={`cube ${colourClass(colour - 1, players.length)}`}
                      x={1}
                      y={1}
                      width={8}
                      height={8}
                    />
                  </svg>
                ))}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function score(player: CovertView_PlayerJson, set: CovertCardSetJson): number {
  const missions = (player.completedMissions ?? []).map(
    (card) => set.missions?.[card - 1]?.points ?? 0,
  );
  const codes = (player.completedCodes ?? []).map(() => CODE_POINTS);
  return [...missions, ...codes].reduce((sum, points) => sum + points, 0);
}

function Progress({ player, set }: { player: CovertView_PlayerJson; set: CovertCardSetJson }) {
  const { covert } = words();
  const done = player.completedMissions ?? [];
  const titles = done.map((card) => set.missions?.[card - 1]?.title || `M${card}`);
  const label = [covert.completed(done.length, GOAL), ...titles].join(", ");
  return (
    <div class="progress" role="img" aria-label={label} title={label}>
      {Array.from({ length: Math.max(GOAL, done.length) }, (_, i) => (
        <span class={i < done.length ? "done" : ""} />
      ))}
    </div>
  );
}

/** What others hold that this seat knows, and the codes that they have broken. */
function Known({ player, set }: { player: CovertView_PlayerJson; set: CovertCardSetJson }) {
  const { covert } = words();
  const cards = (player.agencyCards ?? []).flatMap(
    ({ card = 0 }) => set.agencyCards?.[card - 1] ?? [],
  );
  const codes = (player.completedCodes ?? []).flatMap((card) => set.codes?.[card - 1] ?? []);
  if (cards.length + codes.length === 0) return null;
  return (
    <div class="known faint">
      {covert.known}
      {cards.map(({ equipment = "", words: text = "" }) => (
        <span title={text}>
          <EquipmentMark name={equipment} set={set} />
        </span>
      ))}
      {codes.map(({ equipment = "" }) => (
        <span title={covert.brokenCode(equipment)}>
          <EquipmentMark name={equipment} set={set} />
        </span>
      ))}
    </div>
  );
}

function Holdings({ player }: { player: CovertView_PlayerJson }) {
  const { covert } = words();
  const {
    agencyCards = [],
    missions = [],
    codes = [],
    completedCodes = [],
    tokens = 0,
    supply = 0,
  } = player;
  const facts = [
    { icon: "cards", text: covert.held.cards(agencyCards.length), count: agencyCards.length },
    { icon: "missions", text: covert.held.missions(missions.length), count: missions.length },
    { icon: "codes", text: covert.held.codes(codes.length), count: codes.length },
    {
      icon: "broken",
      text: covert.held.broken(completedCodes.length),
      count: completedCodes.length,
    },
    { icon: "tokens", text: covert.held.tokens(tokens), count: tokens },
    { icon: "cubes", text: covert.held.cubes(supply), count: supply },
    { icon: "reroll", text: covert.held.reroll, count: player.rerollToken ? 1 : 0 },
  ] as const;
  return (
    <div class="holdings">
      {facts.map(({ icon, text, count }) =>
        count === 0 && (icon === "broken" || icon === "reroll") ? null : (
          <span class="holding" role="img" aria-label={text} title={text}>
            <HoldingDrawing kind={icon} />
            {icon === "reroll" ? null : count}
          </span>
        ),
      )}
    </div>
  );
}
