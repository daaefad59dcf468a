// The cipher tiles in their two rows, and the code decks.

import type { CovertCardSetJson } from "../generated/covertbots/v1/covert_card_set_pb";
import type { CovertViewJson } from "../generated/covertbots/v1/covert_view_pb";
import { words } from "../words/words";
import { EquipmentMark } from "./cards/icons";
import { Spot, SpotBox } from "./marks";

const SIDE = 40;

export function Tiles({ view }: { view: CovertViewJson }) {
  const { covert } = words();
  const tiles = view.tiles ?? [];
  const columns = tiles.length / 2;
  if (columns === 0) return null;
  return (
    <svg
      class="tiles"
      viewBox={`0 0 ${columns * SIDE} ${2 * SIDE}`}
      role="group"
      aria-label={covert.tiles}
    >
      {tiles.map((number, i) => {
        const x = (i % columns) * SIDE;
        const y = Math.floor(i / columns) * SIDE;
        const label = covert.tile(i + 1, number);
        return (
          <Spot spot={`tile:${i + 1}`} label={label} kind="tile">
            <title>{label}</title>
            <rect class="area" x={x + 2} y={y + 2} width={SIDE - 4} height={SIDE - 4} rx={6} />
            <text x={x + SIDE / 2} y={y + SIDE / 2 + 7}>
              {number}
            </text>
          </Spot>
        );
      })}
    </svg>
  );
}

export function CodeDecks({ view, set }: { view: CovertViewJson; set: CovertCardSetJson }) {
  const { covert } = words();
  return (
    <div class="decks">
      {(view.codeDecks ?? []).map(({ size = 0, topEquipment = "" }, i) => (
        <SpotBox spot={`codes:${i + 1}`} kind="deck">
          <span class="faint">{covert.codeDeck(i + 1, "")}</span>
          {topEquipment === "" ? null : <EquipmentMark name={topEquipment} set={set} named />}
          <span class="count">{size}</span>
        </SpotBox>
      ))}
    </div>
  );
}
