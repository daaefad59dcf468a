"""Laws that hold for every bot of Covert Action, and what its parameters do."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from covert_bots.covert_action.bots import Flat
from covert_bots.covert_action.catalogue import describe, make
from covert_bots.covert_action.game import CovertAction
from covert_bots.covert_action.story import settled
from covert_bots.players.bot import Bot
from covert_bots.players.match import play_game
from covert_bots.players.spec import BotSpecError
from covert_bots.players.suggestion import alike
from covert_engine.covert_action import Settings, State, View, format_action
from covert_engine.covert_action.evaluation._oracle import Oracle
from covert_engine.covert_action.evaluation.speech import STYLES
from covert_engine.search import SearchResult, StopReason

ROOT = Path(__file__).parents[3]
SNIPERS_DEAL = 5  # the seed of a deal of six in which Seat 1 holds the Sniper
SPECS = ("random", "greedy", "flat:iterations=40", "ismcts:iterations=40")


@pytest.fixture(scope="module", name="views")
def _views() -> list[View]:
    """Return views in which their own seat is to decide, of all kinds of decisions."""
    chance = random.Random(3)
    kept: dict[tuple[int, str], View] = {}
    for seed in range(60):
        players = (4, 6, 9, 14)[seed % 4]
        state = State.deal(Settings(players, saboteurs=players > 5, beats=2), seed)
        while not state.over and state.round == 1:
            seat = chance.choice(state.deciders)
            kept[players, state.phase] = state.view(seat)
            texts = state.legal_texts(seat=seat)
            quiet = texts[0] == "hold" and chance.random() < 0.97
            state.play("hold" if quiet else chance.choice(texts), seat=seat)
    assert {phase for _, phase in kept} == {"talk", "window", "deadline"}
    return list(kept.values())


@pytest.fixture(params=SPECS)
def bot(request: pytest.FixtureRequest) -> Bot:
    return make(request.param)


def test_the_same_question_has_the_same_answer(bot: Bot, views: list[View]) -> None:
    for view in views:
        assert bot.suggest(view, seed=7) == bot.suggest(view, seed=7)


def test_a_choice_is_the_first_move_of_the_suggestion(bot: Bot, views: list[View]) -> None:
    for view in views:
        suggestion = bot.suggest(view, seed=7)
        assert bot.choose(view, 7) == suggestion.moves[0].action
        assert {move.action for move in suggestion.moves} <= set(view.legal_actions())
        assert sum(move.prior for move in suggestion.moves) == pytest.approx(1)


def test_the_answer_depends_on_the_view_alone_not_on_the_truth(bot: Bot, views: list[View]) -> None:
    for view in views:
        answers = [bot.suggest(view.sample(key).view(view.seat), seed=7) for key in range(3)]
        assert answers == [bot.suggest(view, seed=7)] * 3


def test_a_choice_can_be_narrowed(bot: Bot, views: list[View]) -> None:
    for view in views:
        two = view.legal_actions()[-2:]
        assert {move.action for move in bot.suggest(view, seed=1, only=two).moves} == set(two)


@pytest.mark.parametrize("players", [4, 9])
def test_every_bot_plays_whole_games(bot: Bot, players: int) -> None:
    result = play_game(CovertAction({"beats": 1}), [bot] * players, seed=11)
    assert result.winners
    assert sum(result.share(seat) for seat in range(players)) == pytest.approx(1)
    assert sum(seat.decisions for seat in result.seats) == result.decisions


def talking(seed: int) -> View:
    """Return the view of somebody's first statement of a game."""
    state = State.deal(Settings(6), seed)
    assert state.actor is not None
    return state.view(state.actor)


@pytest.mark.parametrize("name", ["greedy", "flat", "ismcts"])
@pytest.mark.parametrize("style", STYLES)
def test_a_style_is_what_is_said(name: str, style: str) -> None:
    """Every bot makes the statements of `greedy` if its spec says so."""
    bot, model = make(f"{name}:style={style}"), make(f"greedy:style={style}")
    views = [talking(seed) for seed in range(12)]
    assert [bot.choose(view, 5) for view in views] == [model.choose(view, 5) for view in views]


def test_styles_differ() -> None:
    said = {
        style: tuple(make(f"greedy:style={style}").choose(talking(seed), 5) for seed in range(12))
        for style in STYLES
    }
    assert len(set(said.values())) == len(STYLES)
    assert {format_action(action) for action in said["mute"]} == {"pass"}


