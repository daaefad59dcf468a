"""Both games for TextArena, where language models play by text. Importing this package registers
`covert-bots/Covert-v0` and `covert-bots/CovertAction-v0`, and each with `-raw` after it.

    import textarena

    import covert_bots.textarena

    env = textarena.make("covert-bots/Covert-v0")

It needs the extra `textarena`.
"""

from textarena.envs.registration import register_with_versions

from covert_bots.covert.game import Covert
from covert_bots.covert_action.game import CovertAction
from covert_bots.textarena.env import BotAgent, TextEnv
from covert_bots.textarena.latest import LatestText

__all__ = ["BotAgent", "LatestText", "TextEnv"]

for _id, _game in (
    ("covert-bots/Covert-v0", Covert()),
    ("covert-bots/CovertAction-v0", CovertAction()),
):
    register_with_versions(_id, TextEnv, {"default": [LatestText]}, game=_game)
