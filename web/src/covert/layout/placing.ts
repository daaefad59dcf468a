// Finds a cell of a staggered grid for each city and card space, by a fixed course of small changes
// that grow rarer the more they worsen the map (simulated annealing).

export interface Point {
  x: number;
  y: number;
}

export interface Task {
  /** The region of each node: the cities first, then a card space for each region. */
  regionOf: readonly number[];
  cities: number;
  /** The connections, by the numbers of their cities. */
  edges: readonly (readonly [number, number])[];
  /** Where a city should be, in cells, if that is known. */
  goals: readonly (Point | undefined)[];
  columns: number;
  rows: number;
}

const STEPS = 20000;
const LOCAL = 0.8; // share of changes that move a node a little
const NEAR = 2.3; // cells
const HOT = 3; // a change for the worse by so much is likely at the start
const COLD = 0.02; // and by so much at the end

// What a map costs. Distances are in cells.
const CROSSING = 7; // two connections that cross
const COVERED = 9; // a connection that runs under a city or a card
const LENGTH = 0.35; // a connection, by the square of its length
const REGION = 0.3; // a city, by the square of its distance from the middle of its region
const SPACE = 1.2; // a card space, likewise
const PULL = 1.2; // a city, by the square of its distance from where it should be
const CITY_CLEAR = 0.4; // a connection stays so far away from a city that it does not join
const CARD_CLEAR = 0.52; // and so far from a card

/** Return the cells of the nodes. */
export function place(task: Task): Point[] {
  const { regionOf, cities, edges, goals, columns, rows } = task;
  const nodes = regionOf.length;
  const cells = Array.from({ length: columns * rows }, (_, cell) => {
    const y = Math.floor(cell / columns);
    return { x: (cell % columns) + (y % 2 ? 0.5 : 0), y };
  });
  const held = new Int32Array(cells.length).fill(-1); // by cell: the node there
  const cellOf = new Int32Array(nodes);
  const x = new Float64Array(nodes);
  const y = new Float64Array(nodes);
  const from = Int32Array.from(edges, ([a]) => a);
  const to = Int32Array.from(edges, ([, b]) => b);
  const joins = regionOf.map((_, node) =>
    edges.flatMap((pair, e) => (pair.includes(node) ? [e] : [])),
  );
  const members = Array.from(new Set(regionOf), (region) =>
    regionOf.flatMap((other, node) => (other === region && node < cities ? [node] : [])),
  );

  function put(node: number, cell: number): void {
    held[cell] = node;
    cellOf[node] = cell;
    x[node] = (cells[cell] as Point).x;
    y[node] = (cells[cell] as Point).y;
  }

  /** Return the free cell nearest to a point. */
  function nearest(goal: Point): number {
    let best = -1;
    let least = Infinity;
    cells.forEach((cell, i) => {
      const off = (cell.x - goal.x) ** 2 + (cell.y - goal.y) ** 2;
      if (held[i] === -1 && off < least) [best, least] = [i, off];
    });
    return best;
  }

  function covers(e: number, node: number): boolean {
    const ax = x[from[e]!]!;
    const ay = y[from[e]!]!;
    const dx = x[to[e]!]! - ax;
    const dy = y[to[e]!]! - ay;
    const px = x[node]! - ax;
    const py = y[node]! - ay;
    const along = Math.max(0, Math.min(1, (px * dx + py * dy) / (dx * dx + dy * dy)));
    const clear = node < cities ? CITY_CLEAR : CARD_CLEAR;
    return (px - along * dx) ** 2 + (py - along * dy) ** 2 < clear * clear;
  }

  /** Return whether a third node is to the left of the way from one to another. */
  function isLeft(a: number, b: number, c: number): boolean {
    return (x[b]! - x[a]!) * (y[c]! - y[a]!) > (y[b]! - y[a]!) * (x[c]! - x[a]!);
  }

  function crosses(e: number, f: number): boolean {
    const a = from[e]!;
    const b = to[e]!;
    const c = from[f]!;
    const d = to[f]!;
    if (a === c || a === d || b === c || b === d) return false;
    return isLeft(a, b, c) !== isLeft(a, b, d) && isLeft(c, d, a) !== isLeft(c, d, b);
  }

  function edgeCost(e: number): number {
    const a = from[e]!;
    const b = to[e]!;
    let cost = LENGTH * ((x[a]! - x[b]!) ** 2 + (y[a]! - y[b]!) ** 2);
    for (let node = 0; node < nodes; node++) {
      if (node !== a && node !== b && covers(e, node)) cost += COVERED;
    }
    for (let f = 0; f < from.length; f++) if (crosses(e, f)) cost += CROSSING;
    return cost;
  }

  /** Return what a node costs where it is. */
  function nodeCost(node: number): number {
    if (node < 0) return 0;
    const goal = goals[node];
    let cost =
      goal === undefined ? 0 : PULL * ((x[node]! - goal.x) ** 2 + (y[node]! - goal.y) ** 2);
    const others = members[regionOf[node]!]!;
    let mx = 0;
    let my = 0;
    for (const other of others) {
      mx += x[other]! / others.length;
      my += y[other]! / others.length;
    }
    cost += (node < cities ? REGION : SPACE) * ((x[node]! - mx) ** 2 + (y[node]! - my) ** 2);
    for (const e of joins[node]!) cost += edgeCost(e);
    for (let e = 0; e < from.length; e++) {
      if (from[e] !== node && to[e] !== node && covers(e, node)) cost += COVERED;
    }
    return cost;
  }

  const near = cells.map((here) =>
    cells.flatMap((cell, i) => (Math.hypot(cell.x - here.x, cell.y - here.y) < NEAR ? [i] : [])),
  );
  let seed = 1;
  /** Return a number from 0 to 1; the same course of them each time. */
  function random(): number {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed / 2 ** 32;
  }

  function pick(some: readonly number[]): number {
    return some[Math.floor(random() * some.length)] as number;
  }

  for (let node = 0; node < nodes; node++) {
    put(node, nearest(goals[node] ?? (cells[(node * 7) % cells.length] as Point)));
  }
  for (let step = 0; step < STEPS; step++) {
    const warmth = HOT * (COLD / HOT) ** (step / STEPS);
    const node = Math.floor(random() * nodes);
    const home = cellOf[node]!;
    const cell = random() < LOCAL ? pick(near[home]!) : Math.floor(random() * cells.length);
    const other = held[cell]!;
    if (other === node) continue;
    const before = nodeCost(node) + nodeCost(other);
    swap(node, cell, other, home);
    const worse = nodeCost(node) + nodeCost(other) - before;
    if (worse > 0 && random() >= Math.exp(-worse / warmth)) swap(node, home, other, cell);
  }
  return regionOf.map((_, node) => ({ x: x[node]!, y: y[node]! }));

  /** Put a node on a cell, and what was there on the cell that the node leaves. */
  function swap(node: number, cell: number, other: number, home: number): void {
    held[home] = -1;
    put(node, cell);
    if (other >= 0) put(other, home);
  }
}
