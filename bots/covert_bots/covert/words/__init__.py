"""Covert in words, for screen, service and page."""
