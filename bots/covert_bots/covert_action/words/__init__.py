"""Covert Action in words: what is said and done, what happens, and why a bot advises it."""
