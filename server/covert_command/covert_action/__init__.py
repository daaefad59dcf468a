"""Covert Action in the commands: its games, its table and its advice on the screen."""
