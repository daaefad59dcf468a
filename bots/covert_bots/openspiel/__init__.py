"""Both games for OpenSpiel. Importing this package registers `covert` and `covert_action`,
and `covert_endgame` and `covert_action_round`, which are small enough to be solved.

    import pyspiel

    import covert_bots.openspiel

    game = pyspiel.load_game("covert(players=3)")

It needs the extra `openspiel`.
"""

import pyspiel

from covert_bots.openspiel.bot import SeatBot, policy
from covert_bots.openspiel.covert import COVERT, CovertGame
from covert_bots.openspiel.covert_action import COVERT_ACTION, CovertActionGame
from covert_bots.openspiel.efg import efg, on_tree
from covert_bots.openspiel.endgame import ENDGAME, EndgameGame
from covert_bots.openspiel.silent_round import ROUND, RoundGame

__all__ = [
    "CovertActionGame",
    "CovertGame",
    "EndgameGame",
    "RoundGame",
    "SeatBot",
    "efg",
    "on_tree",
    "policy",
]

pyspiel.register_game(COVERT, CovertGame)
pyspiel.register_game(COVERT_ACTION, CovertActionGame)
pyspiel.register_game(ENDGAME, EndgameGame)
pyspiel.register_game(ROUND, RoundGame)
