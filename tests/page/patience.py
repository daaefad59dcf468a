"""How long the tests of the page wait for what must come."""

from __future__ import annotations

__all__ = ["PATIENCE"]

PATIENCE = 120_000  # milliseconds; the machines that test are slow, and do other things meanwhile
