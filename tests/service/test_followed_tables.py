"""Tables of people, followed by the service as one of their players tells of them."""

from __future__ import annotations

import pytest
from command.told_tables import told

from covert_bots.covert_action.wire import view_to_message
from covert_engine.covert_action import Settings
from covertbots.client import Client, ServiceError, limits
from covertbots.v1.covert_action_pb2 import CovertActionView
from covertbots.v1.referee_pb2 import FollowTableResponse as Followed

SIX = ("seat 3", "teams r b b r r b", "card sniper")
SPOKEN = (*SIX, "opener nobody", "5 am mole", "1 am bodyguard", "2 not mole", "4 either 2 6 mole")


def follow(client: Client, *lines: str, players: int = 6) -> Followed:
    return client.follow_table(players, lines)


def wrong(client: Client, *lines: str, **how: object) -> dict[str, str]:
    """Return the mistakes of lines by their fields."""
    with pytest.raises(ServiceError) as refused:
        client.follow_table(6, lines, **how)  # type: ignore[arg-type]
    assert refused.value.code.name == "INVALID_ARGUMENT"
    return dict(refused.value.violations)


@pytest.mark.parametrize("seat", [0, 4])
def test_the_view_of_what_was_told_is_the_view_of_the_game(client: Client, seat: int) -> None:
    lines: list[str] = []
    compared = 0
    for number, (more, view) in enumerate(told(Settings(5), 7, seat, rounds=2)):
        lines += more
        if number % 4:
            continue
        followed = follow(client, *lines, players=5)
        if followed.need == Followed.NEED_NOTHING:
            assert followed.view == view_to_message(view)
            compared += 1
    assert compared > 2
    assert [line.text for line in followed.lines] == lines


def test_each_question_has_its_answers(client: Client) -> None:
    seats = follow(client)
    assert seats.need == Followed.NEED_SEAT
    assert [answer.text for answer in seats.answers] == [f"seat {seat}" for seat in range(1, 7)]
    assert follow(client, *SIX[:1]).need == Followed.NEED_TEAMS
    card = follow(client, *SIX[:2])
    assert [answer.words for answer in card.answers] == [
        f"Your card: {role}" for role in ("Sniper", "Cleaner", "Mole", "Bodyguard")
    ]
    opener = follow(client, *SIX)
    assert opener.question == "who speaks first, or `skip`"
    assert opener.answers[0].text == "opener nobody"
    assert not opener.HasField("view")
    drawn = follow(client, *SPOKEN, "4 shoots 1", "drew 3 5")
    assert (drawn.need, drawn.round) == (Followed.NEED_PLAN, 2)
    assert [answer.text for answer in drawn.answers] == ["plan P", "plan L", "plan A", "plan N"]


def test_where_all_speak_as_they_like_one_may_speak_and_shoot_at_any_time(client: Client) -> None:
    followed = follow(client, *SPOKEN)
    said = ["am bodyguard", "am mole"]
    assert [line.seat for line in followed.lines if line.noted] == [1, 3]
    phases = [each.view.covert_action.phase for each in followed.decisions]
    assert phases == [CovertActionView.PHASE_TALK, CovertActionView.PHASE_WINDOW]
    for each in followed.decisions:
        kept = [s.text for s in each.view.covert_action.statements if s.text != "pass"]
        assert sorted(kept) == said
        answer = client.suggest_move(each.view, "greedy", limits(iterations=1))
        assert answer.suggestion.moves
    spoken = follow(client, *SPOKEN, "3 am mole")
    assert [each.view.covert_action.phase for each in spoken.decisions] == phases[1:]
    silent = follow(client, *SIX[:2], "card mole", *SPOKEN[3:])
    assert [each.view.covert_action.phase for each in silent.decisions] == phases[:1]


def test_beliefs_are_of_every_seat_and_move_with_what_is_said(client: Client) -> None:
    def mole(lines: tuple[str, ...]) -> float:
        belief = follow(client, *lines).covert_action.seats[4]
        return next(r.probability for r in belief.roles if r.role == CovertActionView.ROLE_MOLE)

    assert len(follow(client, *SPOKEN).covert_action.seats) == 6
    assert mole(SPOKEN) != mole(SPOKEN[:4])
    assert mole(SPOKEN) == mole(SPOKEN[:6])  # a denial is no evidence


def test_words_have_the_names_of_the_players(client: Client) -> None:
    names = ["Al", "Bo", "Cy", "Di Ann", "Flo", "Ed"]
    followed = client.follow_table(6, [*SPOKEN, "4 shoots 1"], names=names)
    words = [line.words for line in followed.lines]
    assert words[4:6] == ["Flo claims to be the Mole", "Al claims to be a Bodyguard"]
    assert words[7].startswith("Di Ann says that Bo or Ed is the Mole")
    assert words[8] == "Di Ann shoots Al"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("7 am mole", "expected a seat, 1 to 6"),
        ("4 99 not mole", "'99'; expected a seat, 1 to 6"),
        ("4 am saboteur", "no saboteur is in use; expected sniper, cleaner, mole, bodyguard"),
        ("\u0662 am mole", ""),
        ("hokus pokus", "is neither a command nor something that happens"),
        (" ", "has 1 characters; expected 1 to 200 printable characters"),
        ("4" * 201, "has 201 characters"),
    ],
)
def test_a_wrong_line_is_named_by_its_place(client: Client, line: str, said: str) -> None:
    assert said in wrong(client, *SPOKEN, line)[f"lines[{len(SPOKEN)}]"]


def test_a_wrong_table_is_named_by_its_field(client: Client) -> None:
    assert wrong(client, game="covert") == {
        "game": "is 'covert', whose tables are not followed; expected `covert_action`"
    }
    assert wrong(client, *["4 pass"] * 1001) == {
        "lines": "holds 1001 entries; expected 1000 at most"
    }
    assert "names" in wrong(client, names=["Al"])
    with pytest.raises(ServiceError) as refused:
        client.follow_table(3, [])
    assert [field for field, _ in refused.value.violations] == ["players"]
