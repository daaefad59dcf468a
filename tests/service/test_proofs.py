"""Short forms of the proofs strangers, nothing_lost and one_answer."""

from __future__ import annotations

import asyncio

from proofs import nothing_lost, one_answer, strangers


def test_strangers_take_little_memory_and_no_turn() -> None:
    """The proof measures how soon health is answered: here other tests run beside it."""
    some = ["gRPC 150 connections", "HTTP grpc.health.v1.Health/Check, 33"]
    found = list(strangers.measure(150, some, seconds=2))
    assert len(found) == 1 + 3 + 1
    for one in found:
        assert one["memory_mb"] <= strangers.MOST_MEMORY, one
        assert one["holder_answered"], one
        assert one["not_answered"] == {}, one
        if "connections" in one["attack"]:
            assert one["answers"]["open"] <= 128, one


def test_cancelled_and_killed_clients_leave_nothing() -> None:
    with nothing_lost.process() as server:
        asyncio.run(nothing_lost.cancelled(server, 60, seed=3))
        server.wait_idle()
        nothing_lost.killed(server, 4, seed=3)
        server.wait_idle()
        assert not [line for line in server.lines() if line["level"] == "error"]


def test_no_accepted_call_is_lost_when_a_server_stops() -> None:
    assert nothing_lost.stopped(0)["answered"] >= nothing_lost.CALLERS


def test_the_same_request_has_one_answer_on_two_servers_under_load() -> None:
    found = one_answer.measure(24)
    for spec, counts in found["answers"].items():
        assert list(counts.values()) == [8], spec
    assert len({digest for counts in found["answers"].values() for digest in counts}) == 3
    assert {"think", "count", "leave", "host", "INVALID_ARGUMENT"} <= set(found["load"])
