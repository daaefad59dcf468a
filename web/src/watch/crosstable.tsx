// The bots head to head.

import type { TournamentJson, TournamentPairingJson } from "../generated/covertbots/v1/arena_pb";
import { words } from "../words/words";
import { between, count, known, percent } from "./figures";
import { ranked } from "./ratings";

export function Crosstable({ tournament }: { tournament: TournamentJson }) {
  const { bots = [], pairings = [] } = tournament;
  const text = words().watch;
  if (pairings.length === 0) return null;
  const order = ranked(tournament);
  const name = (bot: number) => bots[bot]?.name ?? "";
  return (
    <section class="panel" aria-labelledby="crosstable">
      <h2 id="crosstable">{text.crosstable}</h2>
      <p class="faint">{text.crosstableMeans}</p>
      <div class="wide">
        <table class="crosstable">
          <thead>
            <tr>
              <td />
              {order.map((column, number) => (
                <th key={column} scope="col" title={name(column)}>
                  {number + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {order.map((row, number) => (
              <tr key={row}>
                <th scope="row">
                  {number + 1}. {name(row)}
                </th>
                {order.map((column) => (
                  <Cell key={column} seen={seen(pairings, row, column)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <details>
        <summary>{text.pairings}</summary>
        <div class="wide">
          <table>
            <thead>
              <tr>
                <th scope="col">{text.crosstable}</th>
                <th scope="col">{text.units}</th>
                <th scope="col">{text.wins}</th>
                <th scope="col">{text.interval}</th>
                <th scope="col">{text.elo}</th>
                <td />
              </tr>
            </thead>
            <tbody>
              {pairings.map((pairing) => (
                <tr key={`${pairing.first}-${pairing.second}`}>
                  <th scope="row">
                    {text.against(name(pairing.first ?? 0), name(pairing.second ?? 0))}
                  </th>
                  <td>{count(pairing.blocks)}</td>
                  <td>{percent(pairing.share?.mean)}</td>
                  <td>{between(pairing.share, percent)}</td>
                  <td>{pairing.elo}</td>
                  <td>{text.results[pairing.result ?? ""] ?? pairing.result}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <p class="faint">{tournament.howSure}</p>
      </details>
    </section>
  );
}

interface Seen {
  mean: number;
  low: number;
  high: number;
}

function Cell({ seen }: { seen: Seen | undefined }) {
  const text = words().watch;
  if (seen === undefined) return <td class="nobody">{text.unknown}</td>;
  const kind = seen.low > 0.5 ? "ahead" : seen.high < 0.5 ? "behind" : "";
  const words_ = text.cell(percent(seen.mean), percent(seen.low), percent(seen.high));
  return (
    <td class={kind} title={words_}>
      {percent(seen.mean)}
      <small>{between(seen, percent)}</small>
    </td>
  );
}

/** Return the share of a bot against another, seen from the first. */
function seen(
  pairings: readonly TournamentPairingJson[],
  row: number,
  column: number,
): Seen | undefined {
  for (const { first = 0, second = 0, share } of pairings) {
    const [mean, low, high] = [share?.mean, share?.low, share?.high].map(Number) as [
      number,
      number,
      number,
    ];
    if (!known(mean)) continue;
    if (first === row && second === column) return { mean, low, high };
    if (first === column && second === row) return { mean: 1 - mean, low: 1 - high, high: 1 - low };
  }
  return undefined;
}
