// The games of a tournament: those that are under way, and those that have ended, to look into.

import { useEffect, useState } from "preact/hooks";
import type {
  ArenaFixtureJson,
  ArenaGameJson,
  ListGamesResponseJson,
  TournamentJson,
} from "../generated/covertbots/v1/arena_pb";
import { address } from "../route";
import { call } from "../service";
import { words } from "../words/words";
import { count } from "./figures";

const PAGE = 50; // games that are listed at a time

export function GamesList({ tournament }: { tournament: TournamentJson }) {
  const text = words().watch;
  const [most, setMost] = useState(PAGE);
  const [games, setGames] = useState<readonly ArenaGameJson[]>([]);
  const ended = Number(tournament.gamesEnded ?? 0);
  useEffect(() => {
    const leaving = new AbortController();
    listed(most, leaving.signal).then(setGames, () => undefined); // the next news tries again
    return () => leaving.abort();
  }, [ended, most]);
  const seats = (fixture: ArenaFixtureJson | undefined) =>
    (fixture?.seats ?? []).map((bot) => tournament.bots?.[bot]?.name ?? "");
  const { unfinished = [] } = tournament;
  return (
    <section class="panel" aria-labelledby="games-ended">
      {!tournament.ended && unfinished.length > 0 && (
        <>
          <h2>{text.underWay}</h2>
          <ul class="under-way">
            {unfinished.map((fixture) => (
              <li key={fixture.key}>
                {fixture.key}: {seats(fixture).join(", ")}
              </li>
            ))}
          </ul>
        </>
      )}
      <h2 id="games-ended">{text.gamesEnded}</h2>
      {games.length === 0 && <p class="faint">{text.noGames}</p>}
      {games.length > 0 && (
        <div class="wide">
          <table class="ended-games">
            <thead>
              <tr>
                <th scope="col">{text.game}</th>
                <th scope="col">{text.seats}</th>
                <th scope="col">{text.score}</th>
                <th scope="col">{text.rounds}</th>
              </tr>
            </thead>
            <tbody>
              {games.map(({ fixture, scores = [], winners = [], rounds, forfeit }) => (
                <tr key={fixture?.key}>
                  <th scope="row">
                    <a
                      href={address("review", "game", fixture?.key ?? "")}
                      aria-label={text.look(fixture?.key ?? "")}
                    >
                      {fixture?.key}
                    </a>
                  </th>
                  <td>
                    {seats(fixture).map((name, seat) => (
                      <span key={seat} class={winners.includes(seat) ? "winner" : ""}>
                        {name}
                      </span>
                    ))}
                  </td>
                  <td title={forfeit}>{forfeit ? text.forfeit : scores.join(" : ")}</td>
                  <td>{forfeit ? "" : count(rounds)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {games.length < ended && games.length >= most && (
        <button type="button" onClick={() => setMost(most + PAGE)}>
          {text.more}
        </button>
      )}
    </section>
  );
}

/** List so many games that have ended, the latest first. */
async function listed(most: number, leaving: AbortSignal): Promise<ArenaGameJson[]> {
  const all: ArenaGameJson[] = [];
  while (all.length < most) {
    const request = { skip: all.length, most: PAGE };
    const { games = [] } = await call<ListGamesResponseJson>(
      "Arena",
      "ListGames",
      request,
      leaving,
    );
    all.push(...games);
    if (games.length < PAGE) break;
  }
  return all;
}
