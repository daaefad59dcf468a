"""What is Covert's of `play`, `replay` and `suggest`, and its records."""
