"""Positions as people write them: what is written is read back, and what is wrong is said."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from bots.photographs import PHOTOGRAPHS, THREE, Photograph
from google.protobuf import json_format
from views.games import collection, house

from covert_bots.covert.catalogue import make
from covert_bots.covert.position.mistakes import MOST
from covert_bots.covert.position.read import Position, PositionError, read_position
from covert_bots.covert.position.template import template
from covert_bots.covert.position.write import position_text
from covert_bots.covert.wire import view_from_message
from covert_engine.covert import View, house_set
from covertbots.v1 import view_pb2

POSITION = """\
now: round 3, placing, North
started: North
tiles: 544211 / 536326
face up: rad Cop, esc Bon, bin Pra, rec Sto, bin Kie, rec Bel
missions up: 7 rad bin pur any /esc, 9 rad pas esc Cop /blu, 6 rad tra lis /pis
code decks: lis, bin
North: character Fence; agents Ven Ber Par; cubes War Bel; took S; dice 11234
  cards -; missions 10 rec tra pur yel any, 12 lis esc Mad Rom any, 12 rad bin lis Lon Cop
  codes 635, 3614; tokens -1; done 8 tra War pur any /red; broken 324 bin
East: character Analyst; agents Bon Vie Ams; cubes Ams Bon Ven Cop War Pra; took N; dice 23446
  cards 2, tra Len; missions 2; codes 2, pas; tokens 2; done 13 rec tra esc Pra gre any
South: character Courier; agents Cop Len Bel; cubes Rom Sto Bel Len Mos; took N; dice 12335
  cards 4, pas Par, rec War, esc Sof, bin Ath; missions 3; codes 2, pas; tokens 3; broken 563 pis
