"""Covert in words and drawn tables, for screen, service and page alike."""
