// Where the cities of a map and the card spaces of its regions are drawn. Each gets a cell of a
// staggered grid to itself, so that no name lies on another. Which cell, a fixed course of small
// changes finds: few connections that cross or run under a city, regions that hold together, and
// north above where it is known. Equal maps are laid out equally.

import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import { placeOf } from "./places";

export interface Point {
  x: number;
  y: number;
}

/** The shape of a map: wide beside a hand, tall on a phone. */
export type Shape = "wide" | "tall";

export interface MapLayout {
  width: number;
  height: number;
  cell: { width: number; height: number };
  cities: ReadonlyMap<string, Point>;
  /** The spaces of the face-up cards, in the order of regions. */
  spaces: readonly Point[];
}

const SHAPES = {
  wide: { columns: 8, width: 106, height: 84 },
  tall: { columns: 5, width: 68, height: 74 },
};
const SLACK = 1.35; // cells for each thing to be placed
const STEPS = 60000;
const WARMTH = [6, 0.02] as const; // at the start and at the end

// What a layout costs.
const CROSSING = 7;
const COVERED = 9; // a connection that runs under a city or a card
const LENGTH = 0.35; // a connection, by the square of its cells
const REGION = 0.3; // a city, by the square of its distance from the middle of its region
const SPACE = 1.2; // a card space, likewise
const PULL = 1.2; // a city, by the square of its distance from its place on the earth
const CLEAR = 0.42; // cells that a connection stays away from a city it does not join

/** Return a layout of the map of a card set. */
export function layOut(set: CovertCardSetJson, shape: Shape): MapLayout {
  const { columns, width, height } = SHAPES[shape];
  const regions = set.regions ?? [];
  const names = regions.flatMap((region) => region.cities ?? []);
  const number = new Map(names.map((name, i) => [name, i]));
  const regionOf = regions.flatMap((region, i) => (region.cities ?? []).map(() => i));
  const nodes = [...regionOf, ...regions.keys()]; // cities, then card spaces: the region of each
  const rows = Math.ceil((nodes.length * SLACK) / columns);
  const edges = (set.connections ?? []).flatMap(({ cities = [] }) => {
    const [a, b] = cities.map((city) => number.get(city));
    return a === undefined || b === undefined ? [] : [[a, b] as const];
  });
  const search = new Search(nodes, names.length, edges, targets(names, columns, rows), columns, rows);
  search.run();
  const drawn = search.at.map(({ x, y }) => ({ x: (x + 0.5) * width, y: (y + 0.5) * height }));
  return {
    width: (columns + 0.5) * width,
    height: rows * height,
    cell: { width, height },
    cities: new Map(names.map((name, i) => [name, drawn[i] as Point])),
    spaces: drawn.slice(names.length),
  };
}

/** Return the places of known cities in cells; none if too few are known to say where north is. */
function targets(names: readonly string[], columns: number, rows: number): (Point | undefined)[] {
  const places = names.map(placeOf);
  const known = places.filter((place) => place !== undefined);
  if (known.length * 2 < names.length) return names.map(() => undefined);
  const across = spread(known.map(([east]) => east));
  const down = spread(known.map(([, north]) => -north));
  return places.map(
    (place) =>
      place && { x: across(place[0]) * (columns - 0.5), y: down(-place[1]) * (rows - 1) },
  );
}

/** Return a function to 0..1 that keeps the order of values and evens out how dense they are. */
function spread(values: readonly number[]): (value: number) => number {
  const sorted = [...values].sort((a, b) => a - b);
  const least = sorted[0] as number;
  const range = Math.max(1e-9, (sorted[sorted.length - 1] as number) - least);
  return (value) => {
    const below = sorted.filter((other) => other < value).length;
    const equal = sorted.filter((other) => other === value).length;
    const rank = (below + (equal - 1) / 2) / Math.max(1, sorted.length - 1);
    return (rank + (value - least) / range) / 2;
  };
}

class Search {
  readonly at: Point[];
  private readonly cells: Point[];
  private readonly held: Int32Array; // by cell: which node is there, or -1
  private readonly cellOf: Int32Array;
  private readonly incident: number[][]; // by node: its connections
  private readonly members: number[][]; // by region: its cities
  private seed = 1;

