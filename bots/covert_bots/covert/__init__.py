"""Covert bots: its messages, its words, reviews and training."""
