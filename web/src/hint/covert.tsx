// What a hint of Covert says beside the moves: the chance against the bots at the table, why, what
// missions still take, what others may hold.

import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type {
  CovertHint_OpponentHandJson,
  CovertHint_PlanJson,
  CovertHint_PlannedSymbolJson,
  CovertHint_StandingJson,
  CovertHintJson,
} from "../generated/covertbots/v1/covert_pb";
import { words } from "../words/words";
import { decimal, whole } from "./figures";

const SHOWN_CARDS = 6;
const SHOWN_PLANS = 3;

interface Props {
  hint: CovertHintJson;
  set: CovertCardSetJson;
  names: readonly string[];
  /** Worlds of the search. */
  worlds: number;
}

export function CovertHints({ hint, set, names, worlds }: Props) {
  const { hint: said } = words();
  const against = hint.against?.text ?? "";
  const why = hint.reasons?.text ?? "";
  const plans = hint.plans ?? [];
  const hands = (hint.hands ?? []).filter((hand) => (hand.missions ?? hand.codes ?? []).length > 0);
  return (
    <>
      {against === "" ? null : <p lang="en">{against}</p>}
      {why === "" ? null : (
        <section class="why">
          <h3>{said.why}</h3>
          <p lang="en">{why}</p>
        </section>
      )}
      {plans.length === 0 ? null : (
        <section class="plans">
          <h3>{said.plans}</h3>
          <Plans plans={plans.filter((plan) => plan.inHand)} set={set} />
          <details>
            <summary>{said.plansFaceUp}</summary>
            <Plans plans={plans.filter((plan) => !plan.inHand)} set={set} />
          </details>
        </section>
      )}
      {hands.length === 0 ? null : (
        <details class="hands">
          <summary>{said.hands}</summary>
          <p class="faint">{said.handsMean(whole(worlds))}</p>
          {hands.map((hand) => (
            <Hand
              key={hand.seat}
              hand={hand}
              set={set}
              worlds={worlds}
              name={names[hand.seat ?? 0]}
            />
          ))}
        </details>
      )}
    </>
  );
}

function Plans({ plans, set }: { plans: readonly CovertHint_PlanJson[]; set: CovertCardSetJson }) {
  const { hint } = words();
  return (
    <ul class="plan-list">
      {plans.slice(0, SHOWN_PLANS).map((plan) => {
        const mission = set.missions?.[(plan.mission ?? 0) - 1];
        return (
          <li key={plan.mission}>
            <p>
              <strong>{mission?.title || mission?.words}</strong>{" "}
              <span class="faint">
                {hint.planTakes(decimal(Number(plan.dice ?? 0), 1), plan.rounds ?? 0)}
              </span>
            </p>
            <ul class="planned-list">
              {(plan.symbols ?? []).map((symbol, place) => (
                <Planned key={place} symbol={symbol} set={set} />
              ))}
            </ul>
          </li>
        );
      })}
    </ul>
  );
}

const STANDINGS: Record<CovertHint_StandingJson, "have" | "reachable" | "notYet"> = {
  STANDING_UNSPECIFIED: "notYet",
  STANDING_HAVE: "have",
  STANDING_REACHABLE: "reachable",
  STANDING_NOT_YET: "notYet",
};
const MARKS = { have: "✓", reachable: "→", notYet: "·" };

function Planned({
  symbol,
  set,
}: {
  symbol: CovertHint_PlannedSymbolJson;
  set: CovertCardSetJson;
}) {
  const { hint } = words();
  const standing = STANDINGS[symbol.standing ?? "STANDING_UNSPECIFIED"];
  const name = symbol.equipment || symbol.city || symbol.region || hint.anyCard;
  const way = wayTo(symbol, set);
  return (
    <li class={`planned ${standing}`}>
      <span aria-hidden="true">{MARKS[standing]}</span> {name}{" "}
      <span class="faint">
        {hint.standings[standing]}
        {way === "" ? "" : `: ${way}`}
      </span>
    </li>
  );
}

/** Return the way to a symbol, as the service tells it. */
function wayTo(symbol: CovertHint_PlannedSymbolJson, set: CovertCardSetJson): string {
  const { hint } = words();
  const card = set.agencyCards?.[(symbol.agencyCard ?? 0) - 1]?.equipment;
  const flight = set.agencyCards?.[(symbol.flight ?? 0) - 1]?.equipment;
  const code = set.codes?.[(symbol.code ?? 0) - 1]?.numbers?.join(" ");
  const foot = set.missions?.[(symbol.foot ?? 0) - 1]?.title;
  const ways = [];
  if (card) {
    ways.push(
      symbol.atRegion
        ? hint.ways.take(card, symbol.atRegion, symbol.agencyDice ?? 0)
        : hint.ways.card(card),
    );
  }
  if (code) ways.push(hint.ways.code(code));
  if (foot) ways.push(hint.ways.foot(foot));
  if (flight && symbol.goesTo) ways.push(hint.ways.fly(symbol.agent ?? 0, symbol.goesTo, flight));
  else if (symbol.goesTo && symbol.steps)
    ways.push(hint.ways.walk(symbol.agent ?? 0, symbol.goesTo, symbol.steps));
  else if (symbol.goesTo) ways.push(hint.ways.stands(symbol.agent ?? 0, symbol.goesTo));
  return ways.join("; ");
}

interface HandProps {
  hand: CovertHint_OpponentHandJson;
  set: CovertCardSetJson;
  worlds: number;
  name: string | undefined;
}

/** What a seat may hold: in how many worlds of the search each card is there. */
function Hand({ hand, set, worlds, name }: HandProps) {
  const { hint } = words();
  const lists = [
    { title: hint.missions, cards: hand.missions ?? [], of: set.missions ?? [] },
    { title: hint.codes, cards: hand.codes ?? [], of: set.codes ?? [] },
  ];
  return (
    <section>
      <h4>{name}</h4>
      {lists.map(({ title, cards, of }) =>
        cards.length === 0 ? null : (
          <table key={title} class="worlds">
            <caption>{title}</caption>
            <tbody>
              {cards.slice(0, SHOWN_CARDS).map(({ card = 0, share = 0 }) => (
                <tr key={card}>
                  <th scope="row">{of[card - 1]?.words}</th>
                  <td>{hint.inWorlds(whole(Math.round(Number(share) * worlds)))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ),
      )}
    </section>
  );
}
