"""Work in pieces: what is there is not done again, and no more is begun than can be done."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple

from covert_bots.players.pieces import Processes, do_all


class OnePiece(NamedTuple):
    file: Path


class Begun(Processes):
    """Does at once what it is given, and counts it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.pieces: list[OnePiece] = []

    def submit(self, do: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        self.pieces += given
        found: Future[Any] = Future()
        found.set_result(do(*given, **named))
        return found


def test_no_more_pieces_are_begun_than_there_are_processes(tmp_path: Path) -> None:
    pieces = [OnePiece(tmp_path / f"{number}") for number in range(9)]
    pieces[4].file.write_bytes(b"done before")
    heard = []

    def progress(_: str, done: int, of: int) -> None:
        heard.append((done, of))
        assert len(pool.pieces) <= done + 1

    with Begun(2) as pool:
        do_all(lambda piece: piece.file.name.encode(), pieces, pool, "counting", progress)
    assert heard == [(done, 9) for done in range(1, 10)]
    assert pool.pieces == pieces[:4] + pieces[5:]
    assert [one.file.read_bytes() for one in pieces[:5]] == [b"0", b"1", b"2", b"3", b"done before"]
