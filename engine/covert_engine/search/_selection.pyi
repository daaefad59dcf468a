def logarithm_of(n: int) -> float:
    """Return the natural logarithm that UCB uses, for tests."""

def near_logarithm_of(n: int) -> float:
    """Return the approximate logarithm that PUCT uses, for tests."""
