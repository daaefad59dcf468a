"""A league: a tournament into which people hand in bots while it is played."""
