// The four action circles: rings of six spaces, or rows where there is little room.

import { useContext } from "preact/hooks";
import type { CovertViewJson } from "../generated/covertbots/v1/covert_view_pb";
import { words } from "../words/words";
import { MarksContext, Spot, SpotBox } from "./marks";
import { ShapeContext } from "./shape";
import { Die, DieMark, SeatMark } from "./shapes";

export const CIRCLES = ["complete", "missions", "agency", "movement"] as const;
const FACES = [1, 2, 3, 4, 5, 6] as const;
const SIZE = 26;

interface Props {
  view: CovertViewJson;
  names: readonly string[];
}

export function Circles({ view, names }: Props) {
  return (
    <section class="circles" aria-label={words().covert.circles}>
      {CIRCLES.map((circle, i) => (
        <Circle
          circle={circle}
          spaces={view.circles?.[i]?.spaces ?? []}
          seat={view.seat ?? 0}
          names={names}
        />
      ))}
    </section>
  );
}

interface CircleProps {
  circle: (typeof CIRCLES)[number];
  /** By face: the seat + 1 whose die lies there. */
  spaces: readonly number[];
  /** Whose view it is. */
  seat: number;
  names: readonly string[];
}

function Circle({ circle, spaces, seat: own, names }: CircleProps) {
  const { covert } = words();
  const shape = useContext(ShapeContext);
  const { pointed } = useContext(MarksContext);
  const place = (face: number) => {
    if (shape === "tall") return { x: 92 + face * 36, y: 20 };
    const angle = ((face - 1) / 6) * 2 * Math.PI - Math.PI / 2;
    return { x: 70 + 47 * Math.cos(angle), y: 70 + 47 * Math.sin(angle) };
  };
  return (
    <svg
      class="circle"
      viewBox={shape === "tall" ? "0 0 336 40" : "0 0 140 140"}
      role="group"
      aria-label={covert.places[circle]}
    >
      <Spot spot={`circle:${circle}`} label={covert.places[circle]} kind="circle-name">
        {shape === "tall" ? (
          <>
            <rect class="area" x={2} y={2} width={106} height={36} rx={8} />
            <text x={8} y={24} font-size={Math.min(11.5, 160 / covert.places[circle].length)}>
              {covert.places[circle]}
            </text>
          </>
        ) : (
          <>
            <circle class="circle-ring" cx={70} cy={70} r={47} />
            <circle class="area" cx={70} cy={70} r={29} />
            <CircleTitle text={covert.places[circle]} />
          </>
        )}
      </Spot>
      {FACES.map((face) => {
        const seat = (spaces[face - 1] ?? 0) - 1;
        const { x, y } = place(face);
        const label = covert.space(covert.places[circle], face, names[seat]);
        return (
          <Spot spot={`space:${circle}:${face}`} label={label} kind="space">
            <title>{label}</title>
            <rect class="area" x={x - 16} y={y - 16} width={32} height={32} rx={8} />
            {seat >= 0 ? (
              <Die face={face} seat={seat} x={x} y={y} size={SIZE} />
            ) : pointed.has(`space:${circle}:${face}`) ? (
              <g class="ghost">
                <Die face={face} seat={own} x={x} y={y} size={SIZE} />
              </g>
            ) : (
              <text x={x} y={y + 5}>
                {face}
              </text>
            )}
          </Spot>
        );
      })}
    </svg>
  );
}

function CircleTitle({ text }: { text: string }) {
  const lines = text.split(" ");
  return (
    <text x={70} y={74 - (lines.length - 1) * 6.5}>
      {lines.map((line, i) => (
        <tspan x={70} dy={i === 0 ? 0 : 13}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

/** The Decoder and the Special Operations folder, which hold any number of dice. */
export function Holders({ view, names }: Props) {
  const { covert } = words();
  const players = view.players ?? [];
  return (
    <div class="holders">
      <SpotBox spot="place:decoder" kind="holder">
        <strong>{covert.places.decoder}</strong>
        {players.flatMap((player, seat) =>
          (player.decoderDice ?? []).map((face) => (
            <span role="img" aria-label={covert.dieOf(names[seat] ?? "", face)}>
              <DieMark face={face} seat={seat} />
            </span>
          )),
        )}
      </SpotBox>
      <SpotBox spot="place:folder" kind="holder">
        <strong>{covert.places.folder}</strong>
        {players.map((player, seat) =>
          player.folderDice ? (
            <span role="img" aria-label={covert.diceOf(names[seat] ?? "", player.folderDice)}>
              <SeatMark seat={seat} text={player.folderDice} />
            </span>
          ) : null,
        )}
      </SpotBox>
    </div>
  );
}
