"""The words of a suggestion that are the same for any game."""

from __future__ import annotations

from covert_bots.players.amounts import numbered
from covert_bots.players.suggestion import Suggestion

ALIKE = "≈"
ENDED = {  # what ended the search, by its stop reason
    "iterations": "all of them done",
    "time": "time up",
    "clock": "share of the clock used up",
    "deadline": "deadline reached",
    "ceiling": "at the server's limit",
    "memory": "memory full",
    "stopped": "stopped",
    "one_move": "only one move",
    "no_search": "no search",
    "cpu_time": "CPU time used up",
}


def how_found(suggestion: Suggestion) -> str:
    """How the ranking was found."""
    ended = ENDED.get(suggestion.stop_reason, suggestion.stop_reason)
    if suggestion.stop_reason == "no_search":
        return f"{ended}, seed {suggestion.seed}"
    iterations = numbered(suggestion.iterations, "iteration")
    worlds = numbered(suggestion.distinct_worlds, "different world")
    return f"{iterations} ({ended}), {worlds}, seed {suggestion.seed}"
