"""Covert in `play`, `replay` and `suggest`, and its records."""
