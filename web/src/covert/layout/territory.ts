// The land around the cities of a map, so that regions show as areas.

import type { Point } from "./placing";

export interface Land {
  /** For each point the area that is nearer to it than to any other, as a path's `d`. */
  areas: string[];
  /** The borders between areas of different owners. */
  borders: string;
}

/** A corner, and the point on the other side of the line that begins there. */
interface Corner extends Point {
  beyond: number;
}

const SHORE = -1;

/** Divide a map among points that have owners. */
export function divide(
  points: readonly Point[],
  owners: readonly unknown[],
  width: number,
  height: number,
): Land {
  const borders: string[] = [];
  const areas = points.map((point, i) => {
    let area: Corner[] = [
      { x: 0, y: 0, beyond: SHORE },
      { x: width, y: 0, beyond: SHORE },
      { x: width, y: height, beyond: SHORE },
      { x: 0, y: height, beyond: SHORE },
    ];
    points.forEach((other, j) => {
      if (i !== j) area = nearer(area, point, other, j);
    });
    area.forEach((from, k) => {
      const to = area[(k + 1) % area.length] as Corner;
      const once = from.beyond > i; // each border has two sides
      if (once && owners[from.beyond] !== owners[i])
        borders.push(`M${written(from)}L${written(to)}`);
    });
    return `M${area.map(written).join("L")}Z`;
  });
  return { areas, borders: borders.join("") };
}

function written({ x, y }: Point): string {
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/** Return the part of an area that is nearer to one point than to another, which has a number. */
function nearer(area: readonly Corner[], point: Point, other: Point, number: number): Corner[] {
  const across = { x: other.x - point.x, y: other.y - point.y };
  const half = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
  const past = (p: Point) => (p.x - half.x) * across.x + (p.y - half.y) * across.y;
  return area.flatMap((from, i) => {
    const to = area[(i + 1) % area.length] as Corner;
    const [a, b] = [past(from), past(to)];
    if (a <= 0 && b <= 0) return [from];
    if (a > 0 && b > 0) return [];
    const t = a / (a - b);
    const cut = { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) };
    return a <= 0 ? [from, { ...cut, beyond: number }] : [{ ...cut, beyond: from.beyond }];
  });
}
