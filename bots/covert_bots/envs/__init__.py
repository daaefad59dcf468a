"""Environments for research over both games: PettingZoo, Gymnasium, and batches of games.

`covert_v0` and `covert_action_v0` are modules with the functions `env`, `raw_env`, `single_env` and
`vector_env`. They need the extra `envs`. Importing this package registers `covert-bots/Covert-v0`
and `covert-bots/CovertAction-v0` with PettingZoo and Gymnasium.
"""

import gymnasium
import pettingzoo

from covert_bots.envs import covert_action_v0, covert_v0

__all__ = ["covert_action_v0", "covert_v0"]

for _id, _module in (
    ("covert-bots/Covert-v0", covert_v0),
    ("covert-bots/CovertAction-v0", covert_action_v0),
):
    gymnasium.register(_id, entry_point=_module.single_env, vector_entry_point=_module.vector_env)
    pettingzoo.register("aec", _id, entry_point=_module.env)
