"""Calls, whatever their transport: what a handler gets, and how they are counted, refused and
logged."""
