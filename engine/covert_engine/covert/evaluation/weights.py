"""The figures of the hand-made value and policy, set by hand except where it is said.

What each means, and in what unit: `ValueWeights` in `_value.pxd`, `PolicyWeights` in `_policy.pxd`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType
from typing import TypeAlias


def learned_weights() -> bytes:
    """The network of the learned value, as `Learned` takes it; data/value.json says how it was
    made."""
    return (resources.files(__package__) / "data" / "value.weights").read_bytes()


Weight: TypeAlias = float | tuple[float, ...]

FIRST_VALUE_WEIGHTS: Mapping[str, Weight] = MappingProxyType(
    {
        "mission": 1.0,
        "die": 1.05,
        "pending": 0.85,
        "queue": 0.5,
        "next_mission": 0.68,
        "rounds_a_mission": 1.2,
        "foot": 0.15,
        "card": 0.45,
        "use": 0.4,
        "token": 0.4,
        "cube": 0.12,
        "reroll": 0.5,
        "new_mission": 2.2,
        "spare_mission": 0.3,
        "spare_agency": 0.56,
        "held_code": (2.0, 1.3, 0.7, 0.3, 0.1),
        "late_code": 0.6,
        "broken_code": 0.1,
        "lacking_die": 0.25,
        "margin": 12.0,
        "margin_a_round": (0.0, 0.0, 0.0),
        "behind": (0.0, 0.0),
        "behind_a_round": (0.0, 0.0),
        "win_margin": 12.0,
        "win_margin_a_round": (0.0, 0.0, 0.0),
        "score_a_round": 0.0,
        "score_late": 0.0,
    }
)
"""Of the bots `greedy-1`, `flat-1` and `ismcts-1`: these stay as they are."""


def read_weights(text: str) -> Mapping[str, Weight]:
    """The weights in a file that a training wrote, which says how they were made too."""
    weights = json.loads(text)["weights"]
    return MappingProxyType(
        {name: tuple(one) if isinstance(one, list) else one for name, one in weights.items()}
    )


def _fitted(name: str) -> Mapping[str, Weight]:
    """Those in a file of `data`."""
    return read_weights((resources.files(__package__) / "data" / name).read_text("utf-8"))


VALUE_WEIGHTS: Mapping[str, Weight] = _fitted("points.json")
"""For leaves of simulations, at the end of a round: fitted to how games ended
(docs/training.md)."""

ONE_PLY_VALUE_WEIGHTS = FIRST_VALUE_WEIGHTS
"""For `greedy`, which values positions in the middle of a round: weights fitted to the ends of
rounds lose there (docs/strength.md, section 3)."""

FIRST_POLICY_WEIGHTS: Mapping[str, Weight] = MappingProxyType(
    {
        "complete_due": 12.0,
        "complete_first": 1.5,
        "complete_more": 0.05,
        "mission_due": 6.0,
        "mission_more": 0.2,
        "agency_due": 5.0,
        "agency_more": 0.7,
        "movement_due": 5.0,
        "movement_more": 0.1,
        "folder": 0.8,
        "decoder_due": 2.5,
        "decoder_more": 0.02,
        "pass_early": 0.1,
        "pass_done": 5.0,
        "stop_placing": 0.2,
        "reroll": 0.03,
        "fly_served": 0.3,
        "fly_spare": 1.0,
        "play_served": 0.3,
        "play_spare": 0.8,
        "flight_nearest": 3.0,
        "flight_other": 1.0,
        "flight_idle": 0.02,
        "steps_due": 3.0,
        "steps_more": 0.05,
        "search_mission_due": 2.0,
        "search_mission_more": 0.3,
        "search_agency_due": 1.5,
        "search_agency_more": 0.2,
        "sneak_attack": 0.2,
        "shift": 0.15,
        "character_draw": 20.0,
        "play": 0.2,
        "complete": 20.0,
        "complete_point": 4.0,
        "blind_mission": 3.0,
        "full_hand": 0.5,
        "blind_card": 0.8,
        "dear_card": 0.5,
        "step_idle": 0.3,
        "steps_idle": 0.05,
        "steps_right": 6.0,
        "steps_few": 2.0,
        "steps_many": 0.3,
        "forfeit": 0.02,
        "end_resolve": 1.0,
        "end_last": 0.3,
        "card_nearest": 10.0,
        "card_other": 5.0,
        "card_idle": 0.8,
        "mission_point": 2.0,
        "cost_base": 1.0,
        "cost_equipment": 1.5,
        "cost_step": 0.7,
        "cost_region": 0.5,
        "cost_any_card": 1.0,
        "stop_moving": 0.5,
        "cubes_of_others": (0.05, 0.4, 3.0),
        "nearer_nearest": 8.0,
        "nearer_other": 3.0,
        "away_nearest": 0.05,
        "away_other": 0.3,
        "claim": 50.0,
        "stop_breaking": 1.0,
        "break_use": 0.1,
        "swap_gain": 8.0,
        "code_short": (4.0, 1.5, 0.5),
        "swap_idle": 0.3,
        "discard_served": 0.2,
        "discard_spare": 2.0,
        "pay_served": 0.3,
        "pay_spare": 1.0,
        "pay_foot": 3.0,
        "pay_code": 0.6,
        "reward_blind": 1.0,
        "espionage": 0.3,
        "refuse": 1.0,
        "first_use": 0.1,
        "drop": 0.05,
        "drop_unplanned": 1.0,
        "agent_sent": 10.0,
        "agent_idle": 1.0,
        "agent_needed": 0.3,
        "tile_shown": 20.0,
        "tile_covered": 1.0,
        "otherwise": 1.0,
    }
)
"""Of the bots `greedy-1`, `flat-1` and `ismcts-1`: these stay as they are."""


POLICY_WEIGHTS: Mapping[str, Weight] = _fitted("policy.json")
"""Of the bots of now, fitted to what long searches prefer (docs/training.md)."""


HAND_WEIGHTS: Mapping[str, Weight] = _fitted("belief.json")
"""Of the belief, by the names of `hand_features.py`: fitted to what seats held in games
(docs/training.md)."""
