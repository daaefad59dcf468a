"""The words of a suggestion that are the same for any game."""

from __future__ import annotations

from covert_bots.players.amounts import numbered
from covert_bots.players.suggestion import Suggestion

ALIKE = "≈"
ENDED = {  # words for the stop reasons of searches
    "iterations": "all of them done",
    "time": "time up",
    "clock": "share of the clock used up",
    "deadline": "deadline reached",
    "ceiling": "at the server's limit",
    "memory": "memory full",
    "stopped": "stopped",
    "cpu_time": "CPU time used up",
}
NOT_SEARCHED = {
    "one_move": "Not searched: no other move can be better",
    "no_search": "Not searched",
}


def how_found(suggestion: Suggestion) -> str:
    """Return the figures of a search, and its stop reason."""
    seed = f"seed {suggestion.seed}"
    if suggestion.stop_reason in NOT_SEARCHED:
        return f"{NOT_SEARCHED[suggestion.stop_reason]} ({seed})"
    ended = ENDED.get(suggestion.stop_reason, suggestion.stop_reason)
    iterations = numbered(suggestion.iterations, "iteration")
    deals = numbered(suggestion.distinct_worlds, "possible deal")
    return f"{iterations} ({ended}) on {deals} of the hidden cards ({seed})"
