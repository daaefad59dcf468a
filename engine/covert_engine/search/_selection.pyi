def logarithm_of(n: int) -> float:
    """The natural logarithm as UCB has it, for who wants to check it."""

def near_logarithm_of(n: int) -> float:
    """The logarithm that PUCT makes do with, for who wants to check it."""
