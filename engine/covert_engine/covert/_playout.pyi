from collections.abc import Sequence

from covert_engine.covert.cards._compiled import CompiledSet

def measure_replay(
    cards: CompiledSet, players: int, seed: int, actions: Sequence[int], times: int = 1
) -> float:
    """Replay the game of that seed and those actions many times; return CPU seconds.

    At each decision it makes the legal actions and looks up the action to play among them.
    """
