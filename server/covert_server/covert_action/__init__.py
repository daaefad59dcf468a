"""Covert Action in the service: its views in requests, its rules for hosts."""
