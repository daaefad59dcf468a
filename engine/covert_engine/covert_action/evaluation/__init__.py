"""What judges actions and positions, for the search."""
