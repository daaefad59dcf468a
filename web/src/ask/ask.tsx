// Ask about a real table: a position of Covert, set up by clicks and typing, and a hint for it.

import { useEffect } from "preact/hooks";
import { address } from "../route";
import type { ViewProps } from "../views";
import { words } from "../words/words";
import { Answer, ToAnswer } from "./answer";
import { CirclesField } from "./circles";
import {
  before,
  cards,
  fetchCards,
  goBack,
  keepReading,
  me,
  replace,
  seats,
  template,
  text,
} from "./draft";
import { PartField } from "./field";
import { PositionMap } from "./map";
import { NowFields } from "./now";
import { RowField } from "./row";
import { SeatFields } from "./seat";
import { CardsField, TextField } from "./share";
import { place, SEATS } from "./text";

export function Ask({ parts }: ViewProps) {
  const { ask } = words();
  const [shared] = parts;
  useEffect(() => {
    void fetchCards();
    return keepReading();
  }, []);
  useEffect(() => {
    if (shared === undefined) return;
    if (shared !== text.peek()) replace(shared);
    history.replaceState(null, "", address("ask")); // from now on it is the draft of this browser
  }, [shared]);
  const own = me.value;
  const ordered = [own, ...seats.value.filter((name) => name !== own)];
  const set = cards.value;
  return (
    <div class="ask">
      <div class="ask-head">
        <h1>{ask.title}</h1>
        <p>{ask.intro}</p>
        <div class="buttons">
          <button
            type="button"
            onClick={() =>
              replace(template(seats.value.length || 3, Math.max(0, SEATS.indexOf(own as "North"))))
            }
          >
            {ask.empty}
          </button>
          <button type="button" disabled={before.value.length === 0} onClick={goBack}>
            {ask.back}
          </button>
        </div>
      </div>
      <form class="position" autocomplete="off" onSubmit={(event) => event.preventDefault()}>
        <NowFields />
        <fieldset class="board-fields">
          <legend>{ask.table}</legend>
          <PartField where={place("tiles")} label={ask.tiles} wide />
          <RowField
            where={place("code decks")}
            label={ask.codeDecks}
            kind="equipment"
            spaces={[ask.deck(1), ask.deck(2)]}
          />
          <RowField
            where={place("face up")}
            label={ask.faceUp}
            kind="agency"
            spaces={(set?.regions ?? []).map(({ name = "" }) => name)}
          />
          <RowField
            where={place("missions up")}
            label={ask.missionsUp}
            kind="mission"
            spaces={[1, 2, 3].map(ask.slot)}
          />
          {seats.value.length === 2 ? (
            <>
              <PartField
                where={place("colour 3")}
                label={ask.colour(3)}
                kind="city"
                usual={ask.none}
                wide
              />
              <PartField
                where={place("colour 4")}
                label={ask.colour(4)}
                kind="city"
                usual={ask.none}
                wide
              />
            </>
          ) : null}
        </fieldset>
        <CirclesField />
        {set ? <PositionMap set={set} /> : null}
        {ordered.map((name) => (
          <SeatFields key={name} name={name} own={name === own} />
        ))}
        <fieldset class="discards">
          <legend>{ask.discards}</legend>
          <PartField
            where={place("discards")}
            label={ask.cards}
            kind="agency"
            between=","
            usual={ask.inDeck}
            wide
          />
          <PartField
            where={place("mission discards")}
            label={ask.missions}
            kind="mission"
            between=","
            usual={ask.inDeck}
            wide
          />
        </fieldset>
        <CardsField />
        <TextField />
      </form>
      <Answer />
      <ToAnswer />
    </div>
  );
}
