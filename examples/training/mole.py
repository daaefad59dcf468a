"""A bot of Covert Action that says in each beat that it is the Mole, and otherwise plays as greedy.

cd examples/training
covert-bots arena run --game covert-action --format gauntlet --players 6 --bots mole:make,greedy
"""

from covert_bots import CovertAction
from covert_engine.covert_action import View, format_action

GREEDY = CovertAction().catalogue.make("greedy")


class Mole:
    """A bot with one word."""

    def choose(self, view: View, seed: int) -> int:
        """Return its statement or, outside talk, the action of `greedy`."""
        texts = {format_action(action): action for action in view.legal_actions()}
        return texts["am mole"] if "am mole" in texts else GREEDY.choose(view, seed)


def make() -> Mole:
    """Return the bot."""
    return Mole()
