"""Covert in the service: its card sets, its views in requests, its rules for hosts."""
