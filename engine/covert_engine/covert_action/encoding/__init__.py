"""The actions and views of Covert Action as numbers."""

from covert_engine.covert_action.encoding._encoding import CovertActionEncoding

__all__ = ["CovertActionEncoding"]
