"""Codes on the cipher tiles: the numbers that a code still lacks (rules 4.2, 4.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from covert_bots.covert.words.narration import Fields
from covert_bots.players.amounts import numbered


def short_of(numbers: Sequence[int], fields: Fields, dice: Sequence[int]) -> int:
    """Return how many numbers of a code are missing on the best path of tiles, `dice` standing in
    for tiles."""
    tiles = fields["tiles"]
    least = len(numbers)
    for path in _paths(len(numbers), len(tiles), fields["options"]):
        missing = Counter(
            number for number, tile in zip(numbers, path, strict=True) if tiles[tile] != number
        )
        least = min(least, (missing - Counter(dice)).total())
    return least


def standing(short: int) -> str:
    """Return the predicate of a code: "can be broken" or "lacks 2 numbers"."""
    return f"lacks {numbered(short, 'number')}" if short else "can be broken"


def _paths(length: int, tiles: int, options: Fields) -> Iterator[tuple[int, ...]]:
    """Yield the paths on which a code may lie, as tiles from 0."""
    row = tiles // 2
    if options["codes_bend"]:
        for start in range(tiles):
            yield from _bent((start,), length, row)
        return
    for start in range(tiles):
        if start % row + length <= row:
            path = tuple(range(start, start + length))
            yield path
            if options["either_direction"]:
                yield path[::-1]


def _bent(path: tuple[int, ...], length: int, row: int) -> Iterator[tuple[int, ...]]:
    """Yield the paths of a length that begin with `path`, each tile beside the one before."""
    if len(path) == length:
        yield path
        return
    last = path[-1]
    across = [last - 1] if last % row else []
    across += [last + 1] if last % row < row - 1 else []
    for tile in (*across, (last + row) % (2 * row)):
        if tile not in path:
            yield from _bent((*path, tile), length, row)
