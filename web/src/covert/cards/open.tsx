// What lies open for a moment: the cards of an Espionage window, of a Search, or a mission that is
// being completed.

import type { CovertCardSetJson } from "../../generated/covertbots/v1/covert_card_set_pb";
import type { CovertViewJson } from "../../generated/covertbots/v1/covert_view_pb";
import { words } from "../../words/words";
import { AgencyCard, CardRow, MissionCard } from "./cards";

interface Props {
  view: CovertViewJson;
  set: CovertCardSetJson;
}

export function Open({ view, set }: Props) {
  const { covert } = words();
  const looked = (view.search?.cards ?? []).flatMap(({ card = 0 }) => (card === 0 ? [] : [card]));
  const ofMissions = view.search !== undefined && isMissionSearch(view);
  const pool = view.espionage?.pool ?? [];
  const paid = view.use?.mission ?? 0;
  if (looked.length === 0 && pool.length === 0 && paid === 0) return null;
  const title =
    pool.length > 0 ? covert.pool : looked.length > 0 ? covert.search : covert.completing;
  return (
    <section class="laid-open" aria-label={title}>
      <h3>{title}</h3>
      <CardRow>
        {paid === 0 || pool.length > 0 ? null : <MissionCard card={paid} set={set} />}
        {looked.map((card) =>
          ofMissions ? <MissionCard card={card} set={set} /> : <AgencyCard card={card} set={set} />,
        )}
        {pool.map((card) => (
          <AgencyCard card={card} set={set} />
        ))}
      </CardRow>
    </section>
  );
}

function isMissionSearch(view: CovertViewJson): boolean {
  return view.use?.deck === "DECK_MISSION";
}
