// The seats of the table: what each said, what is said and believed about it. A tap on a seat
// opens the entry of what it says or does.

import { useSignal } from "@preact/signals";
import { BeliefBars } from "../covert_action/beliefs";
import { Plans, SpyCard } from "../covert_action/cards";
import { claimsIn } from "../covert_action/claims";
import type { CovertActionHintJson } from "../generated/covertbots/v1/covert_action_pb";
import type { FollowTableResponseJson } from "../generated/covertbots/v1/referee_pb";
import { words } from "../words/words";
import { Entry } from "./entry";
import { kept, nameOf } from "./kept";

interface Props {
  now: FollowTableResponseJson;
}

export function SeatList({ now }: Props) {
  const text = words().companion;
  const open = useSignal<number | undefined>(undefined);
  const seats = Array.from({ length: kept.value.players }, (_, seat) => seat);
  return (
    <section aria-labelledby="seats">
      <h3 id="seats">{text.whoSpeaks}</h3>
      <ol class="followed-seats">
        {seats.map((seat) => (
          <Row
            key={seat}
            now={now}
            seat={seat}
            isOpen={open.value === seat}
            toggle={() => (open.value = open.value === seat ? undefined : seat)}
          />
        ))}
      </ol>
      <p class="faint">{text.beliefsNote}</p>
    </section>
  );
}

interface RowProps extends Props {
  seat: number;
  isOpen: boolean;
  toggle: () => void;
}

function Row({ now, seat, isOpen, toggle }: RowProps) {
  const { companion: text, covertAction, table } = words();
  const game = now.view?.covertAction;
  const player = game?.players?.[seat];
  const own = seat === kept.value.seat;
  const out = player !== undefined && !player.isIn;
  const claims = claimsIn(game?.statements ?? []).filter(({ of }) => of === seat);
  const noted = (now.lines ?? []).filter(
    (line) => line.noted && line.seat === seat && line.round === now.round,
  );
  return (
    <li class={`followed-seat ${own ? "own" : ""} ${out ? "out" : ""}`}>
      <button type="button" class="head" disabled={out} aria-expanded={isOpen} onClick={toggle}>
        <strong>{nameOf(seat)}</strong>
        {own && <span class="faint">{table.you}</span>}
        {out && <span class="faint">{covertAction.out}</span>}
        {player && <SpyCard team={player.team} role={player.role} />}
        {(player?.held ?? 0) > 0 && (
          <Plans held={player?.held ?? 0} drawn={player?.drawn ?? 0} types={player?.types ?? []} />
        )}
      </button>
      {claims.length + noted.length > 0 && (
        <ul class="claims" aria-label={covertAction.claims}>
          {claims.map(({ by, what }) => (
            <li key={`${by} ${what}`}>
              {by === seat ? covertAction.ofItself(what) : covertAction.ofIt(by + 1, what)}
            </li>
          ))}
          {noted.map((line, index) => (
            <li key={`noted ${index}`} lang="en" class="noted">
              {line.words}
            </li>
          ))}
        </ul>
      )}
      <Believed hint={now.covertAction} seat={seat} own={own} />
      {isOpen && <Entry now={now} seat={seat} done={toggle} note={text.says(nameOf(seat))} />}
    </li>
  );
}

/** The beliefs about a seat; about the player's own, what the others can believe. */
function Believed({
  hint,
  seat,
  own,
}: {
  hint: CovertActionHintJson | undefined;
  seat: number;
  own: boolean;
}) {
  const belief = own ? hint?.ofViewer : hint?.seats?.find((each) => (each.seat ?? 0) === seat);
  if (belief === undefined) return null;
  return (
    <>
      {own && <span class="faint">{words().companion.ofYou}</span>}
      <BeliefBars belief={belief} />
    </>
  );
}
