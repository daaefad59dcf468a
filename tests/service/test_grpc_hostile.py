"""Every message over gRPC gets a right answer or a documented status, and the server goes on."""

from __future__ import annotations

from proofs import hostile


def test_calls_gone_wrong_at_every_level() -> None:
    """A short form of the proof, which over HTTP is in `test_http_hostile.py`."""
    answers = hostile.measure("gRPC", 300, seed=2026)
    expected = {"ok", "left", "INVALID_ARGUMENT INVALID_REQUEST", "UNIMPLEMENTED"}
    assert set(answers) >= expected | {"UNAUTHENTICATED TOKEN_UNKNOWN", "DEADLINE_EXCEEDED"}
