"""The evaluator that reasons: its targets, and the statements of its styles."""

from __future__ import annotations

import random
from typing import Any

import pytest

from covert_action.engine.tables import hold, positions, shoot, table
from covert_engine.covert_action import Belief, Plain, Reasoned, State
from covert_engine.covert_action.evaluation.behaviour import LIKELIHOODS
from covert_engine.covert_action.evaluation.speech import SILENCE, SLIPS, STYLES, StyleName
from covert_engine.search import Limit, SearchParams, flat

TALKING: dict[str, Any] = {"talk": True, "beats": 1}


def shares(state: State, evaluator: Reasoned) -> dict[str, float]:
    return dict(zip(state.legal_texts(), evaluator.priors(state), strict=True))


def likeliest(state: State, evaluator: Reasoned) -> str:
    found = shares(state, evaluator)
    return max(found, key=found.__getitem__)


@pytest.mark.parametrize("style", STYLES)
def test_it_reads_the_actors_card_alone(style: StyleName) -> None:
    """In any world that agrees with the actor's view the policy is the same."""
    evaluator = Reasoned(style=style)
    met = 0
    for state, chance in positions(25, seed=8, share=0.1):
        if state.over or state.actor is None:
            continue
        view = state.view(state.actor)
        world = view.sample(chance.randrange(1 << 64))
        assert evaluator.priors(world) == evaluator.priors(state)
        met += 1
    assert met > 60


def test_weights_are_shares_of_all_legal_actions() -> None:
    for state, _ in positions(20, seed=9, share=0.1):
        if not state.over:
            priors = Reasoned().priors(state)
            assert sum(priors) == pytest.approx(1)
            assert min(priors) > 0


def test_without_a_likely_target_a_sniper_holds() -> None:
    state = table("S C B | M", "C B M | S")
    assert max(Belief().beliefs(state.view(0)).good) == pytest.approx(1 / 3)
    assert likeliest(state, Reasoned()) == "hold"
    assert likeliest(state, Reasoned(shoots_above=0.2)).startswith("shoot")


def test_a_sniper_shoots_whom_all_know() -> None:
    """All know, as in E7, that 3 is the Red Sniper; the Blue Sniper is 4, and fires."""
    state = table("X C S | M", "S C M | X", saboteurs=True)
    shoot(state, 1, 2)
    while state.actor != 3:
        state.play("hold")
    assert shares(state, Reasoned())["shoot 3"] > 0.99


def test_a_seat_that_does_not_act_as_sniper_holds() -> None:
    """It holds however low the bound: a Bodyguard's shot fails."""
    state = table("B C S | M", "S B M | C")
    while state.actor != 4:
        state.play("hold")
    assert state.hidden()["roles"][4] == "bodyguard"
    assert shares(state, Reasoned(shoots_above=0.0))["hold"] > 0.99


def test_the_ordered_seat_takes_the_likeliest() -> None:
    """Blue 4 said that it is a Mole, which makes the other two likelier to act as Sniper."""
    state = table("S C B | M", "S C M | B", talk=True, beats=1, opener=3, seed=5)
    state.play("am mole")
    while state.phase == "talk":
        state.play("pass")
    hold(state)
    assert state.phase == "deadline"
    if state.actor != 0:
        pytest.fail("with this seed the Red Sniper is ordered")
    good = Belief().beliefs(state.view(0)).good
    best = max(range(6), key=good.__getitem__)
    assert likeliest(state, Reasoned()) == f"shoot {best + 1}"
    assert best + 1 in (5, 6)


def test_its_value_is_that_of_the_plain_evaluator() -> None:
    for state, _ in positions(10, seed=10, share=0.05):
        assert Reasoned().value(state) == Plain().value(state)


