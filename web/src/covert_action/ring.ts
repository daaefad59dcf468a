// Where seats stand in the ring: clockwise, the person's own seat below.

const WIDE = 41; // percent of the ring's width from its centre
const HIGH = 37; // of its height

export interface Point {
  x: number;
  y: number;
}

/** Return a seat's point, in percent. */
export function pointOf(seat: number, players: number, own: number): Point {
  const angle = Math.PI / 2 + (2 * Math.PI * (seat - own)) / players;
  return { x: 50 + WIDE * Math.cos(angle), y: 50 + HIGH * Math.sin(angle) };
}

/** Return the style that puts a seat there. */
export function place(seat: number, players: number, own: number): Record<string, string> {
  const { x, y } = pointOf(seat, players, own);
  // On a narrow screen the ring is unrolled: the others clockwise first, one's own seat last.
  const order = (seat - own + players) % players || players;
  return { left: `clamp(6rem, ${x}%, 100% - 6rem)`, top: `${y}%`, order: String(order) };
}
