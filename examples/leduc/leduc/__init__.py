"""Leduc poker for covert-bots."""
