"""What is Covert Action's of bots, arena and service: its bots, its games, messages, words."""
