"""The report says what the ledger says, in one page that needs nothing else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import warnings
from collections import Counter
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from arena.sequential import fed
from arena.tournaments import plan_of, run
from command.shell import COMMAND, environment, mistake

from covert_bots.arena.attempt import Failure, failed
from covert_bots.arena.ledger import Ledger
from covert_bots.arena.plan import Format, MoveBudget, Plan, PlanSettings
from covert_bots.arena.plan_file import plan_file_of, read_plan_file
from covert_bots.arena.report import Tournament, write_reports
from covert_bots.arena.report.tournament import embeddable
from covert_bots.arena.standings import standings
from covert_bots.arena.statistics.sprt import Hypotheses, Sprt
from covert_bots.players.game import Facts
from covert_server.build import build

SECTIONS = [  # the first three say who is stronger, the last has hashes and commands
    "verdict",
    "head-to-head",
    "ratings",
    "superiority",
    "seats",
    "seats-of-bots",
    "luck",
    "scores",
    "lengths",
    "thinking",
    "failures",
    "played",
]
PLOTS = ["elo", "superiority", "seats", "seats-of-bots", "scores", "lengths", "time", "iterations"]
EMPTY = {"meta", "link", "img", "br", "input", "base", "source", "embed"}


class Page(HTMLParser):
    """A parsed page; an assertion fails where an element is not closed in its turn."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.source = path.read_text(encoding="utf-8")
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []  # the element, and its text
        self.rows: list[list[str]] = []
        self._open: list[str] = []
        self.feed(self.source)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self._open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag == "td":
            self.rows[-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        inside = self._open[-1] if self._open else ""
        self.texts.append((inside, data))
        if inside == "td":
            self.rows[-1][-1] += data

    @property
    def document(self) -> dict[str, Any]:
        """The figures, as a program reads them."""
        (text,) = [data for inside, data in self.texts if inside == "script"]
        document: dict[str, Any] = json.loads(text, parse_constant=pytest.fail)
        return document

    @property
    def said(self) -> str:
        """The text of the page, without the JSON."""
        return " ".join(data for inside, data in self.texts if inside not in ("script", "style"))

    @property
    def sections(self) -> list[str]:
        return [str(attributes["id"]) for tag, attributes in self.elements if tag == "section"]


def tournament(plan: Plan, ledger: Path, test: Sprt | None = None) -> Tournament:
    """Play a tournament."""
    with Ledger(ledger) as opened:
        run(plan, opened, 0, test)
        attempts = tuple(opened.attempts(plan))
    return Tournament(plan, attempts, standings(plan, attempts), test, build=build())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("report")


@pytest.fixture(scope="module")
def pair(folder: Path) -> Tournament:
    return tournament(plan_of("greedy", "random", blocks=4), folder / "pair.db")


@pytest.fixture(scope="module")
def three(folder: Path) -> Tournament:
    bots = ("greedy:worlds=1", "random", "badly_behaved:raises")
    return tournament(plan_of(*bots, blocks=3), folder / "three.db")


@pytest.fixture(scope="module")
def four(folder: Path) -> Tournament:
    return tournament(plan_of("random", "greedy", players=4, blocks=1), folder / "four.db")


@pytest.fixture(scope="module")
def tested(folder: Path) -> Tournament:
    plan = plan_of("flat:iterations=1", "random", blocks=4, form=Format.SPRT)
    return tournament(plan, folder / "sprt.db", Sprt(Hypotheses(0, 200)))


def page_of(*tournaments: Tournament, path: Path) -> Page:
    write_reports(path, tournaments)
    return Page(path)


@pytest.fixture(scope="module")
def pages(
    folder: Path, pair: Tournament, three: Tournament, four: Tournament, tested: Tournament
) -> dict[str, Page]:
    return {
        "pair": page_of(pair, path=folder / "pair.html"),
        "three": page_of(three, path=folder / "three.html"),
        "sprt": page_of(tested, path=folder / "sprt.html"),
        "both": page_of(four, pair, path=folder / "both.html"),
    }


WHICH = pytest.mark.parametrize("which", ["pair", "three", "sprt", "both"])


# The page.


@WHICH
def test_a_report_needs_nothing_but_itself(pages: dict[str, Page], which: str) -> None:
    page = pages[which]
    for tag, attributes in page.elements:
        assert tag not in ("link", "img", "iframe", "object", "embed", "base")
        assert tag != "script" or attributes["type"] == "application/json"
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
        assert not any(name.startswith("on") for name in attributes)
    for word in ("http:", "https:", "@import", "@font-face"):
        assert word not in page.source
    assert all(url.startswith("#") for url in re.findall(r"url\(([^)]*)\)", page.source))


@WHICH
def test_what_is_pointed_at_is_there_once(pages: dict[str, Page], which: str) -> None:
    page = pages[which]
    names = Counter(at["id"] for _, at in page.elements if "id" in at)
    assert set(names.values()) == {1}
    pointed = {str(at["href"])[1:] for _, at in page.elements if "href" in at}
    pointed |= set(re.findall(r"url\(#([^)]*)\)", page.source))
    assert pointed
    assert pointed <= set(names)


@WHICH
def test_every_section_and_plot_is_there_in_order(pages: dict[str, Page], which: str) -> None:
    page = pages[which]
    chapters = ["players-4", "players-2"] if which == "both" else ["report"]
    names = [f"{chapter}-{name}" for chapter in chapters for name in SECTIONS]
    plots = len(PLOTS) * len(chapters)
    if which == "both":
        names[:0] = ["verdicts", "by-players"]
        plots += 1
    if which == "sprt":
        names.insert(3, "report-test")
        plots += 1
    assert page.sections == names
    drawings = [at for tag, at in page.elements if tag == "svg"]
    captions = [data for inside, data in page.texts if inside == "figcaption"]
    assert len(drawings) == len(captions) == plots
    assert all(at["aria-label"] for at in drawings)
    assert all(caption.endswith(".") for caption in captions)


@WHICH
def test_it_begins_with_the_verdict_and_ends_with_the_hashes(
    pages: dict[str, Page], which: str, request: pytest.FixtureRequest
) -> None:
    fixtures = {"both": ["four", "pair"], "sprt": ["tested"]}.get(which, [which])
    page = pages[which]
    shown = [data for inside, data in page.texts if inside in ("h1", "h2", "p") and data.strip()]
    for place, fixture in enumerate(fixtures):
        shown_here: Tournament = request.getfixturevalue(fixture)
        plan, verdict = shown_here.plan, shown_here.verdict
        assert verdict is not None
        assert shown[2 + place].endswith(verdict.text)
        of_chapter = f"players-{plan.settings.players}" if which == "both" else "report"
        _, _, chapter = page.source.partition(f'<section id="{of_chapter}-verdict">')
        before, _, last = chapter.partition(f'<section id="{of_chapter}-played">')
        build, card_set = shown_here.build, plan.settings.card_set
        for late in (plan.key, card_set, build, "covert-bots arena run"):
            assert late in last
            assert late not in before


@pytest.mark.parametrize("which", ["pair", "three", "sprt"])
def test_the_plan_in_a_report_plays_the_same_games(
    pages: dict[str, Page], which: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    reported: Tournament = request.getfixturevalue({"sprt": "tested"}.get(which, which))
    (text,) = [
        data for inside, data in pages[which].texts if inside == "pre" and "players =" in data
    ]
    file = tmp_path / "plan.toml"
    file.write_text(text, encoding="utf-8")
    read = read_plan_file(file)
    settings = reported.plan.settings
    budget = MoveBudget(read.pop("budget.move_seconds"))
    hypotheses = {
        name.removeprefix("sprt."): read.pop(name) for name in list(read) if "sprt." in name
    }
    read["format"] = Format(read["format"])
    again = Plan(PlanSettings(**read, budget=budget, card_set=settings.card_set))
    assert again.settings == settings
    if reported.test is None:
        assert hypotheses == {}
    else:
        assert Hypotheses(**hypotheses) == reported.test.hypotheses


def test_a_setup_is_in_the_plan_too(tmp_path: Path) -> None:
    setup: Facts = {"swaps_first": False, "characters": ["The Fence", 'The "C"'], "first_player": 1}
    file = tmp_path / "plan.toml"
    file.write_text(plan_file_of(replace(plan_of("greedy", "random").settings, setup=setup)))
    read = read_plan_file(file)
    assert {name: read[f"setup.{name}"] for name in setup} == setup


@WHICH
def test_every_cell_has_its_head_for_narrow_pages(pages: dict[str, Page], which: str) -> None:
    cells = [at for tag, at in pages[which].elements if tag == "td"]
    assert len(cells) > 20
    assert all("data-head" in at for at in cells)


def test_a_report_is_the_same_bytes_again(folder: Path, pages: dict[str, Page]) -> None:
    """The second process iterates over sets in another order."""
    path = folder / "again.html"
    arguments = ["arena", "show", str(folder / "pair.db"), "--report", str(path)]
    environ = environment(PYTHONHASHSEED="2" if os.environ.get("PYTHONHASHSEED") == "1" else "1")
    subprocess.run([*COMMAND, *arguments], check=True, capture_output=True, env=environ)
    assert path.read_text(encoding="utf-8") == pages["pair"].source


def test_a_report_does_not_follow_the_settings_of_other_plots(
    folder: Path, pair: Tournament, pages: dict[str, Page]
) -> None:
    import matplotlib

    with matplotlib.rc_context({"font.size": 30, "axes.grid": True, "text.color": "red"}):
        again = page_of(pair, path=folder / "styled.html")
        assert matplotlib.rcParams["font.size"] == 30
    assert again.source == pages["pair"].source


# The figures.


@pytest.mark.parametrize("which", ["pair", "three", "sprt"])
def test_the_json_is_that_of_the_standings_and_the_test(
    pages: dict[str, Page], which: str, request: pytest.FixtureRequest
) -> None:
    reported: Tournament = request.getfixturevalue({"sprt": "tested"}.get(which, which))
    document = pages[which].document
    expected = json.loads(embeddable(reported.standings.as_json()))
    assert expected.items() <= document.items()
    assert document["settings"]["seed"] == reported.plan.settings.seed
    if reported.test is None:
        assert "sprt" not in document
    else:
        assert document["sprt"] == json.loads(json.dumps(reported.test.as_json()))


@pytest.mark.parametrize("which", ["pair", "three"])
def test_the_tables_have_the_figures_of_the_json(pages: dict[str, Page], which: str) -> None:
    page = pages[which]
    document = page.document
    by_strength = sorted(document["bots"], key=lambda bot: -bot["elo"])
    for place, bot in enumerate(by_strength, 1):
        rows = [row for row in page.rows if row and row[0] == f"{place} {bot['name']}"]
        points = "unknown" if bot["score"] is None else f"{bot['score']:.1f}"
        assert [
            rows[0][0],
            signed(bot["elo"]),
            f"{signed(bot['elo_low'])} to {signed(bot['elo_high'])}",
            f"{bot['win_share']:.1%}",
            f"{bot['win_share_low']:.0%} to {bot['win_share_high']:.0%}",
            str(bot["games"]),
            points,
            str(bot["forfeits"]),
        ] in rows
    for number, seat in enumerate(document["seats"]):
        (row,) = [row for row in page.rows if row and row[0] == f"seat {number}"]
        assert row[1] == f"{seat['win_share']:.1%}"
    assert document["plan"] in page.said
    assert f"{document['games']} in complete blocks" in page.said


def signed(elo: float) -> str:
    """Return an Elo as a report has it, which knows no -0."""
    return f"{round(elo) or 0:+d}"


def test_distributions_are_of_the_same_games_as_the_standings(
    pair: Tournament, three: Tournament
) -> None:
    for reported in (pair, three):
        games, standing_bots = reported.games, reported.standings.bots
        finished = [attempt for attempt in reported.attempts if attempt.failure is None]
        assert len(games.rounds) == len(games.decisions) == len(finished)
        for number, (bot, standing) in enumerate(zip(games.bots, standing_bots, strict=True)):
            places = sum(attempt.fixture.seats.count(number) for attempt in finished)
            assert len(bot.scores) == places
            assert bot.iterations == standing.iterations
    for bot, standing in zip(pair.games.bots, pair.standings.bots, strict=True):
        assert sum(bot.scores) / len(bot.scores) == pytest.approx(standing.score.mean)
        shares = [share.mean for share in bot.by_seat if share is not None]
        assert sum(shares) / 2 == pytest.approx(standing.own.share.mean)


def test_a_block_that_lacks_a_game_is_left_out_and_reported(folder: Path, pair: Tournament) -> None:
    first, *others = pair.attempts
    lost = failed(first.fixture, 1, Failure.INFRASTRUCTURE, None, "the machine went away")
    attempts = (lost, *others)
    less = Tournament(pair.plan, attempts, standings(pair.plan, attempts))
    assert len(less.games.rounds) == len(attempts) - 2
    page = page_of(less, path=folder / "less.html")
    assert "3 complete of 4 planned" in page.said
    assert "Interim, after 3 of 4 pairs: " in page.said
    assert "1 block lacks a game" in page.said
    assert "infrastructure: 1" in page.said
    game = lost.fixture.key
    row = ["nobody", "infrastructure", "played again, or missing", "1", game, lost.detail]
    assert row in page.rows


def test_forfeits_are_listed_by_bot_and_error(three: Tournament, pages: dict[str, Page]) -> None:
    forfeits = [game for game in three.attempts if game.failure is Failure.BOT_ERROR]
    assert forfeits
    listed = [row for row in pages["three"].rows if len(row) == 6 and row[2] == "forfeit"]
    assert listed == [
        [
            "badly_behaved:raises",
            "bot error",
            "forfeit",
            str(len(forfeits)),
            ", ".join(game.fixture.key for game in forfeits[:3]),
            "RuntimeError: no idea what to do",
        ]
    ]
    assert len(pages["three"].document["distributions"]["failed"]) == len(forfeits)
    assert f"bot error: {len(forfeits)}" in pages["three"].said


def test_a_verdict_has_both_elos_and_says_which_is_biased(folder: Path, tested: Tournament) -> None:
    # Not clear with the fewest blocks: the Elos differ.
    test = fed(Hypotheses(0, 60), [1.0, 0.5, 1.0, 0.0, 1.0] * 20)
    page = page_of(replace(tested, test=test), path=folder / "elos.html")
    assert f"accepted after {len(test.path)} pairs; the games speak for 60 Elo" in page.said
    estimate = test.estimate()
    assert f"{estimate.plain.mean:.1f}" != f"{estimate.unbiased.mean:.1f}"
    rows = {row[0]: row[1] for row in page.rows if len(row) == 3}
    assert rows["uncorrected: biased by early stopping"] == f"{estimate.plain.mean:+.1f}"
    reckoned = rows["corrected for early stopping (median-unbiased)"]
    assert reckoned == f"{estimate.unbiased.mean:+.1f}"
    assert f"{test.llr:+.2f} after {len(test.path)} blocks" in page.said


def test_each_other_verdict_has_its_own_words(folder: Path, tested: Tournament) -> None:
    test = fed(Hypotheses(0, 200), [0.0, 0.5] * 30)
    page = page_of(replace(tested, test=test), path=folder / "verdict.html")
    assert f": {test.verdict.value} after " in page.said
    assert page.document["sprt"]["verdict"] == test.verdict.value


def test_one_block_has_no_intervals_and_still_a_report(folder: Path, pair: Tournament) -> None:
    few = tuple(pair.attempts)[:2]
    short = Tournament(pair.plan, few, standings(pair.plan, few))
    page = page_of(short, path=folder / "short.html")
    assert page.document["bots"][0]["elo_low"] is None
    assert page.sections == [f"report-{name}" for name in SECTIONS]
    assert "nan" not in re.findall(r"\w+", page.said)
    assert "inf" not in re.findall(r"\w+", page.said)


def test_several_player_counts_are_compared(pages: dict[str, Page]) -> None:
    page = pages["both"]
    documents = page.document["tournaments"]
    assert [document["settings"]["players"] for document in documents] == [4, 2]
    (row,) = [row for row in page.rows if row and row[0] == "greedy" and len(row) == 3]
    for cell, document in zip(row[1:], reversed(documents), strict=True):
        (share,) = [bot["win_share"] for bot in document["bots"] if bot["name"] == "greedy"]
        assert cell.startswith(f"{share:.1%} (")


# Names, other people's text.


def test_a_name_cannot_be_more_than_text(folder: Path) -> None:
    name = "grpc://localhost:1/</script><img/src=x>&amp;$x$\N{SNOWMAN}\x01"
    plan = plan_of(name, "random", blocks=2)
    attempts = tuple(
        failed(game, 1, Failure.BOT_ERROR, game.seats.index(0), f"<b>{name}</b>")
        for block in plan
        for game in block.games
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        named = Tournament(plan, attempts, standings(plan, attempts))
        write_reports(folder / "name.html", [named])
    page = Page(folder / "name.html")
    shown = name.replace("\x01", "\N{REPLACEMENT CHARACTER}")
    assert Counter(tag for tag, _ in page.elements)["script"] == 1
    assert not {"img", "b"} & {tag for tag, _ in page.elements}
    assert page.document["bots"][0]["name"] == name
    assert ("dd", shown) in page.texts
    assert "\x01" not in page.source
    assert f"2 {shown}" in [data.strip() for inside, data in page.texts if inside == "text"]
    assert any(row[-1:] == [f"<b>{shown}</b>"] for row in page.rows)


# The command.


def test_without_matplotlib_it_says_what_to_install(
    folder: Path, pair: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    path = folder / "none.html"
    with pytest.raises(ImportError) as caught:
        write_reports(path, [pair])
    assert str(caught.value) == (
        "matplotlib is not installed; expected the extra `report`: "
        f"{sys.executable} -m pip install 'covert-bots[report]'"
    )
    assert not path.exists()


def test_that_no_report_can_be_written_is_known_before_the_games(folder: Path) -> None:
    ledger, inside = folder / "before.db", folder / "nowhere" / "report.html"
    bots = ["--bots", "greedy,random", "--ledger", str(ledger)]
    line = mistake("arena", "run", *bots, "--report", str(inside))
    assert "No such file" in line
    without = (
        "import sys; sys.modules['matplotlib'] = None; from covert_command import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", without, "arena", "run", *bots, "--report", os.devnull],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr == (
        "covert-bots: --report: matplotlib is not installed; expected the extra `report`: "
        f"{sys.executable} -m pip install 'covert-bots[report]'\n"
    )
    assert not ledger.exists()


def test_ledgers_that_do_not_compare_are_refused(folder: Path, pair: Tournament) -> None:
    two, like, other = (str(folder / name) for name in ("pair.db", "like.db", "other.db"))
    tournament(plan_of("greedy", "random", blocks=1, seed=2), Path(like))
    tournament(plan_of("greedy", "flat:iterations=1", players=3, blocks=1), Path(other))
    assert "its bots are greedy, flat:iterations=1" in mistake("arena", "show", two, other)
    assert " both have 2 players; give one ledger for each" in mistake("arena", "show", two, like)
