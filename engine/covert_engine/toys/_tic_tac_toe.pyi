from covert_engine.toys._toy import ToyState

def start() -> ToyState:
    """The empty board."""
