// The mark of a seat: a shape besides its colour.

const SHAPES = [
  "M1 0A1 1 0 1 1-1 0A1 1 0 1 1 1 0Z",
  "M-.9-.9H.9V.9H-.9Z",
  "M0-1.1L1.1.9H-1.1Z",
  "M0-1.2L1.2 0L0 1.2L-1.2 0Z",
];

function Mark({ seat, size }: { seat: number; size: number }) {
  return <path class={`mark seat-${seat % 4}`} d={SHAPES[seat % 4]} transform={`scale(${size})`} />;
}

export function SeatShape({ seat }: { seat: number }) {
  return (
    <svg class="seat-shape" viewBox="-6 -6 12 12" aria-hidden="true">
      <Mark seat={seat} size={4.5} />
    </svg>
  );
}

SeatShape.Mark = Mark;
