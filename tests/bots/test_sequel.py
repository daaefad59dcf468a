"""What a view tells of the position after an action is true."""

from __future__ import annotations

from random import Random

import pytest
from service.games import CARDS

from covert_bots.covert.position.lines import Text
from covert_bots.covert.position.mistakes import Mistakes
from covert_bots.covert.position.sequel import UNKNOWN, _seen_next, possible_actions, sequel
from covert_bots.covert.position.write import position_text
from covert_engine.covert import State

DECISIONS = 18


def parts_of(text: str) -> dict[tuple[str, str], str]:
    mistakes = Mistakes()
    values = {key: value.text for key, value in Text(text, mistakes).values.items()}
    assert mistakes.texts == []
    return values


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_told_is_what_comes(players: int) -> None:
    """Of one's own actions and of others', as far as no cards decide that are in hands: then the
    action may be legal in no world that was dealt."""
    random, told = Random(players), 0
    state = State.deal(CARDS, players, 9)
    for number in range(40 * DECISIONS):
        legal = state.legal_actions()
        action, seat = random.choice(legal), random.randrange(players)
        if number % 40 == 0 and not state.over:
            view = state.view(seat)
            after = sequel(view, action)
            truth = state.copy()
            truth.play(action)
            came = parts_of(_seen_next(truth, seat, position_text(view)))
            if after is not None and ("now", "") not in after.untold:
                told += 1
                for part, value in parts_of(after.text).items():
                    if part in after.untold:
                        assert UNKNOWN in value
                    else:
                        assert value == came.get(part), (part, after.text)
        state.play(action)
    assert told > DECISIONS // 2


def test_ones_own_actions_are_the_legal_ones() -> None:
    state = State.deal(CARDS, 3, 5)
    seat = state.actor
    assert seat is not None
    listed = [action for action, _ in possible_actions(state.view(seat))]
    assert sorted(listed) == sorted(state.legal_actions())


def test_what_all_may_see_is_listed_first_of_another_seat() -> None:
    random = Random(1)
    state = State.deal(CARDS, 3, 5)
    while state.decision != "place" or state.actor == 0:
        state.play(random.choice(state.legal_actions()))
    possible = possible_actions(state.view(0))
    public = set(state.legal_actions())
    assert public & {action for action, _ in possible[:10]} == {
        action for action, _ in possible[:10]
    }
    for action, world in possible:
        assert action in world.legal_actions()
