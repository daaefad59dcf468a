"""A table of a server, played at from the terminal."""