  constructor(
    private readonly nodes: readonly number[],
    private readonly cities: number,
    private readonly edges: readonly (readonly [number, number])[],
    private readonly target: readonly (Point | undefined)[],
    columns: number,
    rows: number,
  ) {
    this.cells = [];
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        this.cells.push({ x: column + (row % 2 ? 0.5 : 0), y: row });
      }
    }
    this.held = new Int32Array(this.cells.length).fill(-1);
    this.cellOf = new Int32Array(nodes.length);
    this.at = nodes.map((_, node) => this.start(node));
    this.incident = nodes.map((_, node) =>
      edges.flatMap(([a, b], edge) => (a === node || b === node ? [edge] : [])),
    );
    this.members = [];
    nodes.slice(0, cities).forEach((region, node) => (this.members[region] ??= []).push(node));
  }

  /** Put a node on the free cell nearest to where it should be. */
  private start(node: number): Point {
    const goal = this.target[node] ?? this.cells[(node * 7) % this.cells.length];
    let best = -1;
    let least = Infinity;
    this.cells.forEach((cell, i) => {
      const distance = square(cell, goal as Point);
      if (this.held[i] === -1 && distance < least) [best, least] = [i, distance];
    });
    this.held[best] = node;
    this.cellOf[node] = best;
    return this.cells[best] as Point;
  }

  /** Return a number from 0 to 1, the same ones in each search. */
  private random(): number {
    this.seed = (Math.imul(this.seed, 1664525) + 1013904223) >>> 0;
    return this.seed / 2 ** 32;
  }

  run(): void {
    for (let step = 0; step < STEPS; step++) {
      const warmth = WARMTH[0] * (WARMTH[1] / WARMTH[0]) ** (step / STEPS);
      const node = Math.floor(this.random() * this.nodes.length);
      const cell = Math.floor(this.random() * this.cells.length);
      const other = this.held[cell] as number;
      if (other === node) continue;
      const before = this.cost(node, other);
      const from = this.cellOf[node] as number;
      this.move(node, cell, other, from);
      const worse = this.cost(node, other) - before;
      if (worse > 0 && this.random() >= Math.exp(-worse / warmth)) {
        this.move(node, from, other, cell);
      }
    }
  }

  private move(node: number, to: number, other: number, from: number): void {
    this.held[from] = other;
    this.held[to] = node;
    this.cellOf[node] = to;
    this.at[node] = this.cells[to] as Point;
    if (other < 0) return;
    this.cellOf[other] = from;
    this.at[other] = this.cells[from] as Point;
  }

  /** Return what two nodes cost where they are; -1 for none. */
  private cost(node: number, other: number): number {
    return this.costOf(node) + (other < 0 ? 0 : this.costOf(other));
  }

  private costOf(node: number): number {
    const here = this.at[node] as Point;
    let cost = 0;
    const goal = this.target[node];
    if (goal !== undefined) cost += PULL * square(here, goal);
    const middle = this.middle(this.nodes[node] as number);
    cost += (node < this.cities ? REGION : SPACE) * square(here, middle);
    const own = this.incident[node] as number[];
    for (const edge of own) cost += this.edgeCost(edge);
    this.edges.forEach(([a, b], edge) => {
      if (!own.includes(edge) && this.covers(a, b, here)) cost += COVERED;
    });
    return cost;
  }

  private edgeCost(edge: number): number {
    const [a, b] = this.edges[edge] as readonly [number, number];
    const [from, to] = [this.at[a] as Point, this.at[b] as Point];
    let cost = LENGTH * square(from, to);
    for (let node = 0; node < this.nodes.length; node++) {
      if (node !== a && node !== b && this.covers(a, b, this.at[node] as Point)) cost += COVERED;
    }
    for (const [c, d] of this.edges) {
      if (c === a || c === b || d === a || d === b) continue;
      if (cross(from, to, this.at[c] as Point, this.at[d] as Point)) cost += CROSSING;
    }
    return cost;
  }

  private middle(region: number): Point {
    const nodes = this.members[region] ?? [];
    const middle = { x: 0, y: 0 };
    for (const node of nodes) {
      middle.x += (this.at[node] as Point).x / nodes.length;
      middle.y += (this.at[node] as Point).y / nodes.length;
    }
    return middle;
  }

  private covers(a: number, b: number, point: Point): boolean {
    return distance(point, this.at[a] as Point, this.at[b] as Point) < CLEAR;
  }
}

function square(a: Point, b: Point): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2;
}

/** Return how far a point is from the line between two others. */
function distance(point: Point, a: Point, b: Point): number {
  const length = square(a, b);
  const along = ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / length;
  const t = Math.max(0, Math.min(1, along));
  return Math.sqrt(square(point, { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) }));
}

function turn(a: Point, b: Point, c: Point): number {
  return Math.sign((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

function cross(a: Point, b: Point, c: Point, d: Point): boolean {
  return turn(a, b, c) !== turn(a, b, d) && turn(c, d, a) !== turn(c, d, b);
}
