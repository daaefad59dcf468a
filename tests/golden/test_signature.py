"""The answers of the bots are those of the signature file, to the last bit."""

from __future__ import annotations

import pytest

from covert_bots.covert.signature import FROZEN_SPECS, SPECS, signature
from covert_engine.covert import compile, house_set
from golden.signature import kept

KEPT = kept()


def test_all_bots_are_kept() -> None:
    assert list(KEPT) == [*SPECS, *FROZEN_SPECS]


@pytest.mark.parametrize("spec", KEPT)
def test_a_bot_plays_as_it_did(spec: str) -> None:
    assert signature(compile(house_set()), spec) == KEPT[spec]
