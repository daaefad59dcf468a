// Where the page is: the fragment of its address, as `#/table/NAME/TOKEN`. A fragment is not sent to
// the server, so what stands in it is in no log.

import { signal } from "@preact/signals";

function parts(): string[] {
  return location.hash.replace(/^#\/?/, "").split("/").filter(Boolean).map(decodeURIComponent);
}

/** The parts of the address: the name of a view first, nothing at home. */
export const route = signal<readonly string[]>(parts());

addEventListener("hashchange", () => {
  route.value = parts();
});

/** Return the address of a view, for a link. */
export function address(...names: string[]): string {
  return `#/${names.map(encodeURIComponent).join("/")}`;
}

/** Go to a view. */
export function go(...names: string[]): void {
  location.hash = address(...names);
}
