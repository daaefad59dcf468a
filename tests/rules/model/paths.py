"""Codes that bend: claims along any path of tiles (4.2), named tile by tile."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from rules.model.table import Claim, Flow, Table, choose

LONG = 5  # tiles of a long path


def bent_claims(table: Table, seat: int) -> list[str]:
    """Return the claims of a code in hand with the first tile of a path that can be completed."""
    dice = table.players[seat].decoder
    return [
        f"claim C{held.card} {tile}"
        for held in table.players[seat].codes
        for tile in range(1, len(table.tiles) + 1)
        if _completed(table, table.code(held.card).numbers, [], tile, dice)
    ]


def next_tiles(table: Table, seat: int, numbers: Sequence[int], path: list[int]) -> list[int]:
    """Return the tiles that can follow a path, ascending."""
    dice = table.players[seat].decoder
    return [
        tile
        for tile in _beside(table, path[-1])
        if tile not in path and _completed(table, numbers[len(path) :], path, tile, dice)
    ]


def _beside(table: Table, tile: int) -> list[int]:
    """4.2: beside, directly above, directly below; the ends of a row are not neighbours."""
    row = table.row
    column = (tile - 1) % row
    beside = [tile - row if tile > row else tile + row]
    if column > 0:
        beside.append(tile - 1)
    if column < row - 1:
        beside.append(tile + 1)
    return sorted(beside)


def _completed(
    table: Table, numbers: Sequence[int], path: list[int], tile: int, dice: list[int]
) -> bool:
    """Return True if the path can go on with this tile and then show all these numbers."""
    number, *others = numbers
    if table.tiles[tile - 1] != number:
        if number not in dice:
            return False
        dice = list(dice)
        dice.remove(number)
    if not others:
        return True
    path = [*path, tile]
    return any(
        _completed(table, others, path, beside, dice)
        for beside in _beside(table, tile)
        if beside not in path
    )


def bent_claim(table: Table, seat: int, action: str) -> Flow[None]:
    """4.7: the code is broken as it is named; then its tiles, each with its die, one by one."""
    _, name, first = action.split()
    card = int(name[1:])
    numbers = table.code(card).numbers
    decoder = table.players[seat].decoder
    held = len(decoder)
    table.break_code(seat, card)
    claim = table.claim = Claim(card, [])
    tile = int(first)
    while True:
        number = numbers[len(claim.tiles)]
        if table.tiles[tile - 1] != number:
            decoder.remove(number)
        claim.tiles.append(tile)
        if len(claim.tiles) == len(numbers):
            break
        legal = [f"tile {other}" for other in next_tiles(table, seat, numbers, claim.tiles)]
        table.note("4.2 a tile chosen" if len(legal) > 1 else "4.2 a tile without a choice")
        action = yield from choose(table, "tile", seat, legal)
        tile = int(action.split()[1])
    table.claim = None
    _note(table, numbers, claim.tiles, dice=held - len(decoder))


def _note(table: Table, numbers: Sequence[int], path: list[int], dice: int) -> None:
    rows = [tile > table.row for tile in path]
    turns = sum(row != next_row for row, next_row in pairwise(rows))
    if turns:
        table.note("4.2 a code that bends")
    if turns > 1:
        table.note("4.2 a code that bends twice")
    if len(numbers) >= LONG:
        table.note("4.2 a path of five or six tiles")
    if len(numbers) > table.row:
        table.note("4.2 a code longer than a row")
    if path[0] > path[-1] and not turns:
        table.note("4.2 a path right to left")
    table.note("4.3 a die stands in" if dice else "4.2 a code that stands there")
    if dice > 1:
        table.note("4.7 a path with several dice")
