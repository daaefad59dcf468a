"""Tests of the environments; skipped where the extra `envs` is not installed."""
