"""What a bot answers: its moves, ranked, and how it came by them."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["RankedMove", "Suggestion"]


@dataclass(frozen=True)
class RankedMove:
    """One move and what the bot thinks of it. Tuples over seats are indexed by the seat."""

    action: int  # the number of its first decision
    visits: int = 0  # iterations that tried the move
    availability: int = 0  # iterations in which it was legal
    prior: float = 0.0  # the opinion before searching; those of all moves together are 1
    value: float = 0.0  # mean value to the seat that decides, 0 to 1
    standard_error: float = 0.0  # of the mean value
    lower_bound: float = 0.0  # lower confidence bound of the value
    win_probability: tuple[float, ...] = ()  # of every seat; empty for a bot that does not say
    expected_score: tuple[float, ...] = ()  # final score of every seat; empty likewise
    principal_variation: tuple[int, ...] = ()  # the line expected, this move first


@dataclass(frozen=True)
class Suggestion:
    """Moves, the recommended one first, and how they were found."""

    moves: list[RankedMove]  # all that were looked at
    turn_in_words: str  # the recommended turn, as far as it was thought through
    iterations: int  # of the search; 0 where there was none
    worlds: int  # dealt to agree with the view
    distinct_worlds: int  # how many of them differ
    stop_reason: str  # what ended the search, as in the message `StopReason`, in lower case
    seed: int  # of the request
