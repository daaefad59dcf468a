// Cards as they lie in a hand or on the table.

import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import type { CovertCardSetJson } from "../../generated/covertbots/v1/covert_card_set_pb";
import type {
  CovertHint_PlanJson,
  CovertHint_StandingJson,
} from "../../generated/covertbots/v1/covert_pb";
import { words } from "../../words/words";
import { abilityText } from "../card_sets";
import { SpotBox } from "../marks";
import { ShapeContext } from "../shape";
import { AnyMark, CityMark, EquipmentMark, RegionMark } from "./icons";

/** Cards side by side; on a phone they are pushed aside to see more of them. */
export function CardRow({ children }: { children: ComponentChildren }) {
  const pushed = useContext(ShapeContext) === "tall";
  return (
    <div class="card-row" {...(pushed ? { tabIndex: 0 } : {})}>
      {children}
    </div>
  );
}

interface CardProps {
  card: number;
  set: CovertCardSetJson;
}

/** An Agency Card with its three sides. */
export function AgencyCard({ card, set }: CardProps) {
  const { covert } = words();
  const { equipment = "", city = "", ability } = set.agencyCards?.[card - 1] ?? {};
  const text = abilityText(set, ability);
  return (
    <SpotBox spot={`card:${card}`} kind="card agency">
      <div class="card-head">
        <EquipmentMark name={equipment} set={set} named />
        <span class="card-number">A{card}</span>
      </div>
      <div>{covert.flight(city)}</div>
      <div>
        <strong>{text?.name}</strong> <span class="faint detail">{text?.words}</span>
      </div>
    </SpotBox>
  );
}

interface MissionProps extends CardProps {
  /** How far each of its symbols is, as the service says. */
  plan?: CovertHint_PlanJson | undefined;
  /** Its spot, if it is not that of a card of the hand. */
  spot?: string;
}

/** A mission: what it asks for, and what is still missing. */
export function MissionCard({ card, set, plan, spot = `mission:${card}` }: MissionProps) {
  const { covert } = words();
  const mission = set.missions?.[card - 1];
  if (mission === undefined) return null;
  const {
    title = "",
    points = 0,
    equipment = [],
    cities = [],
    regions = [],
    anyCards = 0,
    foot = "",
  } = mission;
  const symbols: ComponentChildren[] = [
    ...equipment.map((name) => <EquipmentMark name={name} set={set} named />),
    ...cities.map((name) => <CityMark name={name} />),
    ...regions.map((name) => <RegionMark name={name} set={set} />),
    ...Array.from({ length: anyCards }, () => <AnyMark text={covert.anyCard} />),
  ];
  return (
    <SpotBox spot={spot} kind="card mission">
      <div class="card-head">
        <strong class="points">{points}</strong>
        <span class="card-title">{title}</span>
        <span class="card-number">M{card}</span>
      </div>
      <ul class="symbols">
        {symbols.map((symbol, i) => (
          <li>
            <Standing standing={plan?.symbols?.[i]?.standing} />
            {symbol}
          </li>
        ))}
      </ul>
      {foot === "" ? null : (
        <div class="foot">
          {covert.foot} <Foot name={foot} set={set} />
        </div>
      )}
    </SpotBox>
  );
}

function Standing({ standing }: { standing: CovertHint_StandingJson | undefined }) {
  const { standings } = words().covert;
  switch (standing) {
    case "STANDING_HAVE":
      return <Sign sign="✓" kind="have" text={standings.have} />;
    case "STANDING_REACHABLE":
      return <Sign sign="◐" kind="reachable" text={standings.reachable} />;
    case "STANDING_NOT_YET":
      return <Sign sign="○" kind="not-yet" text={standings.notYet} />;
    default:
      return null;
  }
}

function Sign({ sign, kind, text }: { sign: string; kind: string; text: string }) {
  return (
    <span class={`standing ${kind}`} role="img" aria-label={text} title={text}>
      {sign}
    </span>
  );
}

/** What a completed mission goes on giving. */
export function Foot({ name, set }: { name: string; set: CovertCardSetJson }) {
  const isRegion = set.regions?.some((region) => region.name === name);
  return isRegion ? (
    <RegionMark name={name} set={set} />
  ) : (
    <EquipmentMark name={name} set={set} named />
  );
}

interface CodeProps extends CardProps {
  /** Whether it is broken: its equipment counts then. */
  broken?: boolean;
}

/** A code with its numbers, and the equipment that it gives once it is broken. */
export function CodeCard({ card, set, broken = false }: CodeProps) {
  const { covert } = words();
  const { numbers = [], equipment = "" } = set.codes?.[card - 1] ?? {};
  return (
    <SpotBox spot={`code:${card}`} kind={`card code ${broken ? "broken" : ""}`}>
      <div class="card-head">
        <span class="code-numbers">
          {numbers.map((number) => (
            <span>{number}</span>
          ))}
        </span>
        <span class="card-number">C{card}</span>
      </div>
      <div>
        {broken ? covert.broken : covert.gives} <EquipmentMark name={equipment} set={set} named />
      </div>
    </SpotBox>
  );
}
