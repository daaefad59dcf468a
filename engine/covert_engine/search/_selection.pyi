def logarithm_of(n: int) -> float:
    """The natural logarithm as UCB has it, for who wants to check it."""
