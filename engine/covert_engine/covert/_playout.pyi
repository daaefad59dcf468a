from collections.abc import Sequence

from covert_engine.covert.cards._compiled import CompiledSet

def measure_playouts(
    cards: CompiledSet, players: int, games: int, seed: int = 1
) -> dict[str, float]:
    """Play `games` whole random games; return games, decisions, rounds and CPU seconds. ValueError
    for an impossible number of players."""

def measure_replay(
    cards: CompiledSet, players: int, seed: int, actions: Sequence[int], times: int = 1
) -> float:
    """Replay the game of that seed and those actions many times; return CPU seconds.

    At each decision it makes the legal actions and looks up the action to play among them.
    """

def measure_copies(cards: CompiledSet, copies: int = 1_000_000) -> dict[str, float]:
    """Copy a state many times; return the number of copies, bytes and CPU seconds."""

def measure_worlds(cards: CompiledSet, players: int = 4, worlds: int = 200_000) -> dict[str, float]:
    """Deal worlds from the middle of a random game; return the number of worlds, the bytes of a
    view, and CPU seconds for as many views and for as many worlds. ValueError for an impossible
    number of players."""
