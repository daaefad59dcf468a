"""The rules: a state as plain memory, the legal actions, playing them, the score."""
