"""Environments for research over both games: PettingZoo, Gymnasium, and batches of games.

`covert_v0` and `covert_action_v0` are modules with the functions `env`, `raw_env`, `single_env` and
`vector_env`. They need the extra `envs`. Importing this package registers `covert-bots/Covert-v0`
and `covert-bots/CovertAction-v0` with Gymnasium.
"""

from gymnasium import register

from covert_bots.envs import covert_action_v0, covert_v0

__all__ = ["covert_action_v0", "covert_v0"]

for _id, _module in (("Covert-v0", covert_v0), ("CovertAction-v0", covert_action_v0)):
    register(
        f"covert-bots/{_id}",
        entry_point=_module.single_env,
        vector_entry_point=_module.vector_env,
    )
