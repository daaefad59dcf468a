"""Where a die fits on an action circle (rules 1.9, 3.4)."""

from __future__ import annotations

from collections.abc import Sequence

FACES = range(1, 7)


def neighbours(face: int, wraps: bool) -> list[int]:
    """The faces beside a face in the ring, ascending; with `wraps` 6 lies beside 1."""
    beside = [(face + step - 1) % len(FACES) + 1 if wraps else face + step for step in (-1, 1)]
    return sorted(one for one in beside if one in FACES)


def open_faces(spaces: Sequence[bool | int], wraps: bool) -> set[int]:
    """The faces that fit on a circle, of which these spaces are taken."""
    if not any(spaces):
        return set(FACES)
    return {
        face
        for face in FACES
        if not spaces[face - 1] and any(spaces[one - 1] for one in neighbours(face, wraps))
    }
