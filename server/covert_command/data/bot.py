"""A simple rule-based bot; where its rules do not decide, it chooses at random.

covert-bots arena run --bots BOT:make,random --blocks 20
"""

from __future__ import annotations

from random import Random

from covert_engine.covert import Kind, View, unpack

# In order of preference. Each decision offers only a few of these kinds.
PREFERENCES = (
    Kind.COMPLETE,  # a mission
    Kind.CLAIM,  # a code
    Kind.TAKE_AGENCY,
    Kind.TAKE_MISSION,
    Kind.MOVE,
    Kind.STEP,
    Kind.PLACE,
)


class Bot:
    """Plays one seat of one game."""

    def choose(self, view: View, seed: int) -> int:
        """Return one of the view's legal actions. The same view and seed give the same action."""
        rng = Random(f"{seed} {view.digest().hex()}")
        actions = view.legal_actions(canonical=True)
        rng.shuffle(actions)
        return min(actions, key=rank)


def rank(action: int) -> int:
    """Return the place of an action in the list of preferences."""
    kind = unpack(action).kind
    return PREFERENCES.index(kind) if kind in PREFERENCES else len(PREFERENCES)


def make() -> Bot:
    """Return a bot for a new game; the arena calls this."""
    return Bot()
