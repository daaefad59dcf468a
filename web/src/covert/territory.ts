// The land around the cities of a map, so that regions show as areas.

import type { Point } from "./layout";

/** Return for each point the area that is nearer to it than to any other, as a path's `d`. */
export function territories(points: readonly Point[], width: number, height: number): string[] {
  return points.map((point) => {
    let area: Point[] = [
      { x: 0, y: 0 },
      { x: width, y: 0 },
      { x: width, y: height },
      { x: 0, y: height },
    ];
    for (const other of points) if (other !== point) area = nearer(area, point, other);
    return `M${area.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
  });
}

/** Return the part of an area that is nearer to one point than to another. */
function nearer(area: readonly Point[], point: Point, other: Point): Point[] {
  const across = { x: other.x - point.x, y: other.y - point.y };
  const half = { x: (point.x + other.x) / 2, y: (point.y + other.y) / 2 };
  const beyond = (p: Point) => (p.x - half.x) * across.x + (p.y - half.y) * across.y;
  return area.flatMap((from, i) => {
    const to = area[(i + 1) % area.length] as Point;
    const [a, b] = [beyond(from), beyond(to)];
    const kept = a <= 0 ? [from] : [];
    if (a < 0 === b < 0 || a === b) return kept;
    const t = a / (a - b);
    return [...kept, { x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y) }];
  });
}
