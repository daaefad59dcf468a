// A seat's shape in its colour: told apart without colours too.

const SHAPES = [
  "M8 1.5 14.5 8 8 14.5 1.5 8Z", // a diamond
  "M8 2a6 6 0 1 0 .01 0Z", // a disc
  "M8 1.8 15 14H1Z", // a triangle
  "M2.5 2.5h11v11h-11Z", // a square
];

export function SeatShape({ seat }: { seat: number }) {
  return (
    <svg class={`seat-shape seat-colour-${seat % SHAPES.length}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[seat % SHAPES.length]} />
    </svg>
  );
}
