"""Invalid sets of cards, and the errors for them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from covert_engine.covert import compile
from covert_engine.covert.cards.errors import CardSetError
from rules.tables import HOUSE


def refusal(**changed: Any) -> str:
    """Return the error for the house set with these fields changed, which is no card set."""
    with pytest.raises(CardSetError) as refused:
        compile(replace(HOUSE, **changed))
    return str(refused.value)


def put_first(section: str, entry: object) -> dict[str, Any]:
    """Return a section of the house set with its first entry replaced."""
    return {section: (entry, *getattr(HOUSE, section)[1:])}
