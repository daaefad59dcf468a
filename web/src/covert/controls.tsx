// What is asked, the buttons at hand, and the list of all moves: beside the board, or below it as a
// sheet that opens.

import { useEffect, useRef, useState } from "preact/hooks";
import type { ActionJson } from "../generated/covertbots/v1/action_pb";
import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type { CovertViewJson } from "../generated/covertbots/v1/covert_view_pb";
import { words } from "../words/words";
import { spaced } from "./cards/icons";
import { Open } from "./cards/open";
import type { Choice } from "./choice";
import { isPass } from "./groups";
import { Moves } from "./moves";
import type { Offer } from "./offers";

const MOST_BUTTONS = 6;

interface Props {
  game: CovertViewJson;
  set: CovertCardSetJson;
  names: readonly string[];
  actions: readonly ActionJson[];
  busy: boolean;
  choice: Choice;
  take: (action: ActionJson, then?: readonly string[]) => void;
  point: (action: ActionJson | undefined) => void;
}

export function Controls({ game, set, names, actions, busy, choice, take, point }: Props) {
  const { covert } = words();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    if (open) root.current?.querySelector<HTMLElement>(".move-list")?.focus();
  }, [open]);
  const taken = (action: ActionJson, then?: readonly string[]) => {
    setOpen(false);
    point(undefined);
    take(action, then);
  };
  return (
    <section
      class={`controls ${open ? "opened" : ""}`}
      aria-label={covert.yourMove}
      ref={root}
      onKeyDown={(event) => event.key === "Escape" && setOpen(false)}
    >
      <p class="prompt" role="status">
        {prompt(game, set, names)}
      </p>
      <Open view={game} set={set} />
      <div class="buttons">
        {choice.chosen.size > 0 ? (
          <Candidates choice={choice} taken={taken} point={point} />
        ) : (
          actions.filter(isPass).map((action) => (
            <button type="button" lang="en" aria-disabled={busy} onClick={() => taken(action)}>
              {action.words}
            </button>
          ))
        )}
        {actions.length === 0 ? null : (
          <button type="button" class="sheet" aria-expanded={open} onClick={() => setOpen(!open)}>
            {covert.allMoves(actions.length)}
          </button>
        )}
      </div>
      {actions.length === 0 ? null : (
        <Moves actions={actions} busy={busy} act={taken} point={point} />
      )}
    </section>
  );
}

function prompt(game: CovertViewJson, set: CovertCardSetJson, names: readonly string[]): string {
  const { covert } = words();
  const { decision = "DECISION_UNSPECIFIED", toDecide, seat } = game;
  const own = toDecide !== undefined && toDecide === seat;
  if (own && decision === "DECISION_PAYMENT") return covert.paying(paid(game, set));
  if (own || decision === "DECISION_NONE") return covert.decisions[decision];
  return toDecide === undefined ? covert.waiting : covert.waitingFor(names[toDecide] ?? "");
}

/** Return the symbol that is paid next: equipment in the order of the card set, then any cards. */
function paid({ use }: CovertViewJson, set: CovertCardSetJson): string {
  const kinds = set.equipment ?? [];
  const symbols = [...(set.missions?.[(use?.mission ?? 0) - 1]?.equipment ?? [])];
  symbols.sort((a, b) => kinds.indexOf(a) - kinds.indexOf(b));
  const symbol = symbols[use?.symbolsPaid ?? 0];
  return symbol === undefined ? words().covert.anyCard : spaced(symbol);
}

/** Return the offers for which there are buttons; of many those that are one action. */
function named(offers: readonly Offer[]): readonly Offer[] {
  return offers.length <= MOST_BUTTONS ? offers : offers.filter(({ then }) => then.length === 0);
}

interface CandidatesProps {
  choice: Choice;
  taken: Props["take"];
  point: Props["point"];
}

/** What the things clicked so far can mean. */
function Candidates({ choice, taken, point }: CandidatesProps) {
  return (
    <>
      {named(choice.candidates).map(({ action, then, words: text }) => (
        <button
          type="button"
          class="main"
          onClick={() => taken(action, then)}
          onPointerEnter={() => point(action)}
          onPointerLeave={() => point(undefined)}
        >
          {text}
        </button>
      ))}
      <button type="button" onClick={choice.clear}>
        {words().covert.clear}
      </button>
    </>
  );
}
