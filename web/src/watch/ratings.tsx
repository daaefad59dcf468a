// The bots of a tournament, the strongest first, with their intervals drawn on one scale.

import type { TournamentBotJson, TournamentJson } from "../generated/covertbots/v1/arena_pb";
import { words } from "../words/words";
import { between, count, decimal, elo, known, percent } from "./figures";

/** Return the places of the bots, the strongest first. */
export function ranked({ bots = [] }: TournamentJson): number[] {
  const rating = (bot: number) => Number(bots[bot]?.elo?.mean);
  return [...bots.keys()].sort((a, b) => rating(b) - rating(a) || a - b);
}

export function Ratings({ tournament }: { tournament: TournamentJson }) {
  const { bots = [] } = tournament;
  const text = words().watch;
  const ends = bots
    .flatMap(({ elo }) => [elo?.low, elo?.high])
    .filter(known)
    .map(Number);
  const scale: [number, number] = [Math.min(-50, ...ends), Math.max(50, ...ends)];
  return (
    <section class="panel" aria-labelledby="ratings">
      <h2 id="ratings">{text.ratings}</h2>
      <div class="wide">
        <table>
          <thead>
            <tr>
              <th scope="col">{text.bot}</th>
              <th scope="col">{text.elo}</th>
              <th scope="col">{text.interval}</th>
              <td class="drawn" />
              <th scope="col">{text.wins}</th>
              <th scope="col">{text.games}</th>
              <th scope="col">{text.points}</th>
              <th scope="col">{text.ms}</th>
              <th scope="col">{text.forfeits}</th>
            </tr>
          </thead>
          <tbody>
            {ranked(tournament).map((place) => {
              const bot = bots[place] ?? {};
              return (
                <tr key={place}>
                  <th scope="row">{bot.name}</th>
                  <td>{elo(bot.elo?.mean)}</td>
                  <td>{between(bot.elo, elo)}</td>
                  <td class="drawn">
                    <Drawn bot={bot} scale={scale} />
                  </td>
                  <td>{percent(bot.share?.mean)}</td>
                  <td>{count(bot.games)}</td>
                  <td>{decimal(bot.score, 1)}</td>
                  <td>{decimal(bot.cpuMs, 2)}</td>
                  <td>{count(bot.forfeits)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Drawn({ bot, scale: [low, high] }: { bot: TournamentBotJson; scale: [number, number] }) {
  const x = (value: unknown) => (100 * (Number(value) - low)) / (high - low);
  const interval = bot.elo;
  if (interval === undefined || !known(interval.mean)) return null;
  return (
    <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <line class="even" x1={x(0)} x2={x(0)} y1="0" y2="10" />
      {known(interval.low) && known(interval.high) && (
        <line class="interval" x1={x(interval.low)} x2={x(interval.high)} y1="5" y2="5" />
      )}
      <line class="mean" x1={x(interval.mean)} x2={x(interval.mean)} y1="1" y2="9" />
    </svg>
  );
}
