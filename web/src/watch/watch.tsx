// The view `#/watch`: a tournament while it is played, the verdict first.

import { games } from "../games";
import type { TournamentJson } from "../generated/covertbots/v1/arena_pb";
import { TokenForm } from "../home/token_form";
import { words } from "../words/words";
import { Crosstable } from "./crosstable";
import { count } from "./figures";
import { GamesList } from "./games_list";
import { useTournament } from "./news";
import { Ratings } from "./ratings";

export function Watch() {
  const { tournament, lost, none, locked } = useTournament();
  const text = words().watch;
  if (none) {
    return (
      <div class="watch">
        <h1>{text.title}</h1>
        <p>
          {text.none} <code>{text.command}</code>
        </p>
      </div>
    );
  }
  return (
    <div class="watch">
      <h1>
        {text.title}
        {tournament && <small>{about(tournament)}</small>}
      </h1>
      {lost !== "" && <p role="alert">{text.lost(lost)}</p>}
      {locked && <TokenForm />}
      {tournament === undefined ? (
        !locked && <p role="status">{text.loading}</p>
      ) : (
        <>
          <Verdict tournament={tournament} />
          <Ratings tournament={tournament} />
          <Crosstable tournament={tournament} />
          <GamesList tournament={tournament} />
        </>
      )}
    </div>
  );
}

function Verdict({ tournament }: { tournament: TournamentJson }) {
  const text = words().watch;
  const { verdict = [], games = 0, gamesEnded = 0, gamesMissing = 0, failures = [] } = tournament;
  const progress = text.progress(count(gamesEnded), count(games));
  return (
    <section class="panel verdict-panel" aria-labelledby="verdict">
      <h2 id="verdict">{text.verdict}</h2>
      {verdict.length === 0 && Number(tournament.blocksComplete ?? 0) === 0 ? (
        <p>{text.nothingYet}</p>
      ) : (
        verdict.map((sentence, number) => (
          <p key={number} class={number === 0 ? "first" : ""}>
            {sentence}
          </p>
        ))
      )}
      <p class="row played">
        <progress value={Number(gamesEnded)} max={Number(games) || 1} aria-label={progress} />
        {progress}; {text.blocks(count(tournament.blocksComplete), count(tournament.blocks))}
        {tournament.ended ? `. ${text.ended}` : ""}
      </p>
      {Number(gamesMissing) > 0 && <p>{text.missing(count(gamesMissing))}</p>}
      {failures.length > 0 && (
        <p class="faint">
          {text.failures(
            failures.map(({ reason, attempts }) => `${count(attempts)} ${reason}`).join(", "),
          )}
        </p>
      )}
    </section>
  );
}

function about({ game = "", format, players = 0 }: TournamentJson): string {
  const text = words().watch;
  const title = games[game]?.title ?? game;
  return [title, text.about(text.formats[format ?? ""] ?? "", players)].join(" · ");
}
