"""The rules: a state as plain memory, the legal actions, their effects, the score."""
