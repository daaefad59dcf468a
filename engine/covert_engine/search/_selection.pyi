def logarithm_of(n: int) -> float:
    """Return the natural logarithm that UCB uses."""

def near_logarithm_of(n: int) -> float:
    """Return the approximate logarithm that PUCT uses."""
