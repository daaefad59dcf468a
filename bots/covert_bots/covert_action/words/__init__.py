"""Covert Action in words: actions, events, and the reasons for advice."""
