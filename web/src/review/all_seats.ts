// What all seats know together: the view of one of them, with the hands that the others see.

import type { ViewJson } from "../generated/covertbots/v1/view_pb";

/** Return the view of a seat, in which each player stands as that player sees it. */
export function together(views: readonly ViewJson[], seat: number): ViewJson {
  const view = views[seat] ?? {};
  if (view.covert !== undefined) {
    const own = views.map((each, number) => each.covert?.players?.[number] ?? {});
    return { covert: { ...view.covert, players: own } };
  }
  return view;
}
