// Seats and dice as they are drawn: each seat has a colour and a shape.

/** Drawings of a unit circle's size. */
const SHAPES = [
  "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z",
  "M-.9-.9H.9V.9H-.9Z",
  "M0-1.1L1.1.85H-1.1Z",
  "M0-1.2L1.1 0L0 1.2L-1.1 0Z",
];

/** Return the class that gives a seat's colour, or that of cubes of nobody. */
export function colourClass(seat: number, seats: number): string {
  return seat < seats ? `seat-${seat}` : `nobody-${seat}`;
}

/** Return the path of a seat's shape. */
export function shapeOf(seat: number): string {
  return SHAPES[seat % SHAPES.length] as string;
}

interface BadgeProps {
  seat: number;
  x: number;
  y: number;
  size: number;
  text?: string | number;
}

/** A seat's shape with a text in it, in a drawing. */
export function Badge({ seat, x, y, size, text = "" }: BadgeProps) {
  return (
    <g class={`badge seat-${seat}`} transform={`translate(${x} ${y})`}>
      <path d={shapeOf(seat)} transform={`scale(${size})`} />
      <text y={seat === 2 ? size * 0.55 : size * 0.42} font-size={size * 1.2}>
        {text}
      </text>
    </g>
  );
}

/** A seat's shape among words. */
export function SeatMark({ seat, text = "" }: { seat: number; text?: string | number }) {
  return (
    <svg class="seat-mark" viewBox="-1.3 -1.3 2.6 2.6" aria-hidden="true">
      <Badge seat={seat} x={0} y={0} size={1} text={text} />
    </svg>
  );
}

const PIPS: Record<number, readonly (readonly [number, number])[]> = {
  1: [[0, 0]],
  2: [
    [-1, -1],
    [1, 1],
  ],
  3: [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
};

interface DieProps {
  face: number;
  seat: number;
  x: number;
  y: number;
  size: number;
}

/** A die of a seat, in a drawing. */
export function Die({ face, seat, x, y, size }: DieProps) {
  const half = size / 2;
  return (
    <g class={`die seat-${seat}`} transform={`translate(${x} ${y})`}>
      <rect x={-half} y={-half} width={size} height={size} rx={size * 0.2} />
      {(PIPS[face] ?? []).map(([across, down]) => (
        <circle cx={across * size * 0.26} cy={down * size * 0.26} r={size * 0.09} />
      ))}
    </g>
  );
}

/** A die among words. */
export function DieMark({ face, seat }: { face: number; seat: number }) {
  return (
    <svg class="die-mark" viewBox="-11 -11 22 22" aria-hidden="true">
      <Die face={face} seat={seat} x={0} y={0} size={20} />
    </svg>
  );
}
