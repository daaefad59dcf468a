"""Measurements for `covert-bots bench`."""
