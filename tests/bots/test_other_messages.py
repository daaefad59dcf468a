"""Messages of games that `covertbots.v1` does not know: each is found by its type."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from google.protobuf.any_pb2 import Any as Other

from covert_bots.players import other_messages
from covert_bots.players.other_messages import (
    OtherMessageError,
    game_of,
    packed,
    position_of,
    unpacked,
)
from covertbots.v1 import referee_pb2, view_pb2
from leduc import leduc_pb2

VIEW = leduc_pb2.View(seat=1, round=2)


class MyGame:
    messages = (leduc_pb2.View, leduc_pb2.Setup)


class WithoutMessages:
    """A game that only the arena plays."""


@pytest.fixture(autouse=True)
def two_games() -> Iterator[None]:
    games = {"my-game": MyGame, "another": WithoutMessages}
    other_messages._messages.cache_clear()
    with patch.object(other_messages, "installed", lambda group: games):
        yield
    other_messages._messages.cache_clear()


def test_a_game_is_named_as_the_service_names_it() -> None:
    view = view_pb2.View(other=packed(VIEW))
    record = referee_pb2.Record(other=packed(leduc_pb2.Setup()))
    assert (game_of(view, "game"), game_of(record, "setup")) == ("my_game", "my_game")
    assert position_of(view) == VIEW
    view.covert_action.SetInParent()
    assert game_of(view, "game") == "covert_action"
    assert game_of(view_pb2.View(), "game") is None


@pytest.mark.parametrize("before", ["type.googleapis.com/", "https://example.org/a/", "/", ""])
def test_only_the_end_of_a_type_counts(before: str) -> None:
    data = VIEW.SerializeToString()
    view = view_pb2.View(other=Other(type_url=f"{before}leduc.v1.View", value=data))
    assert game_of(view, "game") == "my_game"
    assert unpacked(view.other, leduc_pb2.View) == VIEW


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (packed(leduc_pb2.Setup()), "^is a leduc.v1.Setup; expected a leduc.v1.View$"),
        (Other(type_url="/leduc.v1.View", value=b"\xff"), "^has 1 bytes that cannot be parsed"),
    ],
)
def test_another_message_or_garbage_is_refused(other: Other, said: str) -> None:
    with pytest.raises(OtherMessageError, match=said):
        unpacked(other, leduc_pb2.View)
