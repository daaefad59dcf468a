"""The tables of a tournament: the bots that meet, in the order in which they meet."""
