// The view `#/review`: a record is opened, then its game is looked back at.

import { useEffect, useState } from "preact/hooks";
import { go } from "../route";
import type { ViewProps } from "../views";
import { words } from "../words/words";
import { type GameRecord, packed, readRecord } from "./record";
import { Room } from "./room";
import { savedReview } from "./saved";
import { fetched, type Source, sourceOf } from "./source";

export function Review({ parts }: ViewProps) {
  const source = sourceOf(parts);
  return source === undefined ? <Open /> : <Fetched key={source.name.join("/")} source={source} />;
}

function Fetched({ source }: { source: Source }) {
  const [game, setGame] = useState<GameRecord>();
  const [error, setError] = useState("");
  useEffect(() => {
    fetched(source.name).then(setGame, (wrong: Error) => setError(wrong.message));
  }, []);
  if (error !== "") {
    return (
      <>
        <p role="alert">{words().review.open.wrong(error)}</p>
        <Open />
      </>
    );
  }
  if (game === undefined) return <p role="status">{words().review.open.loading}</p>;
  const saved = source.name[0] === "file" ? savedReview() : undefined;
  return <Room game={game} source={source} saved={saved} />;
}

function Open() {
  const [text, setText] = useState("");
  const [wrong, setWrong] = useState("");
  const look = async (record: string) => {
    try {
      go("review", "record", await packed(readRecord(record)));
    } catch (error) {
      setWrong(words().review.open.wrong((error as Error).message));
    }
  };
  const lookAt = (file: File | undefined) => void file?.text().then(look);
  return (
    <form
      class="open-record"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        lookAt(event.dataTransfer?.files[0]);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void look(text);
      }}
    >
      <h1>{words().review.title}</h1>
      <p>{words().review.open.intro}</p>
      <label>
        {words().review.open.choose}{" "}
        <input type="file" onChange={(event) => lookAt(event.currentTarget.files?.[0])} />
      </label>
      <label>
        {words().review.open.text}
        <textarea
          rows={10}
          spellcheck={false}
          placeholder={words().review.open.placeholder}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <p class="row">
        <button type="submit" class="main" disabled={text.trim() === ""}>
          {words().review.open.look}
        </button>
        <small>{words().review.open.truth}</small>
      </p>
      {wrong !== "" && <p role="alert">{wrong}</p>}
    </form>
  );
}
