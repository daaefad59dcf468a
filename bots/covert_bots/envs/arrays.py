"""Spaces of actions and observations, and the observation of a seat."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from covert_engine.encoding import Encoding

OBSERVATIONS = ("dict", "flat")
"""Forms of an observation: a dictionary with the mask in it, or the tensor alone."""

Observation: TypeAlias = Any
"""A dictionary of `observation` and `action_mask`, or the tensor alone."""


def action_space(encoding: Encoding) -> spaces.Discrete:
    """Return the space of the numbers of all actions."""
    return spaces.Discrete(encoding.actions)


def observation_space(
    encoding: Encoding, observations: str, tensors: bool = True
) -> spaces.Space[Any]:
    """Return the space of the observations in that form; without `tensors` of masks alone."""
    tensor = spaces.Box(0, 1, (encoding.floats,), np.float32)
    if observations == "flat":
        return tensor
    mask = spaces.Box(0, 1, (encoding.actions,), np.int8)
    parts = {"observation": tensor} if tensors else {}
    return spaces.Dict({**parts, "action_mask": mask})


def observe(encoding: Encoding, state: Any, seat: int) -> dict[str, NDArray[Any]]:
    """Return the tensor of a seat's view and the mask of its legal actions, in new arrays."""
    tensor = np.empty(encoding.floats, np.float32)
    mask = np.empty(encoding.actions, np.int8)
    encoding.observe(state, seat, mask, tensor)
    return {"observation": tensor, "action_mask": mask}
