"""Calls, whatever they come over: what a handler gets, how they are counted, refused and logged."""