def heard(spec: str) -> str:
    """Return what a Red Sniper of six players does in its window after its enemies have spoken."""
    state = State.deal(Settings(6, beats=1), 0)
    for seed in range(1, 400):
        if state.hidden()["roles"][0] == "sniper":
            break
        state = State.deal(Settings(6, beats=1), seed)
    enemies = [
        seat
        for seat, player in enumerate(state.fields()["players"])
        if player["team"] != state.fields()["players"][0]["team"]
    ]
    while state.phase == "talk":
        assert state.actor is not None
        # what Agents of these bots say of themselves least, a Mole most; then the one left acts
        state.play("am bodyguard" if state.actor in enemies[1:] else "am sniper")
    return format_action(make(spec).choose(state.view(0), 1))


def second_statement(said: str, role: str) -> View:
    """Return the view of a seat with a role at its second statement, when all others are silent."""
    for seed in range(400):
        state = State.deal(Settings(6), seed)
        speaker = state.actor
        assert speaker is not None
        if state.hidden()["roles"][speaker] == role:
            break
    while state.actor != speaker or state.t == 1:
        silent = "hold" if state.phase == "window" else "pass"
        state.play(said if state.actor == speaker and state.phase == "talk" else silent)
    assert speaker is not None
    return state.view(speaker)


@pytest.mark.parametrize("spec", ["flat:iterations=100", "ismcts:iterations=100"])
@pytest.mark.parametrize("role", ["sniper", "cleaner", "mole", "bodyguard"])
def test_a_story_is_kept_unless_another_is_clearly_better(spec: str, role: str) -> None:
    for said in ("am cleaner", "am bodyguard", "am mole"):
        moves = make(spec).suggest(second_statement(said, role), seed=3).moves
        told = next(move for move in moves if format_action(move.action) == said)
        assert told is moves[0] or not alike(told, moves[0])


@pytest.mark.parametrize("spec", ["flat:iterations=100", "ismcts:iterations=100"])
def test_where_nothing_is_better_the_honest_tell_the_truth(spec: str) -> None:
    """A Bodyguard says so; a Sniper or a Mole says what one might say."""
    met: set[tuple[str, str]] = set()
    for seed in range(40):
        state = State.deal(Settings(6), seed)
        assert state.actor is not None
        moves = make(f"{spec},style=steady").suggest(state.view(state.actor), seed=3).moves
        role = state.hidden()["roles"][state.actor]
        quiet = {"pass", "am bodyguard", "am cleaner"}
        if role in ("bodyguard", "cleaner"):
            quiet = {"pass", f"am {role}"}
        first = format_action(moves[0].action)
        met.add((role, first))
        if first not in quiet:  # then it is clearly better than each of these that was tried
            rest = [move for move in moves if format_action(move.action) in quiet]
            assert not any(alike(move, moves[0]) for move in rest)
    assert {("bodyguard", "am bodyguard"), ("cleaner", "am cleaner")} < met
    assert not {("mole", "am mole"), ("sniper", "am sniper")} & met


def test_a_cover_is_what_nobody_of_the_team_has_claimed() -> None:
    for seed in range(400):
        state = State.deal(Settings(6), seed)
        teams = [player["team"] for player in state.fields()["players"]]
        speaker, later = state.actor, [(state.actor or 0) + step for step in range(1, 6)]
        mates = [seat % 6 for seat in later if teams[seat % 6] == teams[speaker or 0]]
        if state.hidden()["roles"][mates[0]] == "mole":
            break
    state.play("am bodyguard")
    while state.actor != mates[0]:
        state.play("pass")
    view = state.view(mates[0])
    result = make("ismcts:iterations=1").suggest(view, seed=1)
    values = [entry._replace(visits=9, value=0.1, standard_error=1.0) for entry in result.moves]
    search = SearchResult(
        values[0].action, tuple(values), (), 9, 9, 9, 9, StopReason.ITERATIONS, ()
    )
    assert format_action(settled(search, view, steady=True).action) == "am cleaner"


def test_the_deaf_do_not_hear() -> None:
    views = [talking(seed) for seed in range(40)]
    assert heard("greedy:belief=deaf") == "hold"
    deaf = make("flat:iterations=60,belief=deaf")
    assert [deaf.choose(view, 1) for view in views] != [
        make("flat:iterations=60").choose(view, 1) for view in views
    ]


def test_uniform_worlds_are_those_of_the_game() -> None:
    view = talking(1)
    bot = make("ismcts:iterations=60,belief=uniform")
    assert bot.settings.belief is None
    assert bot.suggest(view, seed=1) != make("ismcts:iterations=60").suggest(view, seed=1)


