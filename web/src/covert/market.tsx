// Cards and decks that lie beside the map, and what a window or a Search lays open.

import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type { CovertHint_PlanJson } from "../generated/covertbots/v1/covert_pb";
import type { CovertViewJson } from "../generated/covertbots/v1/covert_view_pb";
import { words } from "../words/words";
import { AgencyCard, MissionCard } from "./cards";
import { SpotBox } from "./marks";

interface Props {
  view: CovertViewJson;
  set: CovertCardSetJson;
  plans: readonly CovertHint_PlanJson[];
}

export function Market({ view, set, plans }: Props) {
  const { covert } = words();
  const decks = [
    { spot: "deck:missions", name: covert.missionDeck, size: view.missionDeck?.places?.length ?? 0 },
    { spot: "deck:agency", name: covert.agencyDeck, size: view.agencyDeck?.places?.length ?? 0 },
  ];
  return (
    <section class="market" aria-label={covert.market}>
      <div class="cards">
        {(view.missionsFaceUp ?? []).map((card, i) =>
          card === 0 ? null : (
            <MissionCard card={card} set={set} spot={`slot:${i + 1}`} plan={plans.find((plan) => plan.mission === card)} />
          ),
        )}
      </div>
      <div class="decks">
        {decks.map(({ spot, name, size }) => (
          <SpotBox spot={spot} label={covert.deck(name, size)} kind="deck">
            {name} <span class="count">{size}</span>
          </SpotBox>
        ))}
      </div>
    </section>
  );
}

/** Cards that lie open for a moment: those of an Espionage window, a payment or a Search. */
export function Open({ view, set }: Omit<Props, "plans">) {
  const { covert } = words();
  const looked = (view.search?.cards ?? []).flatMap(({ card = 0 }) => (card === 0 ? [] : [card]));
  const ofMissions = view.search !== undefined && isMissionSearch(view);
  const pool = view.espionage?.pool ?? [];
  const paid = view.use?.mission ?? 0;
  if (looked.length === 0 && pool.length === 0 && paid === 0) return null;
  const title = pool.length > 0 ? covert.pool : looked.length > 0 ? covert.search : covert.completing;
  return (
    <section class="open" aria-label={title}>
      <h3>{title}</h3>
      <div class="cards">
        {paid === 0 || pool.length > 0 ? null : <MissionCard card={paid} set={set} />}
        {looked.map((card) =>
          ofMissions ? <MissionCard card={card} set={set} /> : <AgencyCard card={card} set={set} />,
        )}
        {pool.map((card) => (
          <AgencyCard card={card} set={set} />
        ))}
      </div>
    </section>
  );
}

function isMissionSearch(view: CovertViewJson): boolean {
  return view.use?.deck === "DECK_MISSION";
}
