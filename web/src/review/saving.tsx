// Ways to keep a review: the record, a file of its own, a link.

import { useState } from "preact/hooks";
import { words } from "../words/words";
import type { Judging } from "./judging";
import type { Positions } from "./positions";
import { type GameRecord, writeRecord } from "./record";
import { fileOf, save } from "./saved";

interface Props {
  game: GameRecord;
  judging: Judging;
  positions: Positions;
  link: () => Promise<string>;
  saved: boolean;
}

export function Saving({ game, judging, positions, link, saved }: Props) {
  const [said, say] = useState("");
  const toFile = async () => {
    const of = positions.length + 1;
    try {
      const file = await fileOf(judging, positions, (done) => say(words().review.saving(done, of)));
      save("review.html", "text/html", file);
      say("");
    } catch (error) {
      say((error as Error).message);
    }
  };
  const toLink = async () => {
    const url = new URL(location.href);
    url.hash = await link();
    await navigator.clipboard.writeText(url.href);
    say(words().review.linked);
  };
  return (
    <section class="saving row">
      <button type="button" onClick={() => save("game.record", "text/plain", writeRecord(game))}>
        {words().review.saveRecord}
      </button>
      {!saved && (
        <>
          <button type="button" onClick={() => void toFile()}>
            {words().review.saveFile}
          </button>
          <button type="button" onClick={() => void toLink()}>
            {words().review.link}
          </button>
        </>
      )}
      <span role="status">{said}</span>
    </section>
  );
}