@pytest.mark.parametrize("place", range(3))
def test_open_names_the_card(place: int) -> None:
    state = table("S C M | B", "S C B | M", **TALKING, opener=place)
    found = shares(state, Reasoned(style="open"))
    if place == 2:  # a Mole names an Agent's
        named = [found[f"am {role}"] for role in ("sniper", "cleaner", "bodyguard")]
        assert named == [pytest.approx(named[0])] * 3
        assert sum(named) == pytest.approx((1 - SLIPS) * (1 - SILENCE), rel=0.01)
    else:
        role = state.hidden()["roles"][place]
        assert found[f"am {role}"] == pytest.approx((1 - SLIPS) * (1 - SILENCE), rel=0.01)


def test_a_mute_seat_passes() -> None:
    state = table("S C M | B", "S C B | M", **TALKING)
    assert shares(state, Reasoned(style="mute"))["pass"] > 0.99


@pytest.mark.parametrize(
    ("place", "text"), [(0, "am bodyguard"), (1, "am sniper"), (2, "am mole"), (5, "am sniper")]
)
def test_bluffing_is_a_code(place: int, text: str) -> None:
    state = table("S C M | B", "S C B | M", **TALKING, opener=place)
    assert likeliest(state, Reasoned(style="bluffing")) == text


def test_a_pose_serves_the_role() -> None:
    """If a table takes words as they are, a Sniper hides, a Bodyguard draws the enemy's shot, and a
    Mole is neither."""
    evaluator = Reasoned(style="posing")
    for place, text in ((0, "am bodyguard"), (5, "am sniper"), (2, "am bodyguard")):
        state = table("S C M | B", "S C B | M", **TALKING, opener=place)
        assert likeliest(state, evaluator) == text
    sniper = shares(table("S C M | B", "S C B | M", **TALKING), evaluator)
    assert sniper["am sniper"] < 0.01


def test_a_table_that_sees_through_poses_hears_other_ones() -> None:
    """A Bodyguard does not say Sniper if that would be taken for the words of a Bodyguard."""
    state = table("S C M | B", "S C B | M", **TALKING, opener=5)
    assert likeliest(state, Reasoned(style="countering")) == "am mole"


def test_mixed_is_a_mixture() -> None:
    """An Agent plays the mixture of the three levels; a Mole also speaks as an Agent would."""
    state = table("S C M | B", "S C B | M", **TALKING)
    parts = [shares(state, Reasoned(style=style)) for style in ("open", "posing", "countering")]
    mixed = shares(state, Reasoned(style="mixed"))
    for role in ("sniper", "cleaner", "mole", "bodyguard"):
        text = f"am {role}"
        expected = sum(
            share * part[text] for share, part in zip((0.2, 0.5, 0.3), parts, strict=True)
        )
        assert mixed[text] == pytest.approx(expected, rel=0.02)


def test_pointing_names_whom_it_takes_for_the_enemys_sniper() -> None:
    state = table("S C B | M", "S C M | B", **TALKING, opener=3)
    state.play("am mole")
    while state.actor != 0:
        state.play("pass")
    assert likeliest(state, Reasoned(style="pointing")) in ("is 5 sniper", "is 6 sniper")
    state = table("M C B | S", "S C M | B", **TALKING, opener=3)
    state.play("am mole")
    while state.actor != 0:
        state.play("pass")
    assert likeliest(state, Reasoned(style="pointing")) == "is 4 sniper"  # a Mole misleads


def test_what_the_table_believes_already_counts() -> None:
    """A Sniper whom the table has heard claim to be one speaks otherwise than at first."""
    belief = Belief({**LIKELIHOODS, "am sniper": (4.0, 1.0, 1.0, 1.0, 1.0)})
    evaluator = Reasoned(belief, style="posing")
    state = table("S C M | B", "S C B | M", talk=True, beats=2)
    before = shares(state, evaluator)
    state.play("am sniper")
    while state.actor != 0 or state.t == 1:
        state.play("hold" if state.phase == "window" else "pass")
    after = shares(state, evaluator)
    assert max(abs(before[text] - after[text]) for text in before) > 0.05


