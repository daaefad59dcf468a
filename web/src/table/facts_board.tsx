// The board of a game that has none of its own here: the facts of the view, as they are.

import type { BoardProps } from "../games";
import { words } from "../words/words";

const DEEPEST = 2; // levels of facts in facts
const MOST = 12; // entries that are shown of a list

export function FactsBoard({ view }: BoardProps) {
  const [game = {}] = Object.values(view);
  return (
    <section class="facts" aria-label={words().table.facts}>
      <Facts of={game} depth={0} />
    </section>
  );
}

function Facts({ of, depth }: { of: object; depth: number }) {
  const all = Object.entries(of).filter(([name]) => name !== "@type");
  const facts = all.slice(0, Array.isArray(of) ? MOST : all.length);
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{spaced(name)}</dt>
          <dd>
            {isPlain(value) || depth >= DEEPEST ? (
              shown(value)
            ) : (
              <Facts of={value} depth={depth + 1} />
            )}
          </dd>
        </div>
      ))}
      {facts.length < all.length && <div>…</div>}
    </dl>
  );
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((entry) => typeof entry !== "object");
  return typeof value !== "object" || value === null;
}

function shown(value: unknown): string {
  if (Array.isArray(value) && isPlain(value)) return value.map(shown).join(", ") || "–";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Return the words of a field's name: `handCards` as `hand cards`. */
function spaced(name: string): string {
  return name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
}
