"""The games of a tournament are a pure function of its settings."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from arena.tournaments import plan_of

from covert_bots.arena.entrants.enter import probe
from covert_bots.arena.entrants.entrant import EntrantError
from covert_bots.arena.entrants.names import split_names
from covert_bots.arena.errors import PlanError
from covert_bots.arena.plan import Format, MoveBudget, Plan, PlanSettings
from covert_bots.arena.plan_file import read_plan_file
from covert_bots.covert.game import Covert
from covert_engine.covert import house_set

BOTS = ("random", "greedy", "greedy:worlds=2", "greedy:worlds=3", "greedy:worlds=4")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_bot_of_a_block_sits_in_every_seat_once(players: int) -> None:
    for block in plan_of(*BOTS, players=players, blocks=2):
        for seat in range(players):
            bots = [game.seats[seat] for game in block.games]
            assert sorted(bots) == sorted(block.games[0].seats)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_block_is_one_deal_and_no_two_blocks_are(players: int) -> None:
    blocks = list(plan_of(*BOTS, players=players, blocks=20))
    assert all(len({game.seed for game in block.games}) == 1 for block in blocks)
    assert len({block.games[0].seed for block in blocks}) == len(blocks)


def test_no_two_seats_of_a_plan_draw_from_one_seed() -> None:
    games = [game for block in plan_of("random", "greedy", blocks=50) for game in block.games]
    seeds = [game.bot_seed(seat) for game in games for seat in range(2)]
    assert len(set(seeds)) == len(seeds)
    assert not set(seeds) & {game.seed for game in games}


def test_a_round_robin_has_every_table_equally_often() -> None:
    plan = plan_of(*BOTS, players=3, blocks=4)
    tables = Counter(frozenset(block.games[0].seats) for block in plan)
    assert len(tables) == 10
    assert set(tables.values()) == {4}


def test_tables_take_turns() -> None:
    plan = plan_of(*BOTS, players=2, blocks=3)
    first = {plan.block(number).table for number in range(len(plan) // 3)}
    assert len(first) == 10


def test_with_fewer_bots_than_seats_one_meets_copies_of_another() -> None:
    tables = {tuple(sorted(block.games[0].seats)) for block in plan_of(*BOTS[:2], players=4)}
    assert tables == {(0, 1, 1, 1), (0, 0, 0, 1)}


def test_in_a_gauntlet_the_first_meets_each_other_alone() -> None:
    plan = plan_of(*BOTS, players=3, blocks=1, form=Format.GAUNTLET)
    tables = [tuple(sorted(block.games[0].seats)) for block in plan]
    assert tables == [(0, 1, 1), (0, 2, 2), (0, 3, 3), (0, 4, 4)]


@pytest.mark.parametrize("players", [2, 4])
def test_in_self_play_one_bot_has_all_seats_of_a_deal_that_is_played_once(players: int) -> None:
    plan = plan_of("greedy", players=players, blocks=3, form=Format.SELF_PLAY)
    assert [len(block.games) for block in plan] == [1, 1, 1]
    assert plan.games == 3
    assert {game.seats for block in plan for game in block.games} == {(0,) * players}
    assert len({game.seed for block in plan for game in block.games}) == 3


@pytest.mark.parametrize("players", [3, 4])
def test_neighbours_change_from_deal_to_deal(players: int) -> None:
    plan = plan_of(*BOTS[:players], players=players, blocks=60)
    after_first = Counter(
        game.seats[(game.seats.index(0) + 1) % players]
        for block in plan
        for game in block.games[:1]
    )
    assert set(after_first) == set(range(1, players))
    assert min(after_first.values()) > 60 / players / 3


def test_a_longer_plan_begins_with_the_shorter_and_has_its_key() -> None:
    short, long = plan_of(*BOTS[:3], blocks=2), plan_of(*BOTS[:3], blocks=5)
    assert list(short) == list(long)[: len(short)]
    assert short.key == long.key


def test_every_other_setting_is_in_the_key() -> None:
    plan = PlanSettings(("random", "greedy"), card_set="0" * 64)
    others = [
        PlanSettings(("random", "greedy:worlds=2"), card_set="0" * 64),
        PlanSettings(("greedy", "random"), card_set="0" * 64),
        PlanSettings(("random", "greedy"), players=3, card_set="0" * 64),
        PlanSettings(("random", "greedy"), seed=2, card_set="0" * 64),
        PlanSettings(("random", "greedy"), card_set="1" * 64),
        PlanSettings(("random", "greedy"), format=Format.GAUNTLET, card_set="0" * 64),
        PlanSettings(("random", "greedy"), card_set="0" * 64, budget=MoveBudget(move_seconds=5)),
        PlanSettings(("random", "greedy"), card_set="0" * 64, setup={"first_player": 0}),
        PlanSettings(("random", "greedy"), card_set="0" * 64, setup={"first_player": 1}),
    ]
    keys = {Plan(settings).key for settings in [plan, *others]}
    assert len(keys) == len(others) + 1


def test_seconds_that_are_a_whole_number_are_no_other_plan() -> None:
    whole, other = (
        PlanSettings(("random", "greedy"), budget=MoveBudget(move_seconds=seconds))
        for seconds in (30, 30.0)
    )
    assert Plan(whole).key == Plan(other).key


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"bots": ("random",)}, "bots: 1 "),
        ({"bots": ("random", "random")}, "bots: 'random' is named twice"),
        ({"bots": ("random", "grpc://nowhere")}, "bots: 'grpc://nowhere'"),
        ({"bots": ("random", "grpc://nowhere/greedy")}, "bots: .*; expected grpc://host:port/bot"),
        ({"bots": ("random", "grpc://nowhere:/greedy")}, "bots: .*; expected grpc://host:port/bot"),
        ({"bots": ("random", "grpc://here:a/greedy")}, "bots: .*; expected grpc://host:port/bot"),
        ({"bots": ("random", "grpc://a:65536/greedy")}, "bots: .*; expected grpc://host:port/bot"),
        ({"bots": ("random", "grpc://::1/greedy")}, "bots: .*; expected grpc://host:port/bot"),
        ({"bots": ("random", "")}, "bots: ''"),
        ({"bots": ("random", "greedy"), "players": 1}, "players: 1"),
        ({"bots": ("random", "greedy"), "blocks": 0}, "blocks: 0"),
        ({"bots": ("random", "greedy"), "blocks": 10**20}, "blocks: 10{20}; expected 1 to 10{9}$"),
        ({"bots": ("random", "greedy"), "seed": -1}, "seed: -1"),
        ({"bots": ("random", "greedy"), "budget": MoveBudget(move_seconds=0)}, "move_seconds: 0"),
        ({"bots": BOTS[:3], "format": Format.SPRT}, "bots: 3 for sprt; expected 2"),
        ({"bots": BOTS[:2], "format": Format.SELF_PLAY}, "bots: 2 for self-play; expected 1"),
        ({"bots": (), "format": Format.SELF_PLAY}, "bots: 0 for self-play; expected 1"),
    ],
)
def test_settings_that_make_no_tournament_are_named(
    settings: dict[str, object], field: str
) -> None:
    with pytest.raises(PlanError, match=f"^{field}"):
        PlanSettings(**settings)  # type: ignore[arg-type]


def test_a_table_has_the_seats_of_its_game() -> None:
    settings = PlanSettings(("random", "greedy"), players=5)
    with pytest.raises(PlanError, match=r"^players: 5; expected 2, 3 or 4$"):
        settings.check_entrants(Covert())


def test_a_plan_has_the_setup_of_its_game() -> None:
    settings = PlanSettings(("random", "greedy"), setup={"distinct_agents": False})
    settings.check_entrants(Covert.with_setup(house_set(), settings.setup, 2))
    with pytest.raises(
        PlanError,
        match=r"^setup: distinct_agents off; expected that of the game, nothing chosen$",
    ):
        settings.check_entrants(Covert())


def test_the_deals_do_not_depend_on_the_setup() -> None:
    """A setup changes what it sets, and nothing else."""
    assert list(plan_of(*BOTS[:2], setup={"first_player": 1})) == list(plan_of(*BOTS[:2]))


@pytest.mark.parametrize(
    "bot", ["nobody", "greedy:world=2", "no_such_module:make", "no_such_package.module:make"]
)
def test_bots_that_are_not_here_make_good_settings_and_no_run(bot: str) -> None:
    """A ledger may be read where its bots no longer exist."""
    settings = PlanSettings(("random", bot))
    with pytest.raises(PlanError, match=f"^bots: .*{bot.split(':')[0].split('.')[0]}"):
        settings.check_entrants(Covert())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("raise RuntimeError('no licence')", "RuntimeError: no licence"),
        ("def", "SyntaxError: invalid syntax"),
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_a_bot_of_a_package_that_cannot_be_imported_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    """It is imported in a process of its own, and nowhere else."""
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "__init__.py").write_text(text)
    (tmp_path / "broken" / "bot.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    plan_of("random", "broken.bot:make").settings.check_entrants(Covert())
    with pytest.raises(EntrantError, match=f"^'broken.bot:make': .*{message}; expected a module"):
        probe("broken.bot:make", Covert().deal(2, 1).view(0), Covert())


@pytest.mark.parametrize("address", ["localhost:1", "127.0.0.1:50051", "[::1]:50051"])
def test_a_bot_of_a_server_has_the_address_of_one(address: str) -> None:
    assert plan_of("random", f"grpc://{address}/ismcts:iterations=5").settings


def test_names_are_split_at_commas_and_parameters_stay() -> None:
    assert split_names(
        "ismcts:iterations=20,lanes=2,greedy, my.bots:make,grpc://a:1/flat:x=1,y=2"
    ) == (
        "ismcts:iterations=20,lanes=2",
        "greedy",
        "my.bots:make",
        "grpc://a:1/flat:x=1,y=2",
    )


def test_a_plan_file_sets_what_settings_are_called(tmp_path: Path) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(
        'bots = ["greedy", "random"]\nblocks = 7\n[budget]\nmove_seconds = 3\n'
        '[setup]\nwhatever_it_has = ["The Fence", 2]\n'
    )
    assert read_plan_file(file) == {
        "bots": ("greedy", "random"),
        "blocks": 7,
        "budget.move_seconds": 3,
        "setup.whatever_it_has": ["The Fence", 2],
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("blocks = 'many'", "blocks: 'many'; expected a whole number"),
        ("seeds = 1", r"plan\.toml:1: seeds: not known; did you mean 'seed'\?$"),
        ("bots = []\nx = 1", r"plan\.toml:2: x: not known; expected one of bots, .*, setup\.NAME$"),
        ("setup = 1", "setup: not known"),
        ("move_seconds = 1", "not known; did you mean 'budget.move_seconds'"),
        ("[sprt]\nseed = 1", r"plan\.toml:2: sprt\.seed: not known; did you mean 'seed'\?$"),
        (f"seed = 1\nbots = [0x1{'0' * 5000}]", "2: bots: a number with thousands of digits, or "),
        ("bots = [1]", r"bots: \[1\]"),
        ("format = 'swiss'", "format: 'swiss'; expected one of round-robin, balanced, gauntlet"),
        ("players = true", "players: true"),
        *(
            (
                f"[budget]\nmove_seconds = {seconds}",
                rf"plan\.toml:2: budget\.move_seconds: {seconds}; expected 0\.1 to 31536000$",
            )
            for seconds in ("0", "0.09", "31536001", "inf", "nan")
        ),
        ("=", r"plan\.toml:1: not TOML: .* at column 1; expected a name and ="),
    ],
)
def test_what_is_wrong_in_a_plan_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "plan.toml"
    file.write_text(text)
    with pytest.raises(PlanError, match=message):
        read_plan_file(file)


@pytest.mark.parametrize(
    ("bot", "repeatable"),
    [
        ("ismcts:iterations=5", True),
        ("ismcts:seconds=0.1", False),
        ("grpc://localhost:1/ismcts:iterations=5", False),
        ("badly_behaved:calm", False),
    ],
)
def test_what_the_catalogue_plays_by_iterations_comes_out_again(bot: str, repeatable: bool) -> None:
    assert plan_of("greedy", bot).settings.repeatable is repeatable