def to_second_beat(state: State, said: str, speaker: int = 0) -> State:
    """Play to a seat's second statement; it has said this, the others nothing."""
    while state.actor != speaker or state.t == 1:
        if state.phase == "window":
            state.play("hold")
        else:
            state.play(said if state.actor == speaker else "pass")
    return state


@pytest.mark.parametrize("style", ["open", "posing", "countering", "mixed", "bluffing"])
@pytest.mark.parametrize("role", ["sniper", "cleaner", "mole", "bodyguard"])
def test_a_style_keeps_to_its_story(style: StyleName, role: str) -> None:
    """What a seat would claim at first, it claims again; a fixed code keeps to its slips too."""
    for cards in ("S C M | B", "C B M | S", "B S M | C", "M S C | B"):
        state = table(cards, "S C B | M", talk=True, beats=2)
        first = shares(state, Reasoned(style=style))
        usual = first[f"am {role}"] > 0.3 or style in ("open", "bluffing")
        to_second_beat(state, f"am {role}")
        if usual:
            again = shares(state, Reasoned(style=style))
            assert again[f"am {role}"] == pytest.approx(1 - SILENCE, rel=0.01), cards


def test_a_story_is_left_for_a_gain() -> None:
    """A Sniper that has said so would rather be taken for anything else, by more than STORY_GAIN;
    by the table's present belief a Bodyguard would not."""
    belief = Belief({**LIKELIHOODS, "am sniper": (4.0, 1.0, 1.0, 1.0, 1.0)})
    evaluator = Reasoned(belief, style="posing")
    sniper = to_second_beat(table("S C M | B", "S C B | M", talk=True, beats=2), "am sniper")
    assert shares(sniper, evaluator)["am sniper"] < 0.01
    guard = to_second_beat(table("B C M | S", "S C B | M", talk=True, beats=2), "am sniper")
    assert shares(guard, evaluator)["am sniper"] == pytest.approx(1 - SILENCE, rel=0.01)


def test_nobody_claims_what_the_table_knows_to_be_false() -> None:
    """The Red Saboteur is out: nobody else of its team is the Saboteur."""
    state = table("X C S | M", "S C M | X", saboteurs=True, talk=True, beats=1)
    while state.phase == "talk":
        state.play("pass")
    shoot(state, 1, 2)
    while state.actor != 2:
        state.play("pass")
    for style in STYLES:
        assert shares(state, Reasoned(style=style)).get("am saboteur", 0.0) < 0.01


def test_who_is_named_stays_named() -> None:
    """Blue 5 and 6 are equally likely; the one that was named is named again."""
    for named in ("is 5 sniper", "is 6 sniper"):
        state = table("S C B | M", "S C M | B", talk=True, beats=2)
        to_second_beat(state, named)
        assert likeliest(state, Reasoned(style="pointing")) == named


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(ValueError, match="style: 'loud'; expected mute, open"):
        Reasoned(style="loud")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"shoots_above: 1\.5; expected 0 to 1"):
        Reasoned(shoots_above=1.5)
    with pytest.raises(ValueError, match=r"sharpness: -1; expected 0 up to 1e9"):
        Reasoned(sharpness=-1)
    assert Reasoned(style="open").style == "open"


def test_estimates_are_types_and_chances() -> None:
    """An answer shows the types that seats hold, and their chances to win."""
    hands = [[1, 1, 1, 0], [0] * 4, [1, 1, 0, 0], [2, 0, 0, 0], [0] * 4, [0] * 4]
    state = table("S C M | B", "S C B | M", hands=hands, round=9)
    params = SearchParams(evaluator=Reasoned(), estimates=True)
    result = flat(state.view(0), Limit(iterations=60), random.Random(1).randrange(1 << 64), params)
    best = result.best
    assert len(best.expected_score) == len(best.win_probability) == 6
    assert best.expected_score[0] >= 3
    assert sum(best.win_probability) == pytest.approx(1, abs=1e-4)
