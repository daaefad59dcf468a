// The face-up missions and the decks.

import type { CovertCardSetJson } from "../../generated/covertbots/v1/covert_card_set_pb";
import type { CovertHint_PlanJson } from "../../generated/covertbots/v1/covert_pb";
import type { CovertViewJson } from "../../generated/covertbots/v1/covert_view_pb";
import { words } from "../../words/words";
import { SpotBox } from "../marks";
import { CardRow, MissionCard } from "./cards";

interface Props {
  view: CovertViewJson;
  set: CovertCardSetJson;
  plans: readonly CovertHint_PlanJson[];
}

export function Market({ view, set, plans }: Props) {
  const { covert } = words();
  const decks = [
    {
      spot: "deck:missions",
      name: covert.missionDeck,
      size: view.missionDeck?.places?.length ?? 0,
    },
    { spot: "deck:agency", name: covert.agencyDeck, size: view.agencyDeck?.places?.length ?? 0 },
  ];
  return (
    <section class="market" aria-label={covert.market}>
      <CardRow>
        {(view.missionsFaceUp ?? []).map((card, i) =>
          card === 0 ? null : (
            <MissionCard
              card={card}
              set={set}
              spot={`slot:${i + 1}`}
              plan={plans.find((plan) => plan.mission === card)}
            />
          ),
        )}
      </CardRow>
      <div class="decks">
        {decks.map(({ spot, name, size }) => (
          <SpotBox spot={spot} kind="deck">
            {name} <span class="count">{size}</span>
          </SpotBox>
        ))}
      </div>
    </section>
  );
}
