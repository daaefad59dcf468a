"""Specs: a bot is what its spec says, and mistakes in one are reported."""

import re
from pathlib import Path

import pytest

from covert_bots import BotSpecError, describe, make
from covert_bots.covert.catalogue import CATALOGUE
from covert_bots.covert_action import catalogue as covert_action
from covert_bots.players.catalogue import BotDescription
from covert_bots.players.spec import Value
from covert_engine.covert import State, compile, house_set
from covert_engine.search import Limit

EASY = next(level.spec for level in CATALOGUE.levels if level.name == "easy")
KNOWN = (
    "one of random, greedy, person, flat, ismcts, greedy-1, flat-1, ismcts-1, textbook; or a "
    "level, one of "
    f"{', '.join(level.name for level in CATALOGUE.levels)}"
)


def test_a_spec_and_its_text_are_the_same() -> None:
    for spec in ("random", "greedy:worlds=3", "flat", "ismcts:iterations=2000,lanes=2"):
        assert str(make(spec)) == spec
        assert str(make(str(make(spec)))) == spec


def test_parameters_come_in_any_order_and_the_text_has_one() -> None:
    assert str(make("ismcts:lanes=2,iterations=9")) == str(make("ismcts:iterations=9,lanes=2"))


def test_a_number_may_begin_with_its_point() -> None:
    assert make("flat:seconds=.5").spec.values["seconds"] == 0.5
    with pytest.raises(BotSpecError):
        make("flat:seconds=.")


def test_every_default_is_a_value_that_can_be_written() -> None:
    for bot in describe():
        for parameter in bot.parameters:
            if parameter.default is not None:
                written = make(f"{bot.name}:{parameter.name}={str(parameter.default).lower()}")
                assert written.spec.values == make(bot.name).spec.values


def test_bounds_are_values_and_what_lies_beyond_is_not() -> None:
    for bot in describe():
        for parameter in bot.parameters:
            if parameter.type == "choice":
                continue
            spec = f"{bot.name}:{parameter.name}"
            for bound, beyond in ((parameter.low, -1), (parameter.high, 1)):
                assert bound is not None
                assert make(f"{spec}={bound}").spec.values[parameter.name] == bound
                with pytest.raises(BotSpecError, match=f"from {parameter.low} to {parameter.high}"):
                    make(f"{spec}={bound + beyond}")


@pytest.mark.parametrize(
    ("spec", "part", "expected"),
    [
        ("", "", KNOWN),
        ("ismct", "ismct", KNOWN),
        ("Greedy", "Greedy", KNOWN),
        ("random:worlds=2", "worlds", "no parameters"),
        ("greedy:depth=2", "depth", "one of worlds, evaluator, temperature"),
        ("greedy:", "greedy:", "name=value, or no colon"),
        ("greedy:worlds", "worlds", "worlds=..., a whole number from 1 to 4096"),
        ("greedy:worlds=", "worlds=", "a whole number from 1 to 4096"),
        ("greedy:worlds=2.5", "worlds=2.5", "a whole number from 1 to 4096"),
        ("greedy:worlds=1_0", "worlds=1_0", "a whole number from 1 to 4096"),
        ("greedy:worlds= 2", "worlds= 2", "a whole number from 1 to 4096"),
        ("greedy:worlds=2,worlds=3", "worlds=3", "each parameter once"),
        ("flat:seconds=nan", "seconds=nan", "a number from 0.001 to 3600.0"),
        ("flat:seconds=inf", "seconds=inf", "a number from 0.001 to 3600.0"),
        ("greedy:worlds=2,", "", "one of worlds, evaluator, temperature"),
        ("flat:policy=even", "policy=even", "hand-made or uniform"),
        (
            "easy:iterations=2",
            "easy:iterations=2",
            f"easy alone, or its spec, {EASY}, with what is to differ",
        ),
        ("flat:evaluator=", "evaluator=", "hand-made, learned or uniform"),
    ],
)
def test_a_mistake_names_the_part_and_what_was_expected(
    spec: str, part: str, expected: str
) -> None:
    with pytest.raises(BotSpecError) as caught:
        make(spec)
    assert caught.value.part == part
    assert caught.value.expected == expected
    assert repr(part) in str(caught.value)
    assert expected in str(caught.value)


