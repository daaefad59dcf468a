"""Judgement of actions and positions, for the search."""
