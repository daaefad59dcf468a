"""Shared reading of untrusted input: errors, hints for slips, TOML, sealed bytes."""
