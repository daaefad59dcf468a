"""The training of the learned value: games of a bot against itself, and the fits to them."""
