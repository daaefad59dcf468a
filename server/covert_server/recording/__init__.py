"""Calls kept in files: recorded from a server, and replayed without bots."""
