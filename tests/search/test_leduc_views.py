"""A view of Leduc poker, in every position of every deal, has nothing that its seat cannot see, and
all that it has seen."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import permutations

import pytest
import scipy  # its parts are imported when they are first used

from covert_engine.search.python.game import PythonView
from covert_server.games import Problems
from covertbots.v1 import action_pb2, referee_pb2
from leduc.game import State
from leduc.messages import seat_name, view_from_message, view_message
from leduc.rules import (
    ACTIONS,
    CALL,
    CARDS,
    DECK,
    RAISE,
    RULES,
    TABLE,
    actions_of,
    bets_after,
    written,
)
from leduc.service import RefereedLeduc

DEALS = Counter(bytes(cards) for cards in permutations(DECK, CARDS))
"""The cards of seat 0, of seat 1 and on the table, and how often they are dealt."""
SEATS = range(2)


@cache
def games() -> list[bytes]:
    """Return all ways to bet, from none to the ends of all games."""
    played, more = [], [b""]
    while more:
        actions = more.pop()
        played.append(actions)
        legal = RULES.legal_actions(written(bytes(CARDS), actions))
        more += [actions + bytes([action]) for action in legal]
    return played


def positions() -> Iterator[bytes]:
    for actions in games():
        yield from (written(cards, actions) for cards in DEALS)


def seen(state: bytes, seat: int) -> tuple[object, ...]:
    """Return all that a seat can see, by the rules of the game: its card, the actions, the common
    card from the second round on, and the other card if nobody has folded."""
    actions = actions_of(state)
    bets = bets_after(actions)
    common = state[TABLE] if bets.round == 2 else None
    shown_down = bets.actor is None and bets.folded is None
    return seat, state[seat], actions, common, state[1 - seat] if shown_down else None


def news_of(state: bytes) -> list[bytes]:
    """Return what each seat is told of a game: the news of all its actions, as a host gets them."""
    news = referee_pb2.AdvanceResponse()
    problems: Problems = []
    played = [action_pb2.Action(text=ACTIONS[action]) for action in actions_of(state)]
    start = State(written(state[:CARDS], b""))
    RefereedLeduc().play(start, played, [*map(seat_name, SEATS)], news, problems)
    assert problems == []
    return [of_seat.SerializeToString(deterministic=True) for of_seat in news.news]


def test_the_positions_are_all_there_are() -> None:
    assert sum(DEALS.values()) == 6 * 5 * 4
    assert len(DEALS) == 3**3 - 3  # never three of a rank
    over = [actions for actions in games() if bets_after(actions).actor is None]
    folded = [actions for actions in over if bets_after(actions).folded is not None]
    # A round ends in 5 ways without a fold, and in 4 with one.
    assert (len(over), len(folded)) == (4 + 5 * (4 + 5), 4 + 5 * 4)


def test_equal_views_are_those_of_positions_that_look_alike() -> None:
    messages = defaultdict(set)
    for state in positions():
        for seat in SEATS:
            view = PythonView(RULES, RULES.view(state, seat), seat)
            message = view_message(view)
            assert view_from_message(message) == view
            told = message.SerializeToString(deterministic=True)
            messages[seen(state, seat)].add((told, tuple(view.legal_actions())))
    assert {len(alike) for alike in messages.values()} == {1}
    different = {message for alike in messages.values() for message, _ in alike}
    assert len(different) == len(messages)


def test_equal_news_are_those_of_games_that_look_alike() -> None:
    news = defaultdict(set)
    for state in positions():
        if RULES.actor(state) is None:
            for seat, told in enumerate(news_of(state)):
                news[seen(state, seat)].add(told)
    assert {len(alike) for alike in news.values()} == {1}


@pytest.mark.parametrize("actions", [b"", bytes([CALL, RAISE]), bytes([CALL, CALL, RAISE])])
@pytest.mark.parametrize("seat", SEATS)
def test_worlds_are_as_likely_as_the_deals_that_look_alike(actions: bytes, seat: int) -> None:
    for cards in ((0, 1, 2), (2, 2, 0)):
        state = written(bytes(cards), actions)
        view = RULES.view(state, seat)
        likely = {
            deal: often
            for deal, often in DEALS.items()
            if seen(written(deal, actions), seat) == seen(state, seat)
        }
        worlds = Counter(RULES.sample(view, key)[:CARDS] for key in range(3000))
        assert set(worlds) == set(likely)
        whole = sum(likely.values())
        expected = [3000 * often / whole for often in likely.values()]
        drawn = [worlds[deal] for deal in likely]
        assert len(likely) == 1 or scipy.stats.chisquare(drawn, expected).pvalue > 1e-4
