"""Bots in processes of their own, in any language: one JSON document a line."""
