"""Figures as they are written."""

from __future__ import annotations

from math import isfinite

UNKNOWN = "unknown"


def number(value: float, form: str = ".1f") -> str:
    """A figure, or that it is not known; what is rounded to nothing has no minus."""
    if not isfinite(value):
        return UNKNOWN
    text = format(value, form)
    return text if text.strip("-+0.%") else format(0.0, form)


def between(low: float, high: float, form: str) -> str:
    """An interval."""
    if not (isfinite(low) and isfinite(high)):
        return UNKNOWN
    return f"{number(low, form)} to {number(high, form)}"
