from collections.abc import Sequence

from covert_engine.covert.cards._compiled import CompiledSet

def measure_playouts(
    cards: CompiledSet, players: int, games: int, seed: int = 1
) -> dict[str, float]:
    """Plays `games` whole random games; returns games, decisions, rounds and CPU seconds.
    ValueError for players that no game has."""

def measure_replay(
    cards: CompiledSet, players: int, seed: int, actions: Sequence[int], times: int = 1
) -> float:
    """Plays the game of that seed and those actions again and again; returns CPU seconds.

    At each decision the legal actions are made, and the one to play is looked up among them.
    """

def measure_copies(cards: CompiledSet, copies: int = 1_000_000) -> dict[str, float]:
    """Copies a state again and again; returns the number of copies, bytes and CPU seconds."""

def measure_worlds(cards: CompiledSet, players: int = 4, worlds: int = 200_000) -> dict[str, float]:
    """Looks at the middle of a random game and deals worlds of what is seen; returns the number,
    the bytes of a view, and CPU seconds for as many views and for as many worlds. ValueError for
    players that no game has."""
