"""What is Covert's of `play` and `replay`, and its records."""
