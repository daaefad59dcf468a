"""How the learned value is made: games of a bot against itself, and a network fitted to them."""
