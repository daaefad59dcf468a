// The way from any view to the others.

import { address } from "./route";
import { views } from "./views";
import { words } from "./words/words";

/** Views that belong to the one that is named beside them. */
const PART_OF: Record<string, string> = { join: "", table: "", companion: "" };

/** Links to the views that have a name. The present view is marked. */
export function Navigation({ present }: { present: string }) {
  const { views: names, viewsLabel } = words().page;
  const here = PART_OF[present] ?? present;
  return (
    <nav aria-label={viewsLabel}>
      {Object.entries(names)
        .filter(([view]) => view in views)
        .map(([view, name]) => (
          <a
            key={view}
            href={address(view)}
            aria-current={view === here ? (present === here ? "page" : "true") : undefined}
          >
            {name}
          </a>
        ))}
    </nav>
  );
}
