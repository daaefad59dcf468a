"""Calls over any transport: how they are handled, counted, refused and logged."""
