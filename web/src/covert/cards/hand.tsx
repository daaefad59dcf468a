// What the viewing seat holds: missions, Agency Cards, codes, tokens, its character.

import type { CovertCardSetJson } from "../../generated/covertbots/v1/covert_card_set_pb";
import type { CovertHint_PlanJson } from "../../generated/covertbots/v1/covert_pb";
import type { CovertViewJson } from "../../generated/covertbots/v1/covert_view_pb";
import { words } from "../../words/words";
import { abilityText } from "../card_sets";
import { SpotBox } from "../marks";
import { AgencyCard, CardRow, CodeCard, Foot, MissionCard } from "./cards";

interface Props {
  view: CovertViewJson;
  set: CovertCardSetJson;
  plans: readonly CovertHint_PlanJson[];
}

export function Hand({ view, set, plans }: Props) {
  const { covert } = words();
  const seat = view.seat ?? 0;
  const own = view.players?.[seat] ?? {};
  const missions = numbersOf(own.missions);
  const cards = numbersOf(own.agencyCards);
  return (
    <section class="hand" aria-label={covert.hand}>
      <h3>{covert.missions(missions.length)}</h3>
      <CardRow>
        {missions.map((card) => (
          <MissionCard card={card} set={set} plan={plans.find((plan) => plan.mission === card)} />
        ))}
      </CardRow>
      <h3>{covert.agencyCards(cards.length)}</h3>
      <CardRow>
        {cards.map((card) => (
          <AgencyCard card={card} set={set} />
        ))}
      </CardRow>
      <h3>{covert.codes}</h3>
      <CardRow>
        {numbersOf(own.codes).map((card) => (
          <CodeCard card={card} set={set} />
        ))}
        {(own.completedCodes ?? []).map((card) => (
          <CodeCard card={card} set={set} broken />
        ))}
      </CardRow>
      <Extras view={view} set={set} />
    </section>
  );
}

function numbersOf(places: readonly { card?: number }[] | undefined): number[] {
  return (places ?? []).flatMap(({ card = 0 }) => (card === 0 ? [] : [card]));
}

/** Tokens, the reroll token, the character, and what completed missions give. */
function Extras({ view, set }: Omit<Props, "plans">) {
  const { covert } = words();
  const own = view.players?.[view.seat ?? 0] ?? {};
  const character = set.characters?.[(own.character ?? 0) - 1];
  const feet = (own.completedMissions ?? []).flatMap(
    (card) => set.missions?.[card - 1]?.foot || [],
  );
  return (
    <CardRow>
      {(view.tokens ?? []).map(({ ability, count = 0 }) => {
        const text = abilityText(set, ability);
        return (
          <SpotBox spot={`token:${ability}`} kind="card token">
            <strong>{covert.token(text?.name ?? "", count)}</strong>
            <span class="faint detail">{text?.words}</span>
          </SpotBox>
        );
      })}
      {own.rerollToken ? (
        <SpotBox spot="reroll" kind="card token">
          <strong>{covert.rerollToken}</strong>
          <span class="faint detail">{covert.rerollDetail}</span>
        </SpotBox>
      ) : null}
      {character === undefined ? null : (
        <SpotBox spot="character" kind="card character">
          <strong>{character.name}</strong>
          <span class="faint detail">{character.words}</span>
        </SpotBox>
      )}
      {feet.length === 0 ? null : (
        <SpotBox spot="foot" kind="card feet">
          <strong>{covert.feet}</strong>
          {feet.map((name) => (
            <Foot name={name} set={set} />
          ))}
        </SpotBox>
      )}
    </CardRow>
  );
}
