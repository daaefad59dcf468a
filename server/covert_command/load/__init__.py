"""Load on a server, and what becomes of it."""
