"""Covert Action bots: its games, messages, words and training."""
