"""Short forms of the proofs strangers and nothing_lost."""

from __future__ import annotations

import asyncio

from proofs import nothing_lost, strangers


def test_strangers_take_little_memory_and_no_turn() -> None:
    """The proof measures how soon health is answered: here other tests run beside it."""
    attacks = list(strangers.measure(150, ["gRPC 150 connections"], seconds=1))
    assert len(attacks) > 1
    for attack in attacks:
        assert attack["memory_mb"] <= strangers.MOST_MEMORY, attack
        assert attack["holder_answered"], attack
        assert attack["not_answered"] == {}, attack
        if "connections" in attack["attack"]:
            assert attack["answers"]["open"] <= 128, attack


def test_cancelled_calls_leave_nothing() -> None:
    with nothing_lost.process() as server:
        asyncio.run(nothing_lost.cancelled(server, 60, seed=3))
        server.wait_idle()
        assert not [line for line in server.lines() if line["level"] == "error"]


def test_no_accepted_call_is_lost_when_a_server_stops() -> None:
    assert nothing_lost.stopped(0)["answered"] >= nothing_lost.CALLERS
