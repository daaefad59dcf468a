"""The doors of Covert Action."""

from fuzz.covert_action import json_view, notation, position, record, wire_view

__all__ = ["json_view", "notation", "position", "record", "wire_view"]
