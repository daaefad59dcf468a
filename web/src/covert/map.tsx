// The map: regions as areas, cities with their agents and cubes, connections, face-up cards.

import { useMemo } from "preact/hooks";
import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type { CovertViewJson } from "../generated/covertbots/v1/covert_view_pb";
import { words } from "../words/words";
import { abilityText } from "./card_sets";
import { EquipmentDrawing, regionClass, spaced } from "./icons";
import { layOut, type MapLayout, type Shape } from "./layout";
import type { Point } from "./placing";
import { Spot } from "./marks";
import { Badge, colourClass } from "./shapes";
import { divide } from "./territory";

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
  let layout = layouts.get(key);
  if (layout === undefined) layouts.set(key, (layout = layOut(set, shape)));
  return layout;
}

export function BoardMap({ view, set, names, shape, ways }: Props) {
  const { covert } = words();
  const layout = layoutOf(set, shape);
  const { width, height, cities } = layout;
  return (
    <svg class={`map ${shape}`} viewBox={`0 0 ${width} ${height}`} role="group" aria-label={covert.map}>
      <Land set={set} layout={layout} />
      {(set.connections ?? []).map(({ cities: pair = [] }) => {
        const [a, b] = pair.map((city) => cities.get(city));
        return a && b ? <line class="connection" x1={a.x} y1={a.y} x2={b.x} y2={b.y} /> : null;
      })}
      {ways.map(({ from, to, kind }) => {
        const [a, b] = [cities.get(from), cities.get(to)];
        return a && b ? <path class={`way ${kind}`} d={bent(a, b)} marker-end={`url(#tip-${kind})`} /> : null;
      })}
      <defs>
        <Tip kind="pointed" />
        <Tip kind="changed" />
      </defs>
      {(set.regions ?? []).map(({ name = "" }, i) => (
        <CardSpace name={name} card={view.agencyFaceUp?.[i] ?? 0} at={layout.spaces[i] as Point} set={set} shape={shape} />
      ))}
      {[...cities].map(([name, at]) => (
        <City name={name} at={at} view={view} names={names} shape={shape} />
      ))}
    </svg>
  );
}

function Tip({ kind }: { kind: Way["kind"] }) {
  return (
    <marker id={`tip-${kind}`} viewBox="0 0 10 10" refX="12" refY="5" markerWidth="4" markerHeight="4" orient="auto">
      <path class={`tip ${kind}`} d="M0 0L10 5L0 10Z" />
    </marker>
  );
}

/** Return a path that bows a little, so that it lies on no connection. */
function bent(a: Point, b: Point): string {
  const middle = { x: (a.x + b.x) / 2 - (b.y - a.y) * 0.18, y: (a.y + b.y) / 2 + (b.x - a.x) * 0.18 };
  return `M${a.x} ${a.y}Q${middle.x} ${middle.y} ${b.x} ${b.y}`;
}

function Land({ set, layout }: { set: CovertCardSetJson; layout: MapLayout }) {
  const { owners, land } = useMemo(() => {
    const regions = set.regions ?? [];
    const owners = [...regions.flatMap((region) => (region.cities ?? []).map(() => region)), ...regions];
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
  shape: Shape;
}

/** The space of a region with its face-up Agency Card. */
function CardSpace({ name, card, at, set, shape }: SpaceProps) {
  const { covert } = words();
  const shown = (set.agencyCards ?? [])[card - 1];
  const label = shown === undefined ? covert.noCard(name) : covert.faceUp(name, shown.words ?? "");
  const size = shape === "wide" ? { width: 98, height: 62, text: 11.5 } : { width: 65, height: 58, text: 9.5 };
  const line = (row: number) => at.y - size.height / 2 + size.text * (row * 1.25 + 1.15);
  return (
    <Spot spot={`region:${name}`} label={label} kind="card-space">
      <title>{label}</title>
      <rect
        class="area"
        x={at.x - size.width / 2}
        y={at.y - size.height / 2}
        width={size.width}
        height={size.height}
        rx={7}
      />
      <g font-size={size.text}>
        <text class="region-name" x={at.x} y={line(0)}>
          {fitted(name, size.width - 4 * size.text, size.text)}
        </text>
        {shown === undefined ? null : (
          <>
            <EquipmentDrawing
              name={shown.equipment ?? ""}
              x={at.x - size.width / 2 + size.text}
              y={line(0) - size.text * 0.3}
              size={size.text * 1.3}
            />
            <text class="strong" x={at.x} y={line(1)}>
              {fitted(spaced(shown.equipment ?? ""), size.width, size.text)}
            </text>
            <text x={at.x} y={line(2)}>
              {fitted(`→ ${shown.city}`, size.width, size.text)}
            </text>
            <text class="faint" x={at.x} y={line(3)}>
              {fitted(abilityText(set, shown.ability)?.name ?? "", size.width, size.text)}
            </text>
          </>
        )}
      </g>
    </Spot>
  );
}

/** Return a text that has room, shortened if it must. */
function fitted(text: string, width: number, size: number): string {
  const room = Math.floor(width / (size * 0.56));
  return text.length <= room ? text : `${text.slice(0, room - 1)}…`;
}

interface CityProps {
  name: string;
  at: Point;
  view: CovertViewJson;
  names: readonly string[];
  shape: Shape;
}

function City({ name, at, view, names, shape }: CityProps) {
  const { covert } = words();
  const players = view.players ?? [];
  const here = players.flatMap(({ agents = [] }, seat) =>
    agents.flatMap((city, i) => (city === name ? [{ seat, agent: i + 1 }] : [])),
  );
  const cubes = view.cubes?.find(({ city }) => city === name)?.colours ?? [];
  const size = shape === "wide" ? 10.5 : 7.5;
  const room = shape === "wide" ? 100 : 64;
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
        <circle class="area" cx={at.x} cy={at.y} r={size * 0.75} />
        <CityName name={name} at={at} size={shape === "wide" ? 13.5 : 10.5} room={room} />
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
        const badge = <Badge seat={seat} x={left + gap * i} y={at.y - size * 2.1} size={size} text={agent} />;
        return seat === view.seat ? (
          <Spot spot={`agent:${agent}`} label={covert.agent(names[seat] ?? "", agent)} kind="agent">
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
function CityName({ name, at, size, room }: { name: string; at: Point; size: number; room: number }) {
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
