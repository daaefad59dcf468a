// Card sets, asked of the service once each.

import { signal } from "@preact/signals";
import type {
  CovertCardSet_AbilityJson,
  CovertCardSetJson,
} from "../generated/covertbots/v1/covert_card_set_pb";
import type { GetCardSetResponseJson } from "../generated/covertbots/v1/referee_pb";
import { call, ServiceError } from "../service";

/** A card set, `undefined` while it is on its way, or why there is none. */
export type Loaded = CovertCardSetJson | ServiceError | undefined;

const sets = signal<Readonly<Record<string, Loaded>>>({});

/** Return the card set of a digest; a component that reads it is drawn again once it is there. */
export function cardSet(digest: string): Loaded {
  if (!(digest in sets.value)) void load(digest);
  return sets.value[digest];
}

/** Keep a card set that did not come from the server's own, such as one that a view brought. */
export function keepCardSet(set: CovertCardSetJson): void {
  sets.value = { ...sets.value, [set.digest ?? ""]: set };
}

const asked = new Set<string>();

async function load(digest: string): Promise<void> {
  if (asked.has(digest)) return;
  asked.add(digest);
  let loaded: Loaded;
  try {
    const response = await call<GetCardSetResponseJson>("Referee", "GetCardSet", {
      cardSet: digest,
    });
    loaded = response.covert ?? new ServiceError("internal", "the answer has no cards");
  } catch (error) {
    loaded = error as ServiceError;
    asked.delete(digest);
  }
  sets.value = { ...sets.value, [digest]: loaded };
}

/** Return the name of an ability and its sentence. */
export function abilityText(
  set: CovertCardSetJson,
  ability: CovertCardSet_AbilityJson | undefined,
) {
  return (set.abilityTexts ?? []).find((text) => text.ability === ability);
}
