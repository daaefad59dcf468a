"""Actions and views of any game as numbers, and many games stepped at once, for learning."""

from covert_engine.encoding._encoding import Encoding
from covert_engine.encoding._games import Games
from covert_engine.encoding.field import Field

__all__ = ["Encoding", "Field", "Games"]
