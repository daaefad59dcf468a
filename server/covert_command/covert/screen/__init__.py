"""Covert on the screen: the table, the choices, advice, what happened, the score."""
