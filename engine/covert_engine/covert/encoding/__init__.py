"""The actions and views of Covert as numbers."""

from covert_engine.covert.encoding._encoding import CovertEncoding

__all__ = ["CovertEncoding"]
