// A seat: what lies before it, and its hand as far as it is known.

import { useComputed } from "@preact/signals";
import { SeatMark } from "../covert/shapes";
import { words } from "../words/words";
import { seats, text, touch, values } from "./draft";
import { idOf, PartField } from "./field";
import { place, SEATS, withFlag } from "./text";

const FACES = [1, 2, 3, 4, 5, 6].map((face) => ({ value: String(face), label: String(face) }));

interface Props {
  name: string;
  own: boolean;
}

export function SeatFields({ name, own }: Props) {
  const { ask } = words();
  const others = seats.value.filter((other) => other !== name);
  const owners = others.map((other) => ({ value: other[0] ?? "", label: other }));
  const rerolled = place(name, "rerolled");
  const isRerolled = useComputed(() => values.value.has(rerolled)).value;
  const of = (part: string) => place(name, part);
  return (
    <fieldset class="seat">
      <legend>
        <SeatMark seat={SEATS.indexOf(name as "North")} /> {name} {own ? ask.own : null}
      </legend>
      <PartField
        where={of("character")}
        label={ask.character}
        kind="character"
        between=""
        usual={ask.noAbility}
      />
      <PartField where={of("agents")} label={ask.agents} kind="city" />
      <PartField where={of("cubes")} label={ask.cubes} kind="city" usual={ask.none} />
      <PartField where={of("took")} label={ask.took} usual={ask.none} palette={owners} />
      <PartField where={of("dice")} label={ask.dice} usual={ask.none} palette={FACES} />
      <PartField where={of("decoder")} label={ask.decoder} usual={ask.none} palette={FACES} />
      <PartField where={of("folder")} label={ask.folder} usual="0" />
      {own ? <OwnHand of={of} /> : <OtherHand of={of} />}
      <PartField
        where={of("done")}
        label={ask.done}
        kind="mission"
        between=","
        usual={ask.none}
        wide
      />
      <PartField
        where={of("broken")}
        label={ask.broken}
        kind="code"
        between=","
        usual={ask.none}
        wide
      />
      <details class="more">
        <summary id={`more-${name}`}>{ask.more}</summary>
        <PartField where={of("used")} label={ask.used} usual="0" />
        <label class="check" for={idOf(rerolled)}>
          <input
            id={idOf(rerolled)}
            type="checkbox"
            checked={isRerolled}
            onChange={(event) => {
              text.value = withFlag(text.value, rerolled, event.currentTarget.checked);
              touch(rerolled);
            }}
          />{" "}
          {ask.rerolled}
        </label>
        {own ? (
          <PartField
            where={of("new")}
            label={ask.fresh}
            kind="ability"
            between=","
            usual={ask.none}
          />
        ) : null}
      </details>
    </fieldset>
  );
}

type Of = (part: string) => `${string}/${string}`;

function OwnHand({ of }: { of: Of }) {
  const { ask } = words();
  return (
    <>
      <PartField where={of("cards")} label={ask.cards} kind="agency" between="," wide />
      <PartField where={of("missions")} label={ask.missions} kind="mission" between="," wide />
      <PartField where={of("codes")} label={ask.codes} kind="code" between="," wide />
      <PartField
        where={of("tokens")}
        label={ask.tokens}
        kind="ability"
        between=","
        usual={ask.none}
        wide
      />
    </>
  );
}

/** How many another seat holds, and after a comma what is known of them. */
function OtherHand({ of }: { of: Of }) {
  const { ask } = words();
  return (
    <>
      <PartField where={of("cards")} label={ask.theirCards} kind="agency" between="," wide />
      <PartField where={of("missions")} label={ask.theirMissions} kind="mission" between="," wide />
      <PartField
        where={of("codes")}
        label={ask.theirCodes}
        kind="equipment"
        between=","
        usual="2"
        wide
      />
      <PartField where={of("tokens")} label={ask.theirTokens} usual="0" />
    </>
  );
}
