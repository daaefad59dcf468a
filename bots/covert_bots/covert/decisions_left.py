"""How much of a game is left to a seat, as far as its view tells."""

from __future__ import annotations

from covert_engine.covert import View

# Remaining decisions of a seat, without forced ones, by the most missions that any seat has
# completed (docs/history/search.md). They hardly depend on the number of players.
DECISIONS_LEFT = (160, 136, 110, 83, 56, 30, 9)


def decisions_left(view: View) -> float:
    """Return about how many decisions remain to the view's seat, without forced ones."""
    completed = (len(player["completed_missions"]) for player in view.fields()["players"])
    return DECISIONS_LEFT[min(max(completed), len(DECISIONS_LEFT) - 1)]


def share_left(view: View) -> float:
    """Return the share of the game's decisions that remain."""
    return decisions_left(view) / DECISIONS_LEFT[0]