discards: rec Bon, rad Rom, pas Hel, esc Ber, tra Pra, lis Bel, rec Kie
mission discards: 5 Mad any any /gre, 7 lis gre yel any /bin, 8 pas Ams any any /rec
"""
"""The position of examples/views/place.json."""


def read(text: str) -> Position:
    return read_position(text, house_set())


def mistakes(text: str) -> list[str]:
    """Return the mistakes of a text, each after its line."""
    with pytest.raises(PositionError) as raised:
        read(text)
    error = raised.value
    return [f"{line}: {text}" for line, text in zip(error.lines, error.problems, strict=True)]


def changed(old: str, new: str) -> str:
    assert POSITION.count(old) == 1
    return POSITION.replace(old, new)


# The law.


def without_memory(view: View) -> View:
    """Return a view without all that a position leaves out: who knows which card, lots, places in
    decks, and counts that only chance depends on."""
    fields: Any = view.fields()
    own = view.seat
    counts = {"agency_cards": "agency_card", "missions": "mission", "codes": "code"}
    for seat, player in enumerate(fields["players"]):
        for hand, card in counts.items():
            player[f"{card}_count"] = len(player[hand])
            places = player[hand]
            if seat != own:
                places = [place for place in places if place["card"] or place.get("equipment")]
            player[hand] = [_forgetful(place, shown=seat != own) for place in places]
        player["token_draws"] = 0
        by_token = "reroll" in fields and not fields["reroll"]["by_character"]
        naming = by_token and fields["on_turn"] == seat
        player["reroll_count"] = int(not player["reroll_token"] and not naming)
    for deck in ("agency_deck", "mission_deck"):
        size = len(fields[deck]["places"])
        fields[deck] = {"size": size, "discards": fields[deck]["discards"]}
    if "search" in fields:
        fields["search"]["cards"] = list(map(_forgetful, fields["search"]["cards"]))
    fields["code_shuffles"] = 0
    return View.from_fields(view.cards, fields)


def _forgetful(place: dict[str, Any], *, shown: bool = True) -> dict[str, Any]:
    kept = ("card", "equipment", "equipment_public") if shown else ("card", "equipment")
    return {name: value for name, value in place.items() if name in kept}


TENTHS = range(10)


@cache
def looked_at() -> list[View]:
    """Return views of games of 2, 3 and 4 players, at every kind of decision, with three card
    sets."""
    views = collection()
    kinds = {(view.players, view.decision): view for view in views}
    return [*random.Random(55).sample(views, 120), *kinds.values()]


@pytest.mark.parametrize("tenth", TENTHS)
def test_what_is_written_is_read_back(tenth: int) -> None:
    for view in looked_at()[tenth :: len(TENTHS)]:
        text = position_text(view)
        position = read_position(text, view.cards.source)
        assert position.view == without_memory(view), text
        assert position.assumed == ()
        assert position_text(position.view) == text


def test_the_views_have_every_decision() -> None:
    assert {view.players for view in looked_at()} == {2, 3, 4}
    decisions = {view.decision for view in collection()}
    assert {view.decision for view in looked_at()} == decisions


def test_short_names_and_any_order_say_the_same() -> None:
    first = read(POSITION)
    assert first.assumed == ()
    again = read(position_text(first.view))
    assert again.view == first.view
    lines = POSITION.replace("\n  ", "; ").splitlines()
    assert read("\n".join(reversed(lines))).view == first.view


@pytest.mark.parametrize("form", ["\r\n", "\r", "\n\n", " # comment\n", "\t\n"])
def test_other_line_ends_are_read(form: str) -> None:
    assert read(POSITION.replace("\n", form)).view == read(POSITION).view


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("dice 11234", "DICE: 1 1 2 3 4"),
        ("tokens -1", "tokens \N{MINUS SIGN}1"),
        ("done 8 tra War pur any /red", "done M18"),
        ("635, 3614", "635 radio, C33"),
        ("lis, bin", "16 listening devices, 16 BINOCULARS"),
        ("North: character", "n: character"),
        (
            "rad Cop, esc Bon, bin Pra, rec Sto, bin Kie, rec Bel",
            "red rec Bel, purple rad Cop, green esc Bon, blue bin Pra, yellow rec Sto, "
            "orange bin Kie",
        ),
        ("12 lis esc Mad Rom any", "the ambass"),
        ("10 rec tra pur yel any", "10 rec tra pur ..."),
        ("10 rec tra pur yel any", "10 rec tra pur region Yellow Region any"),
        ("12 lis esc Mad Rom any", "12 lis esc Mad Rom any 1"),
        ("started: North", "started: North\norder: none"),
        ("cards -", "cards none"),
        ("lis, bin", "lis 16, bin 16"),
    ],
)
def test_the_same_in_other_words(old: str, new: str) -> None:
    assert read(changed(old, new)).view == read(POSITION).view


# What is not told.


def test_what_is_left_out_is_unknown() -> None:
    position = read(changed("cards 4, pas Par, rec War, esc Sof, bin Ath", "cards 4"))
    hand = position.view.fields()["players"][2]["agency_cards"]
    assert [place["card"] for place in hand] == [0, 0, 0, 0]
    assert position.assumed == ()


def test_discards_left_out_are_in_the_deck() -> None:
    text = POSITION.partition("discards:")[0]
    position = read(text)
    fields = position.view.fields()
    assert fields["agency_deck"]["discards"] == fields["mission_deck"]["discards"] == []
    (sentence,) = position.assumed
    assert sentence.startswith("Left out (`discards` and `mission discards`)")
    assert read(text + "discards: -\nmission discards: -").assumed == ()


def test_cards_that_the_set_lacks_are_made_up() -> None:
    text = changed("12 lis esc Mad Rom any", "12 listen esc Mad Kie any /red")
    position = read(text.replace("cards -;", "cards rad Ber;"))
    player = position.view.fields()["players"][0]
    card = position.card_set.agency[player["agency_cards"][0]["card"] - 1]
    assert (card.equipment, card.city) == ("radio", "Berlin")
    missions = [position.card_set.missions[place["card"] - 1] for place in player["missions"]]
    assert any(mission.cities == ("Madrid", "Kiev") for mission in missions)
    assert [sentence.partition(":")[0] for sentence in position.assumed] == [
        "North, cards",
        "North, missions",
    ]
    base = house_set()
    for section in ("agency", "missions"):
        cards = getattr(position.card_set, section)
        assert sum(a != b for a, b in zip(cards, getattr(base, section), strict=True)) == 1
    assert position.card_set.codes == base.codes


def test_a_card_told_in_part_is_one_that_lies_nowhere_else() -> None:
    position = read(changed("broken 563 pis", "broken pis"))
    (sentence,) = position.assumed
    assert sentence == "Numbers of broken codes not told: chosen for you (1)."
    assert position.view.fields()["players"][2]["completed_codes"] == [11]


def test_the_numbers_of_broken_codes_are_chosen_but_not_those_of_a_hand() -> None:
    text = changed("broken 563 pis", "broken pis, rad").replace("635, 3614", "rad, 3614")
    said = read(text).assumed
    assert said[-1] == "Numbers of broken codes not told: chosen for you (2)."
    assert [sentence.partition(" is taken for ")[0] for sentence in said[:-1]] == [
        "North, codes: 'rad'"
    ]


def test_codes_of_others_left_out_are_told_of() -> None:
    text = changed("missions 2; codes 2, pas; ", "missions 2; ")
    expected = "Left out (`codes` of {}): assumed to be 2 each, of any equipment."
    assert read(text).assumed == (expected.format("East"),)
    text = text.replace("missions 3; codes 2, pas", "missions 3; codes")
    position = read(text)
    assert position.assumed == (expected.format("East and South"),)
    players = position.view.fields()["players"]
    assert [len(player["codes"]) for player in players[1:]] == [2, 2]


def test_a_character_left_out_has_no_ability() -> None:
    position = read(changed("character Courier; ", ""))
    number = position.view.fields()["players"][2]["character"]
    assert position.card_set.characters[number - 1].effect == "none"
    assert position.assumed == ("South's character is not told: taken to have no ability.",)


# Mistakes.


def test_all_mistakes_are_told_at_their_lines() -> None:
    text = POSITION
    for old, new in (
        ("round 3, placing", "round 3, plasing"),
        ("rad Cop, esc Bon", "rad Lodnon, esc"),
        ("dice 11234", "dice 11237"),
        ("cards 2, tra Len", "cards"),
        ("agents Cop Len Bel", "agents Cop Len"),
        ("tiles: 544211 / 536326", "tilse: 544211 / 536326"),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    assert mistakes(text) == [
        "1: now: 'plasing'; did you mean 'placing'?",
        "1: tiles is missing; expected two rows of cipher tiles, such as `544211 / 536326`",
        "3: 'tilse' begins no line; did you mean 'tiles'?",
        "4: face up: 'Lodnon'; did you mean 'London'? (in 'rad Lodnon')",
        "4: face up: 'esc'; expected equipment and a city, such as `radio London`",
        "7: North, dice: '11237'; expected faces of dice, 1 to 6, such as `11246`",
        "11: East: cards is missing; expected how many East holds, such as `cards 2`",
        "12: South, agents: 2 entries; expected 3",
    ]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("dice 11234", "dice 1123", "7: North, dice: 4 dice before the screen"),
        ("544211 /", "544212 /", "3: tiles: 1 tiles show 1; expected 2"),
        ("cards -;", "cards rad Cop;", "8: North, cards: 'rad Cop'; this card is at line 4 "),
        ("started: North", "started: Norht", "2: started: 'Norht'; did you mean 'North'?"),
        ("agents Ven Ber Par", "agents Ven Ber Par Kie", "7: North, agents: 4 entries"),
        ("code decks: lis, bin", "code decks: lis", "6: code decks: 1 decks; expected 2"),
        ("tokens -1", "tokens fisrt", "9: North, tokens: 'fisrt'; did you mean 'First'?"),
        ("tokens 3", "tokens 30", "13: South, tokens: 30; expected 0 to 16"),
        ("tra War pur any /red", "tra War pur any /rde", "9: North, done: 'rde'; did you mean 're"),
        ("missions 2;", "missions many;", "11: East, missions: 'many'; expected how many"),
        ("started: North", "started: North\nstarted: East", "3: started: stands at line 2 too"),
        ("dice 12335", "dice 12335; dice 1", "12: South, dice: stands at line 12 too"),
        ("dice 12335", "dcie 12335", "12: South: 'dcie'; did you mean 'dice'?"),
        ("635, 3614", "635 rad, 635 rad", "9: North, codes: '635 rad'; this card is at line 9 "),
        ("3614", "3674", "9: North, codes: '3674'; expected 2 to 6 numbers, 1 to 6,"),
        ("placing, North", "codes, North", "1: order: 0 seats; expected all 3"),
        (
            "broken 563 pis",
            "broken 563 pis 324 bin",
            "13: South, broken: '563 pis 324 bin'; expected 2 to 6 numbers, 1 to 6, and equipment: "
            "`164 radio`; commas go between codes, and numbers of broken ones may be left out: ",
        ),
        ("broken 563 pis", "broken pis rda", "13: South, broken: 'rda'; expected one of radio, "),
        ("Fence;", "Fence, used 1;", "7: North, character: 'used'; expected `;` before `used`"),
        ("12335", "12335 decoder 4", "12: South, dice: '12335 decoder 4'; expected `;` before `d"),
        ("missions 2;", "missions 2, codes 2;", "11: East, missions: 'codes 2'; expected `;` be"),
        ("rec tra pur yel any", "rec 2", "8: North, missions: 'rec 2'; expected the number first"),
        (
            "agents Ven Ber Par",
            "agents Ven B Par",
            "7: North, agents: 'B'; expected Bonn, Berlin or Belgrade: type more letters",
        ),
    ],
)
def test_mistakes_say_what_was_expected(old: str, new: str, expected: str) -> None:
    assert any(mistake.startswith(expected) for mistake in mistakes(changed(old, new)))


def test_an_ambiguous_name_asks_for_more_letters() -> None:
    (mistake,) = mistakes(changed("agents Ven Ber Par", "agents Ven Be Par"))
    assert (
        mistake == "7: North, agents: 'Ven Be Par'; expected Belgrade or Berlin: type more letters"
    )


def test_every_way_to_say_any_three_times() -> None:
    text = changed("9 rad pas esc Cop /blu", "9 lis Sof {} /rad")
    views = [read(text.format(asked)).view for asked in ("any any any", "3 any", "any 3", "ANY 3")]
    assert views[1:] == views[:-1]
    card = views[0].cards.source.missions[views[0].fields()["missions_face_up"][1] - 1]
    assert (card.cities, card.any_cards) == (("Sofia",), 3)


def test_broken_codes_need_no_commas() -> None:
    with_commas = read(changed("broken 563 pis", "broken pis, listening devices, pis"))
    assert read(changed("broken 563 pis", "broken pis listening devices pis")) == with_commas
    assert len(with_commas.view.fields()["players"][2]["completed_codes"]) == 3


@pytest.mark.parametrize(("who", "line"), [("placing, South", 1), ("placing, North\nme: South", 2)])
def test_the_full_line_of_another_seat_is_the_first_mistake(who: str, line: int) -> None:
    first, *others = mistakes(changed("placing, North", who))
    name = "now" if line == 1 else "me"
    assert first == (
        f"{line}: {name}: you are South, so South's line is the full one, with your own cards, "
        "missions and codes; the other lines say how many"
    )
    assert len(others) > 3
    said = mistakes(changed("missions 2;", "missions rad Lon;"))
    assert not any("the full one" in mistake for mistake in said)


@pytest.mark.parametrize("own", range(3))
def test_the_template_is_for_a_seat(own: int) -> None:
    name = ("North", "East", "South")[own]
    text = template(3, house_set(), own)
    assert f"\nnow: round , , {name}\n" in text
    filled = text.replace("round ,", "round 1,").replace(", ,", ", placing,")
    said = mistakes(filled)
    assert sum("expected your" in mistake and f": {name}: " in mistake for mistake in said) == 3
    assert sum("expected how many" in mistake for mistake in said) == 4
    lines = text.splitlines()
    assert sum(line.startswith("  cards ; missions ; codes ;") for line in lines) == 3


def test_a_text_that_is_no_position_has_few_mistakes() -> None:
    assert len(mistakes("x\n" * 5000)) == MOST
    (mistake,) = mistakes("# nothing\n" * 20000)
    assert mistake == "1: 200000 characters; expected a position, of about ten lines"
    (mistake,) = mistakes("now: round 1, placing, North\n")
    assert mistake.startswith("1: no player; expected lines North:, East:")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_template_lacks_only_what_must_be_told(players: int) -> None:
    said = mistakes(template(players, house_set()))
    assert all("missing" in mistake or "round" in mistake for mistake in said)
    lines = template(players, house_set()).splitlines()
    assert sum(not line.startswith(("#", " ")) for line in lines) <= 10 + players + 2


# Whatever is typed.

NOISE = "\t\r\ufeff\0:;,#?-/...9AMC\N{ARABIC-INDIC DIGIT THREE}\N{LATIN SMALL LETTER SHARP S}'\" "


def spoilt(text: str, rng: random.Random) -> str:
    """Return a text with some of it cut, repeated, moved or replaced."""
    for _ in range(rng.randint(1, 6)):
        at, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        end = min(end, at + rng.choice((1, 3, 20, 200)))
        piece = text[at:end]
        text = rng.choice(
            (
                text[:at] + text[end:],
                text[:at] + piece * 2 + text[end:],
                text[:end] + rng.choice(NOISE) + text[end:],
                text[:at] + rng.choice(NOISE) * len(piece) + text[end:],
                text[:at] + piece[::-1] + text[end:],
                text[:at],
            )
        )
        if not text:
            return "x"
    return text


def texts() -> Iterator[str]:
    yield POSITION
    for view in looked_at()[:12]:
        if view.cards is house():
            yield position_text(view)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_typed_is_a_position_or_has_mistakes(seed: int) -> None:
    rng = random.Random(seed)
    kept = list(texts())
    wrong: list[tuple[int | None, str]] = []
    for _ in range(60):
        text = spoilt(rng.choice(kept), rng)
        try:
            position = read(text)
        except PositionError as error:
            wrong += zip(error.lines, error.problems, strict=True)
        else:
            assert View.from_bytes(position.view.cards, position.view.to_bytes()) == position.view
    assert wrong
    assert all(line and problem for line, problem in wrong)


# A stranger at a table.

SECONDS = 300
KEYS_PER_SECOND = 2.5


def as_photographed(view: View, typed: View) -> View:
    """Return a true view without memory and without what no photograph shows: known cards in other
    hands, the order of a discard pile, the numbers of broken codes, and all but points and foot of
    completed missions. Of those that look alike, it takes the ones that were typed."""
    fields: Any = without_memory(view).fields()
    told: Any = typed.fields()
    cards = view.cards.source

    def of_mission(number: int) -> tuple[int, str]:
        return cards.missions[number - 1].points, cards.missions[number - 1].foot

    def of_code(number: int) -> str:
        return cards.codes[number - 1].equipment

    for seat, player in enumerate(fields["players"]):
        if seat != view.seat:
            for hand, card in (("agency_cards", "agency_card"), ("missions", "mission")):
                player[f"{card}_count"], player[hand] = len(player[hand]), []
            player["codes"], player["code_count"] = [], len(player["codes"])
        for done, face in (("completed_missions", of_mission), ("completed_codes", of_code)):
            other = told["players"][seat][done]
            assert Counter(map(face, other)) == Counter(map(face, player[done]))
            player[done] = other
        for place in (*player["agency_cards"], *player["missions"], *player["codes"]):
            for name in ("known_by", "lot"):
                place.pop(name, None)
    for deck in ("agency_deck", "mission_deck"):
        size = len(fields[deck]["places"]) + len(fields[deck]["discards"])
        fields[deck] = {"size": size}
    return View.from_fields(view.cards, fields)


@pytest.mark.parametrize("photograph", PHOTOGRAPHS, ids=lambda photograph: photograph.players)
def test_a_stranger_types_a_table_from_a_photograph_in_five_minutes(photograph: Photograph) -> None:
    """The view is the one on the photograph, so a bot gives the hint for that view."""
    assert photograph.keystrokes / KEYS_PER_SECOND <= SECONDS
    typed = read(photograph.filled(template(photograph.players, house_set())))
    message = json_format.Parse(photograph.view.read_text(encoding="utf-8"), view_pb2.View())
    true = view_from_message(message.covert, house())
    assert typed.view == as_photographed(true, typed.view)
    assert all(
        "taken for" in said or "Left out" in said or "not told" in said for said in typed.assumed
    )
    hint = make("ismcts:iterations=200").choose(typed.view, 1)
    assert hint == make("ismcts:iterations=200").choose(as_photographed(true, typed.view), 1)


def test_the_next_hint_takes_less_than_a_minute() -> None:
    """A die of East's on a circle, one of South's on the Decoder, and it is North's turn again."""
    first = THREE.filled(template(3, house_set()))
    changes = (
        ("\ncircles: complete ", "4e"),
        ("dice 11234", ""),
        ("dice 23446", "\b\b\b46"),
        ("dice 12335", "\b"),
        ("decoder ", "5"),
    )
    text, at = first, 0
    for place, keys in changes:
        at = text.index(place, at) + len(place)
        deleted = keys.count("\b")
        text = text[: at - deleted] + keys[deleted:] + text[at:]
        at += len(keys) - 2 * deleted
    assert sum(len(keys) + 2 for _, keys in changes) / KEYS_PER_SECOND < 60
    fields = read(text).view.fields()
    assert [player["dice"] for player in fields["players"]] == [
        [1, 1, 2, 3, 4],
        [2, 3, 4, 6],
        [1, 2, 3, 3],
    ]
