"""Covert on the screen: the table, advice, what happened, the score."""
