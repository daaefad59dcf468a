"""The bots of Covert: its messages, its words, reviews and training."""
