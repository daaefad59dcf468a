"""Input, output and error messages at the terminal."""
