"""The faces that fit on an action circle (rules 1.9, 3.4)."""

from __future__ import annotations

from collections.abc import Sequence

FACES = range(1, 7)


def neighbours(face: int, wraps: bool) -> list[int]:
    """Return the faces beside a face in the ring, ascending; with `wraps` 6 lies beside 1."""
    beside = [(face + step - 1) % len(FACES) + 1 if wraps else face + step for step in (-1, 1)]
    return sorted(neighbour for neighbour in beside if neighbour in FACES)


def open_faces(spaces: Sequence[bool | int], wraps: bool) -> set[int]:
    """Return the faces that fit on a circle with these spaces taken."""
    if not any(spaces):
        return set(FACES)
    return {
        face
        for face in FACES
        if not spaces[face - 1] and any(spaces[near - 1] for near in neighbours(face, wraps))
    }
