"""The bots of Covert Action: its games, messages, words and training."""