@pytest.mark.parametrize("bot", ["flat", "ismcts"])
def test_what_is_said_tells_a_uniform_belief_nothing(bot: str) -> None:
    """The priors of a Sniper's window are the same after any claims of its enemies."""
    priors = set()
    for claim in ("am sniper", "am mole", "pass"):
        state = State.deal(Settings(6, beats=1), SNIPERS_DEAL)
        assert state.hidden()["roles"][0] == "sniper"
        while state.phase == "talk":
            state.play(claim)
        moves = make(f"{bot}:iterations=60,belief=uniform").suggest(state.view(0), seed=1).moves
        priors.add(frozenset((move.action, move.prior) for move in moves))
    assert len(priors) == 1


def test_of_equal_targets_none_is_to_be_foreseen() -> None:
    """An ordered Sniper who knows nothing shoots at anybody, not always at the same seat."""
    shots = set()
    for seed in range(400):
        state = State.deal(Settings(6, talk=False, beats=1), seed)
        while state.phase == "window":
            state.play("hold")
        if state.phase == "deadline" and state.actor == 0:
            shots.add(format_action(make("greedy").choose(state.view(0), seed)))
    assert shots == {f"shoot {seat}" for seat in range(2, 7)}


def test_they_are_described() -> None:
    assert [bot.name for bot in describe()] == ["random", "greedy", "flat", "ismcts"]
    by_name = {bot.name: {part.name for part in bot.parameters} for bot in describe()}
    assert by_name["greedy"] == {"belief", "style"}
    assert {"belief", "style", "supposed", "iterations"} <= by_name["flat"] & by_name["ismcts"]
    with pytest.raises(BotSpecError, match="'loud' is not a value of style"):
        make("greedy:style=loud")
    with pytest.raises(BotSpecError, match="'uniform' is not a value of belief"):
        make("greedy:belief=uniform")


def test_the_page_of_bots_names_every_style() -> None:
    page = (ROOT / "docs" / "bots-covert-action.md").read_text(encoding="utf-8")
    table = page.partition("| style | ")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)) == set(STYLES)


def test_flat_is_bound_in_windows_alone() -> None:
    """Statements may be tried; a shot has to be clearly better than what `greedy` would do."""
    bot = make("flat:iterations=60,anchor=100")
    greedy = make("greedy")
    said = []
    for seed in range(6):
        state = State.deal(Settings(6, beats=1), seed)
        assert state.actor is not None
        said.append(bot.choose(state.view(state.actor), 1))
        while state.phase == "talk":
            state.play("pass")
        for seat in state.deciders:
            view = state.view(seat)
            assert bot.choose(view, 1) == greedy.choose(view, 1)
    assert said != [greedy.choose(talking(seed), 1) for seed in range(6)]


def test_an_oracle_knows_the_cards() -> None:
    """An oracle is for measurements only: worlds are as dealt, and a Sniper who knows its target
    shoots."""
    met = 0
    for seed in range(200):
        state = State.deal(Settings(6, talk=False, beats=1), seed)
        truth = state.hidden()
        view = state.view(0)
        oracle = Oracle(truth["roles"], truth["centre"])
        if 0 not in truth["act_as_sniper"] or truth["roles"][0] != "sniper":
            continue
        bot = make("flat:iterations=200,anchor=1")
        assert isinstance(bot, Flat)
        suggestion = bot.with_settings(belief=oracle).suggest(view, seed=1)
        assert suggestion.distinct_worlds == 1
        state.play(suggestion.moves[0].action, seat=0)
        for seat in state.deciders:
            state.play("hold", seat=seat)
        drew = [player["held"] for player in state.fields()["players"]]
        met += drew[0]
        if seed > 60:
            break
    assert met >= 4
    with pytest.raises(ValueError, match=r"roles: .*; expected at most 14 of sniper"):
        Oracle(["spy"], [])  # type: ignore[list-item]


def test_each_character_is_a_bot_with_a_sentence_and_a_line_in_the_docs() -> None:
    page = (ROOT / "docs" / "bots-covert-action.md").read_text(encoding="utf-8")
    levels = [level for bot in describe() for level in bot.levels]
    assert {level.name for level in levels} >= {"quiet", "honest", "thinker"}
    state = State.deal(Settings(6), SNIPERS_DEAL)
    view = state.view(state.deciders[0])
    for level in levels:
        assert f"| `{level.name}` | `{level.spec}` | {level.description} |" in page
        if not level.spec.startswith("ismcts"):
            named, meant = make(level.name), make(level.spec)
            assert named.suggest(view, seed=1).moves == meant.suggest(view, seed=1).moves
