// The map: regions as areas, cities with their agents and cubes, connections, face-up cards.

import { useContext, useMemo } from "preact/hooks";
import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type { CovertViewJson } from "../generated/covertbots/v1/covert_view_pb";
import { words } from "../words/words";
import { abilityText } from "./card_sets";
import { EquipmentDrawing, regionClass, spaced } from "./cards/icons";
import { layOut, type MapLayout } from "./layout/layout";
import type { Point } from "./layout/placing";
import { divide } from "./layout/territory";
import { Spot } from "./marks";
import { type Shape, ShapeContext } from "./shape";
import { Badge, colourClass } from "./shapes";

/** A way over the map, of a step or a flight, to be drawn. */
export interface Way {
  from: string;
  to: string;
  kind: "pointed" | "changed";
}

interface Props {
  view: CovertViewJson;
  set: CovertCardSetJson;
  names: readonly string[];
  shape: Shape;
  ways: readonly Way[];
}

const layouts = new Map<string, MapLayout>();

function layoutOf(set: CovertCardSetJson, shape: Shape): MapLayout {
  const key = `${set.digest} ${shape}`;
  const layout = layouts.get(key) ?? layOut(set, shape);
  layouts.set(key, layout);
  return layout;
}

export function BoardMap({ view, set, names, shape, ways }: Props) {
  const { covert } = words();
  const layout = layoutOf(set, shape);
  const { width, height, cities } = layout;
  return (
    <svg
      class={`map ${shape}`}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label={covert.map}
    >
      <Land set={set} layout={layout} />
      {(set.connections ?? []).map(({ cities: pair = [] }) => {
        const [a, b] = pair.map((city) => cities.get(city));
        return a && b ? <line class="connection" x1={a.x} y1={a.y} x2={b.x} y2={b.y} /> : null;
      })}
      {ways.map(({ from, to, kind }) => {
        const [a, b] = [cities.get(from), cities.get(to)];
        return a && b ? (
          <path class={`way ${kind}`} d={bent(a, b)} marker-end={`url(#tip-${kind})`} />
        ) : null;
      })}
      <defs>
        <Tip kind="pointed" />
        <Tip kind="changed" />
      </defs>
      {(set.regions ?? []).map(({ name = "" }, i) => (
        <CardSpace
          name={name}
          card={view.agencyFaceUp?.[i] ?? 0}
          at={layout.spaces[i] as Point}
          set={set}
        />
      ))}
      {[...cities].map(([name, at]) => (
        <City name={name} at={at} view={view} names={names} />
      ))}
    </svg>
  );
}

function Tip({ kind }: { kind: Way["kind"] }) {
  return (
    <marker
      id={`tip-${kind}`}
      viewBox="0 0 10 10"
      refX="12"
      refY="5"
      markerWidth="4"
      markerHeight="4"
      orient="auto"
    >
      <path class={`tip ${kind}`} d="M0 0L10 5L0 10Z" />
    </marker>
  );
}

/** Return a path that bows a little, so that it lies on no connection. */
function bent(a: Point, b: Point): string {
  const middle = {
    x: (a.x + b.x) / 2 - (b.y - a.y) * 0.18,
    y: (a.y + b.y) / 2 + (b.x - a.x) * 0.18,
  };
  return `M${a.x} ${a.y}Q${middle.x} ${middle.y} ${b.x} ${b.y}`;
}

function Land({ set, layout }: { set: CovertCardSetJson; layout: MapLayout }) {
  const { owners, land } = useMemo(() => {
    const regions = set.regions ?? [];
    const owners = [
      ...regions.flatMap((region) => (region.cities ?? []).map(() => region)),
      ...regions,
    ];
    const points = [...layout.cities.values(), ...layout.spaces];
    return { owners, land: divide(points, owners, layout.width, layout.height) };
  }, [set, layout]);
  return (
    <g class="land">
      {land.areas.map((d, i) => (
        <path d={d} class={regionClass(owners[i]?.name ?? "", set)} />
      ))}
      <path class="border" d={land.borders} />
    </g>
  );
}

interface SpaceProps {
  name: string;
  card: number;
  at: Point;
  set: CovertCardSetJson;
}

