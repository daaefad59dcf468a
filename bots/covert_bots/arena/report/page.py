"""The page: its head and style, a chapter for each tournament, and all figures as JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from string import Template

from covert_bots.arena.report import play, source, strength
from covert_bots.arena.report.html import Section, paragraph, section
from covert_bots.arena.report.tournament import Tournament, embeddable

STYLE = """
:root {
  color-scheme: light dark;
  --page: #ffffff; --ink: #1d2329; --quiet: #57606a; --faint: #d5dae0; --panel: #f4f6f8;
  --first: #2a6db5; --second: #d9730d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14181d; --ink: #e3e8ee; --quiet: #a0aab5; --faint: #3a424c; --panel: #1e242b;
    --first: #5b9fe3; --second: #e8924a;
  }
}
body {
  margin: 0 auto; padding: 1rem; max-width: 50rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere;  /* names of bots are long */
}
h1 { font-size: 1.6rem; line-height: 1.2; margin: 1rem 0; }
h2 { font-size: 1.2rem; line-height: 1.3; margin: 2.2rem 0 .6rem; }
p { margin: .6rem 0; }
nav ul { padding: 0; display: flex; flex-wrap: wrap; gap: .1rem 1rem; list-style: none; }
a { color: var(--first); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1rem; margin: .6rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; grid-column: 2; }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; font-size: .87rem; }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
th { color: var(--quiet); font-weight: 600; border-bottom: 1px solid var(--ink); }
td { border-bottom: 1px solid var(--faint); }
th { overflow-wrap: normal; }
td.figure, .short { white-space: nowrap; }
td:first-child { max-width: 22rem; }
pre {
  white-space: pre-wrap; background: var(--panel); padding: .6rem 1rem;
}
.figure { text-align: right; font-variant-numeric: tabular-nums; }
figure { margin: 1rem 0; }
figure svg { display: block; max-width: 100%; height: auto; }
figure svg * { stroke-linejoin: round; stroke-linecap: butt; }
figure svg text { font-family: inherit !important; }
figcaption { color: var(--quiet); font-size: .9rem; margin-top: .3rem; }
.verdict { background: var(--panel); border-left: .3rem solid var(--first); padding: .6rem 1rem; }
.warning { border-left: .3rem solid var(--second); padding-left: .7rem; }
@media screen and (max-width: 48rem) {
  .many, .many tbody, .many tr, .many td { display: block; }
  .many thead { display: none; }
  .many tr { border-bottom: 1px solid var(--faint); padding: .4rem 0; }
  .many td { border: 0; padding: 0; max-width: none; text-align: left; white-space: normal; }
  .many td:not(:first-child) { display: flex; gap: 1rem; justify-content: space-between; }
  .many td:not(:first-child)::before {
    content: attr(data-head); color: var(--quiet); overflow-wrap: normal;
  }
  .many td:first-child { font-weight: 600; }
  dl { display: block; }
  dd:has(+ dt) { margin-bottom: .4rem; }
}
@media print {
  :root {
    color-scheme: light; font-size: 9.5pt;
    --page: #ffffff; --ink: #000000; --quiet: #404040; --faint: #c8c8c8; --panel: #ffffff;
    --first: #2a6db5; --second: #d9730d;
  }
  body { max-width: none; }
  table { font-size: .8rem; }
  th, td { padding-right: .5rem; }
  nav { display: none; }
  figure, tr, dl, .verdict { break-inside: avoid; }
  h1, h2 { break-after: avoid; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""

PAGE = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>$style</style>
</head>
<body>
<h1>$title</h1>
$body
<script type="application/json" id="figures">
$figures
</script>
</body>
</html>
""")

Part = Callable[[Tournament, str], Section | None]
STRENGTH: tuple[Part, ...] = (strength.verdict, strength.head_to_head, strength.ratings)
MORE: tuple[Part, ...] = (  # in the order a reader wants them
    strength.test,
    strength.superiority,
    strength.seats,
    strength.seats_of_bots,
    play.luck,
    play.scores,
    play.lengths,
    play.facts,
    play.thinking,
    play.clocks,
    play.failures,
    source.played,
)
ABOUT = (
    "Each deal is played once in each rotation of the seats. The games of one deal are a block, "
    "and blocks are the evidence. From the ratings on, each 95% interval holds on its own, not "
    "for all together, unless the ratings say otherwise. All figures are at the end of this page "
    "as JSON, in the element with the id figures."
)


def page(tournaments: Sequence[Tournament]) -> str:
    """Return the whole page: the results, then how it was played. With more than one tournament,
    the verdict on each, how they compare, and a chapter for each."""
    if len(tournaments) == 1:
        (tournament,) = tournaments
        more = _sections(MORE, tournament, "report")
        body = _html(_sections(STRENGTH, tournament, "report")) + _contents(more) + _html(more)
        return _page(_title(tournaments), body, tournament.as_json())
    common = strength.by_players(tournaments)
    parts = [section(strength.verdicts(tournaments)), section(common)]
    contents, chapters = [], []
    for tournament in tournaments:
        players = tournament.plan.settings.players
        name = f"players-{players}"
        title = f"{players} players"
        contents.append(Section(name, title, ""))
        chapters.append(f'<h1 id="{name}">{escape(title)}</h1>\n')
        chapters.append(_html(_sections((*STRENGTH, *MORE), tournament, name)))
    document = {"tournaments": [tournament.as_json() for tournament in tournaments]}
    body = "\n".join([*parts, _contents(contents), *chapters])
    return _page(_title(tournaments), body, document)


def _sections(parts: Sequence[Part], tournament: Tournament, name: str) -> list[Section]:
    sections = (part(tournament, name) for part in parts)
    return [content for content in sections if content is not None]


def _html(sections: Sequence[Section]) -> str:
    return "\n".join(section(content) for content in sections) + "\n"


def _contents(sections: Sequence[Section]) -> str:
    lines = "".join(
        f'<li><a href="#{content.name}">{escape(content.title)}</a></li>' for content in sections
    )
    return f"<nav><ul>{lines}</ul></nav>\n{paragraph(ABOUT)}\n"


def _title(tournaments: Sequence[Tournament]) -> str:
    players = " and ".join(str(tournament.plan.settings.players) for tournament in tournaments)
    game = " ".join(word.capitalize() for word in tournaments[0].plan.settings.game.split("-"))
    return f"{game} tournament: {len(tournaments[0].standings.bots)} bots, {players} players"


def _page(title: str, body: str, document: object) -> str:
    return PAGE.substitute(
        title=escape(title), style=STYLE, body=body, figures=embeddable(document)
    )
