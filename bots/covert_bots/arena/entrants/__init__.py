"""Entrants of a tournament: built-in bots, modules and servers of others."""
