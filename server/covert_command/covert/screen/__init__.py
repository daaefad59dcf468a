"""Covert on the screen: the table, the choices, advice, events, the score."""