def test_every_choice_is_a_bot_of_its_own() -> None:
    state = State.deal(compile(house_set()), 2, 3)
    while state.round < 2 or state.actor is None:  # there a seat has kept something
        state.play(make("greedy").choose(state.view(state.actor or 0), 1))
    view = state.view(state.actor)

    def values(spec: str) -> list[float]:
        return [move.value for move in make(spec).suggest(view, Limit(iterations=64)).moves]

    for bot in describe():
        for parameter in bot.parameters:
            if parameter.type == "choice":
                name, choices = parameter.name, parameter.choices
                answers = [values(f"{bot.name}:{name}={choice}") for choice in choices]
                usual = "learned" if name == "belief" else choices[0]  # of two players
                assert values(bot.name) == answers[choices.index(usual)]
                assert answers[1] != answers[0]
    assert set(values("flat:evaluator=uniform")) <= {0.0, 0.5}  # 0: not tried
    to_the_end = "ismcts:horizon=0,evaluator=uniform"
    assert values(f"{to_the_end},policy=uniform") == values(to_the_end)
    assert values(f"{to_the_end},policy=hand-made") != values(to_the_end)


def test_the_default_budget_holds_only_where_nobody_sets_one() -> None:
    assert make("ismcts").budget() == Limit(iterations=1000)
    assert make("ismcts:seconds=2").budget() == Limit(seconds=2.0)
    assert make("ismcts").budget(Limit(iterations=5000)) == Limit(iterations=5000)
    assert make("ismcts").budget(Limit(seconds=1.0)) == Limit(seconds=1.0)


def test_a_written_budget_and_the_callers_both_hold() -> None:
    bot = make("ismcts:iterations=2000,nodes=500")
    assert bot.budget() == Limit(iterations=2000, nodes=500)
    assert bot.budget(Limit(iterations=300)) == Limit(iterations=300, nodes=500)
    assert bot.budget(Limit(iterations=9000, nodes=100)) == Limit(iterations=2000, nodes=100)
    assert bot.budget(Limit(seconds=1.0)) == Limit(iterations=2000, seconds=1.0, nodes=500)
    slow = make("flat:seconds=3")
    assert slow.budget(Limit(iterations=10)) == Limit(iterations=10, seconds=3.0)
    assert slow.budget(Limit(seconds=1.0)) == Limit(seconds=1.0)


def test_cpu_time_is_a_budget_like_the_others() -> None:
    assert make("ismcts:cpu_seconds=0.2").budget() == Limit(cpu_seconds=0.2)
    assert make("flat:cpu_seconds=0.2").budget(Limit(iterations=9)) == Limit(9, cpu_seconds=0.2)
    assert make("flat").budget(Limit(cpu_seconds=1.0)) == Limit(cpu_seconds=1.0)


def test_bots_that_do_not_search_have_no_budget() -> None:
    assert make("random").budget(Limit(iterations=5)) is None
    assert make("greedy").budget() is None


@pytest.mark.parametrize(
    ("name", "bots"),
    [("bots.md", describe()), ("bots-covert-action.md", covert_action.describe())],
    ids=["Covert", "Covert Action"],
)
def test_the_page_of_bots_names_every_parameter(name: str, bots: list[BotDescription]) -> None:
    page = (Path(__file__).parents[2] / "docs" / name).read_text(encoding="utf-8")
    sections = [text for text in page.split("\n## ") if text.startswith("`")]
    assert [text.split("\n")[0] for text in sections] == [f"`{bot.name}`" for bot in bots]
    for bot, text in zip(bots, sections, strict=True):
        lines = [
            [cell.strip() for cell in row.strip("|").split("|")]
            for row in re.findall(r"^\|.*\|$", text, re.MULTILINE)[2:]
        ]
        assert f"\n{bot.description}\n" in text
        assert lines == [
            [
                f"`{parameter.name}`",
                *map(_shown, (parameter.default, parameter.low, parameter.high)),
                parameter.description,
            ]
            for parameter in bot.parameters
        ]


def _shown(value: Value | None) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return f"{value:.10g}"
