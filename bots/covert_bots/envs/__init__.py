"""Environments for research over both games: PettingZoo, Gymnasium, and batches of games.

`covert_v0` and `covert_action_v0` are modules with the functions `env`, `raw_env`, `single_env` and
`vector_env`. They need the extra `envs`.
"""

from covert_bots.envs import covert_action_v0, covert_v0

__all__ = ["covert_action_v0", "covert_v0"]
