"""The refusals of the service `Tables`. None repeats a token, or gives hidden decisions away."""

from __future__ import annotations

import grpc

from covert_server.calls.status import RefusedError

STATUS = grpc.StatusCode


def gone() -> RefusedError:
    """Return the refusal of a table that does not exist."""
    wrong = "table: there is no table of this name, or no more"
    return RefusedError(STATUS.NOT_FOUND, wrong, "TABLE_UNKNOWN")


def wrong_token(expected: str, field: str = "token") -> RefusedError:
    """Return the refusal of a token that does not allow a call."""
    wrong = f"{field}: does not allow this; expected {expected}"
    return RefusedError(STATUS.PERMISSION_DENIED, wrong, "TOKEN_WRONG")


def out_of_date(after: int, news: int) -> RefusedError:
    """Return the refusal of a request that was made before the latest news."""
    wrong = f"after: is {after}; expected {news}, the news of the seat by now: look at the table"
    return RefusedError(STATUS.ABORTED, wrong, "NEWS_OUT_OF_DATE")


def not_now(wrong: str, reason: str) -> RefusedError:
    """Return the refusal of what the table does not allow now."""
    return RefusedError(STATUS.FAILED_PRECONDITION, wrong, reason)


def not_to_decide() -> RefusedError:
    """Return the refusal of an action of a seat that is not to decide."""
    return not_now("token: its seat is not to decide now", "NOT_TO_DECIDE")


def not_begun() -> RefusedError:
    """Return the refusal of what needs a game."""
    return not_now("table: the game begins when no seat is open", "GAME_NOT_BEGUN")


def game_over() -> RefusedError:
    """Return the refusal of what needs a game in progress."""
    return not_now("table: the game is over", "GAME_OVER")


def many_tables(most: int, of_client: bool) -> RefusedError:
    """Return the refusal of another table."""
    whose = "you have" if of_client else "this server keeps"
    wrong = f"{whose} {most} tables, as many as may be; they are forgotten in time"
    return RefusedError(STATUS.RESOURCE_EXHAUSTED, wrong, "MANY_TABLES")


def not_kept() -> RefusedError:
    """Return the refusal of a change that could not be kept, and was not made."""
    wrong = "the server cannot keep its tables now; nothing was changed"
    return RefusedError(STATUS.UNAVAILABLE, wrong, "TABLES_NOT_KEPT")
