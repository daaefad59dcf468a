"""Statistics of the cards from ledgers: of games worked out by hand, and of games played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from arena.tournaments import plan_of, played

from covert_bots.arena.attempt import Attempt, Failure, Outcome, SeatFigures, failed
from covert_bots.arena.plan import Format, Plan
from covert_bots.arena.statistics.elo import Interval, mean_interval, share_interval
from covert_bots.covert.balance import Balance, balance
from covert_engine.covert import State, compile, house_set
from covert_engine.covert.exchange.fields import PlayerFields
from covert_engine.covert.rules.actions import Kind, pack

CARDS = house_set()
CHEAP, MIDDLE, DEAR = 14, 35, 44  # missions of 8, 11 and 12 points
CRYPTOGRAPHER, QUARTERMASTER, COURIER = (character.name for character in CARDS.characters[:3])


def alone(blocks: int, seed: int = 1, bot: str = "random") -> Plan:
    return plan_of(bot, blocks=blocks, seed=seed, form=Format.SELF_PLAY)


def game(
    plan: Plan,
    block: int,
    rotation: int = 0,
    characters: tuple[int, int] = (0, 1),
    winners: tuple[int, ...] = (0,),
    missions: tuple[tuple[int, ...], tuple[int, ...]] = ((), ()),
    codes: tuple[int, int] = (0, 0),
    claims: Sequence[int] = (),
    rounds: int = 10,
) -> Attempt:
    """Return a finished game of two with these figures."""
    scores = tuple(
        sum(CARDS.missions[mission].points for mission in some) + 2 * held
        for some, held in zip(missions, codes, strict=True)
    )
    return Attempt(
        plan.block(block).games[rotation],
        1,
        Outcome.FINISHED,
        actions=(pack(Kind.PASS), *(pack(Kind.CLAIM, code, 3) for code in claims)),
        scores=scores,
        winners=winners,
        rounds=rounds,
        figures=(SeatFigures(decisions=rounds),) * 2,
        facts={"sixth_mission": rounds < 60},
        seat_facts=tuple(
            {"character": character, "missions": list(some), "codes": held}
            for character, some, held in zip(characters, missions, codes, strict=True)
        ),
    )


def of(plan: Plan, attempts: Sequence[Attempt]) -> Balance:
    (figures,) = balance([(plan, attempts)], CARDS)
    return figures


# Known by hand.


def test_a_character_has_the_victories_of_the_seats_it_sat_in() -> None:
    plan = alone(4)
    figures = of(
        plan,
        [
            game(plan, 0, characters=(0, 1), winners=(0,)),
            game(plan, 1, characters=(1, 0), winners=(0,)),
            game(plan, 2, characters=(1, 2), winners=(0, 1)),
            game(plan, 3, characters=(2, 1), winners=(1,)),
        ],
    )
    assert figures.characters == {
        CRYPTOGRAPHER: share_interval([1, 0]),
        QUARTERMASTER: share_interval([0, 1, 0.5, 1]),
        COURIER: share_interval([0.5, 0]),
    }
    assert figures.seats == {
        "0": share_interval([1, 1, 0.5, 0]),
        "1": share_interval([0, 0, 0.5, 1]),
    }
    assert figures.fair == 0.5


def test_points_are_reported_by_their_source() -> None:
    plan = alone(2)
    figures = of(
        plan,
        [
            game(plan, 0, missions=((DEAR, MIDDLE), (CHEAP,)), codes=(1, 4)),
            game(plan, 1, missions=((CHEAP,), (MIDDLE,)), codes=(1, 1)),
        ],
    )
    assert figures.points == {
        "missions worth up to 8": mean_interval([4, 4]),
        "missions worth 9 to 11": mean_interval([5.5, 5.5]),
        "missions worth 12 or more": mean_interval([6, 0]),
        "codes held": mean_interval([5, 2]),
    }
    assert figures.scores == {
        "winning score": mean_interval([25, 13]),
        "score": mean_interval([20.5, 11.5]),
    }


def test_missions_and_codes_are_counted_by_card() -> None:
    plan = alone(4)
    figures = of(
        plan,
        [
            game(plan, 0, missions=((DEAR,), (CHEAP,)), claims=[7, 7, 39]),
            game(plan, 1, missions=((), (DEAR,)), claims=[7]),
            game(plan, 2),
            game(plan, 3, claims=[0]),
        ],
    )
    assert figures.missions["M45"] == share_interval([1, 1, 0, 0])
    assert figures.missions["M15"] == share_interval([1, 0, 0, 0])
    assert figures.codes["C8"] == mean_interval([2, 1, 0, 0])
    assert (figures.codes["C40"].mean, figures.codes["C1"].mean) == (0.25, 0.25)
    assert figures.codes_broken == 5 / 4 / 2
    assert len(figures.missions) == len(CARDS.missions)
    assert len(figures.codes) == len(CARDS.codes)
    assert figures.hardly_completed == [
        name for name in figures.missions if name not in ("M15", "M45")
    ]
    assert figures.hardly_broken == [
        name for name in figures.codes if name not in ("C1", "C8", "C40")
    ]


def test_hardly_ever_is_less_than_a_tenth_of_the_average() -> None:
    often = {"M1": 1.0, "M2": 0.2, "M3": 0.03, "M4": 0.04}  # 0.3175 on average
    figures = of(alone(1), [game(alone(1), 0)])
    intervals = {name: Interval(mean, 0, 1) for name, mean in often.items()}
    assert replace(figures, missions=intervals).hardly_completed == ["M3"]
    assert replace(figures, codes=intervals).hardly_broken == ["M3"]


def test_what_never_happened_has_a_bound_that_says_how_sure_that_is() -> None:
    plan = alone(100)
    figures = of(plan, [game(plan, block) for block in range(100)])
    assert figures.missions["M1"].mean == 0
    assert 0.02 < figures.missions["M1"].high < 0.05


def test_lengths_and_ends_are_of_games() -> None:
    plan = alone(4)
    figures = of(plan, [game(plan, n, rounds=rounds) for n, rounds in enumerate((8, 10, 12, 60))])
    assert figures.lengths == {
        "rounds": mean_interval([8, 10, 12, 60]),
        "decisions": mean_interval([16, 20, 24, 120]),
    }
    assert figures.rounds.middle == 11
    assert figures.sixth_mission.mean == 0.75


# What a piece of evidence is.


def test_the_games_of_a_deal_are_one_piece_of_evidence() -> None:
    plan = plan_of("random", "greedy", blocks=2)
    games = [
        game(plan, 0, 0, winners=(0,)),
        game(plan, 0, 1, winners=(1,)),
        game(plan, 1, 0, winners=(0,)),
        game(plan, 1, 1, winners=(0,)),
    ]
    figures = of(plan, games)
    assert (figures.deals, figures.games) == (2, 4)
    assert figures.characters[CRYPTOGRAPHER] == share_interval([0.5, 1])


def test_ledgers_with_the_same_deals_are_no_more_evidence_than_one() -> None:
    first, same, other = alone(3), alone(3, bot="greedy"), alone(3, seed=2)
    winners = ((0,), (1,), (0,))

    def games(plan: Plan) -> list[Attempt]:
        return [game(plan, block, winners=winners[block]) for block in range(3)]

    (twice,) = balance([(first, games(first)), (same, games(same))], CARDS)
    assert (twice.deals, twice.games, twice.bots) == (3, 6, ("greedy", "random"))
    assert twice.characters == of(first, games(first)).characters
    (more,) = balance([(first, games(first)), (other, games(other))], CARDS)
    assert (more.deals, more.games) == (6, 6)
    assert more.characters[CRYPTOGRAPHER].low > twice.characters[CRYPTOGRAPHER].low


def test_a_block_without_all_its_games_finished_is_left_out() -> None:
    plan = plan_of("random", "greedy", blocks=3)
    lost = failed(plan.block(1).games[0], 1, Failure.BOT_ERROR, 0, "no move")
    gone = failed(plan.block(0).games[0], 1, Failure.INFRASTRUCTURE, None, "the node is gone")
    attempts = [
        gone,
        replace(game(plan, 0, 0), number=2),
        game(plan, 0, 1),
        lost,
        game(plan, 1, 1),
        game(plan, 2, 0),
    ]
    figures = of(plan, attempts)
    assert (figures.deals, figures.games, figures.left_out) == (1, 2, 2)
    with pytest.raises(ValueError, match="no deal of 2 players"):
        balance([(plan, attempts[3:])], CARDS)


# Really played.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_parts_of_games_that_were_played_make_the_whole(players: int) -> None:
    """In every format the totals are those of the rules, by a second count."""
    plans = [
        plan_of("greedy:worlds=1", players=players, blocks=2, seed=5, form=Format.SELF_PLAY),
        plan_of("greedy:worlds=1", "random", players=players, blocks=1, seed=6),
    ]
    ledgers = [(plan, played(plan)) for plan in plans]
    for plan, attempts in ledgers:
        figures = of(plan, attempts)
        assert figures.games == len(attempts) == plan.games
        assert figures.deals == len(plan)
        assert sum(share.mean for share in figures.seats.values()) == pytest.approx(1)
        assert sum(share.mean for share in figures.points.values()) == pytest.approx(
            figures.scores["score"].mean
        )
        ends = [_replayed(attempt) for attempt in attempts]
        completed = sum(len(seat["completed_missions"]) for end in ends for seat in end)
        assert sum(share.mean for share in figures.missions.values()) == pytest.approx(
            completed / len(attempts)
        )
        for end in ends:
            for seat in end:
                for number in seat["completed_codes"]:
                    assert figures.codes[f"C{number}"].mean > 0
        assert 0 < figures.points["codes held"].mean / 2 <= figures.codes_broken
    (both,) = balance(ledgers, CARDS)
    assert both.games == sum(plan.games for plan in plans)


def test_each_number_of_players_has_a_table_of_its_own() -> None:
    plans = [
        plan_of("random", players=players, blocks=2, form=Format.SELF_PLAY) for players in (4, 2)
    ]
    tables = balance([(plan, played(plan)) for plan in plans], CARDS)
    assert [(table.players, table.games) for table in tables] == [(2, 2), (4, 2)]


def _replayed(attempt: Attempt) -> list[PlayerFields]:
    """Return the seats at the end of a game."""
    state = State.deal(compile(CARDS), len(attempt.fixture.seats), attempt.fixture.seed)
    for action in attempt.actions:
        state.play(action)
    return state.view(0).fields()["players"]
