"""Load on a server, and its results."""
