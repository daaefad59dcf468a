"""Tournaments on the screen: their games, their ledgers, their reports."""
