"""A simple rule-based bot; where its rules do not decide, it chooses at random.

covert-bots arena run --bots BOT:make,random --blocks 20
"""

from __future__ import annotations

from random import Random

from covert_engine.covert import Kind, View, unpack

# What it likes best comes first. Each decision offers only a few of these kinds.
WISHES = (
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
        """One of the view's legal actions. The same view and seed give the same action."""
        chance = Random(f"{seed} {view.digest().hex()}")
        actions = view.legal_actions(canonical=True)
        chance.shuffle(actions)
        return min(actions, key=wish)


def wish(action: int) -> int:
    """Return the place of an action in the list of wishes."""
    kind = unpack(action).kind
    return WISHES.index(kind) if kind in WISHES else len(WISHES)


def make() -> Bot:
    """Return a bot for a new game; the arena calls this."""
    return Bot()
