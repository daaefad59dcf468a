from toys._toy import ToyState

def start() -> ToyState:
    """The empty board."""