/** The space of a region with its face-up Agency Card. */
function CardSpace({ name, card, at, set }: SpaceProps) {
  const { covert } = words();
  const shown = (set.agencyCards ?? [])[card - 1];
  const label = shown === undefined ? covert.noCard(name) : covert.faceUp(name, shown.words ?? "");
  const { width, height, letters, abilities } = SPACES[useContext(ShapeContext)];
  const equipment = spaced(shown?.equipment ?? "");
  const ability = abilityText(set, shown?.ability)?.name ?? "";
  const rows = [
    ...(abilities ? [equipment] : inTwo(equipment)).map((text) => ({ text, kind: "strong" })),
    { text: `→ ${shown?.city}`, kind: "" },
    ...(abilities ? [{ text: ability, kind: "pale" }] : []),
  ];
  const line = (row: number) => at.y - height / 2 + letters * (row * 1.25 + 1.15);
  return (
    <Spot spot={`region:${name}`} label={label} kind="card-space">
      <title>{label}</title>
      <rect
        class="area"
        x={at.x - width / 2}
        y={at.y - height / 2}
        width={width}
        height={height}
        rx={7}
      />
      <text
        class="region-name"
        x={at.x}
        y={line(0)}
        font-size={fitted(name, width - 4 * letters, letters)}
      >
        {name}
      </text>
      {shown === undefined ? null : (
        <>
          <EquipmentDrawing
            name={shown.equipment ?? ""}
            x={at.x - width / 2 + letters}
            y={line(0) - letters * 0.3}
            size={letters * 1.3}
          />
          {rows.map(({ text, kind }, i) => (
            <text class={kind} x={at.x} y={line(i + 1)} font-size={fitted(text, width, letters)}>
              {text}
            </text>
          ))}
        </>
      )}
    </Spot>
  );
}

const SPACES = {
  wide: { width: 98, height: 68, letters: 12.5, abilities: true },
  tall: { width: 65, height: 58, letters: 10, abilities: false },
};

/** Return a size of letters with which a text has room. */
function fitted(text: string, width: number, letters: number): number {
  return Math.min(letters, width / (text.length * 0.6));
}

/** Return the two lines of a long name of several words, or the name. */
function inTwo(name: string): string[] {
  const [first = "", ...more] = name.split(" ");
  return more.length === 0 ? [name] : [first, more.join(" ")];
}

interface CityProps {
  name: string;
  at: Point;
  view: CovertViewJson;
  names: readonly string[];
}

function City({ name, at, view, names }: CityProps) {
  const { covert } = words();
  const shape = useContext(ShapeContext);
  const players = view.players ?? [];
  const here = players.flatMap(({ agents = [] }, seat) =>
    agents.flatMap((city, i) => (city === name ? [{ seat, agent: i + 1 }] : [])),
  );
  const cubes = view.cubes?.find(({ city }) => city === name)?.colours ?? [];
  const size = shape === "wide" ? 11.5 : 7.5;
  const room = shape === "wide" ? 102 : 65;
  const gap = Math.min(size * 2.3, room / Math.max(1, here.length));
  const left = at.x - (gap * (here.length - 1)) / 2;
  const label = covert.city(
    name,
    here.map(({ seat, agent }) => covert.agent(names[seat] ?? "", agent)),
    cubes.map((colour) => names[colour - 1] ?? covert.nobody),
  );
  return (
    <>
      <Spot spot={`city:${name}`} label={label} kind="city">
        <title>{label}</title>
        <circle class="reach" cx={at.x} cy={at.y + size * 0.5} r={size * 2} />
        <circle class="area" cx={at.x} cy={at.y} r={size * 0.75} />
        <CityName name={name} at={at} size={shape === "wide" ? 15.5 : 10.5} room={room} />
        {cubes.map((colour, i) => (
          <rect
            class={`cube ${colourClass(colour - 1, players.length)}`}
            x={at.x + size * (1.1 + 1.05 * (i % 2))}
            y={at.y - size * (cubes.length > 2 ? 0.95 : 0.42) + size * Math.floor(i / 2)}
            width={size * 0.85}
            height={size * 0.85}
          />
        ))}
      </Spot>
      {here.map(({ seat, agent }, i) => {
        const badge = (
          <Badge seat={seat} x={left + gap * i} y={at.y - size * 2.1} size={size} text={agent} />
        );
        return seat === view.seat ? (
          <Spot spot={`agent:${agent}`} label={covert.agent(names[seat] ?? "", agent)} kind="agent">
            <circle class="halo" cx={left + gap * i} cy={at.y - size * 2.1} r={size * 1.45} />
            {badge}
          </Spot>
        ) : (
          badge
        );
      })}
    </>
  );
}

/** A city's name under it, in two lines or smaller letters if it is long. */
function CityName({
  name,
  at,
  size,
  room,
}: {
  name: string;
  at: Point;
  size: number;
  room: number;
}) {
  const lines = name.length * size * 0.58 <= room ? [name] : name.split(/ |(?<=-)/);
  const longest = Math.max(...lines.map((line) => line.length));
  const letters = Math.min(size, room / (longest * 0.6), (size * 2) / lines.length);
  return (
    <text class="city-name" font-size={letters}>
      {lines.map((line, i) => (
        <tspan x={at.x} y={at.y + size * 1.75 + i * letters}>
          {line}
        </tspan>
      ))}
    </text>
  );
}
