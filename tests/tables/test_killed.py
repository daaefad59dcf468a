"""A server that is killed loses no action that it acknowledged, and doubles none."""

from __future__ import annotations

from tables.killing import Victim, played_game


def test_a_game_goes_on_as_if_its_server_had_not_been_killed(place: str) -> None:
    victim = Victim(place)
    victim.start()
    undisturbed = played_game(victim, "covert_action", seed=6)
    assert len(undisturbed) > 40
    assert played_game(victim, "covert_action", seed=6, strikes=3) == undisturbed
    assert victim.kills == 3
    victim.kill()
