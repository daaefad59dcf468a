"""Drawing of plots: matplotlib's SVG, made fit to stand in a page.

Colours are named by what they are for. A figure is drawn with a stand-in for each, which the SVG
then takes from the page's style sheet, so one drawing serves a light page, a dark one and paper.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from io import StringIO
from typing import Any
from xml.etree import ElementTree

import matplotlib
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

INK = "#010101"  # text, axes, marks that are neither
FAINT = "#020202"  # grid lines, and what is only to compare with
FIRST = "#030303"  # the marks of a plot; more than the fair share, likely stronger
SECOND = "#040404"  # less than the fair share, likely weaker; the median
PAGE = "#050505"  # under text that lies on other marks
VARIABLES = {
    INK: "--ink",
    FAINT: "--faint",
    FIRST: "--first",
    SECOND: "--second",
    PAGE: "--page",
}

WIDTH = 4.9  # inches; so wide a plot still reads on a phone that is 360 pixels across
POINTS = 85  # that an inch has on the page: text is then as large as the page's

STYLE: dict[str, Any] = {
    "svg.fonttype": "none",  # text stays text: it can be searched, and takes the page's font
    "svg.hashsalt": "covert-bots",
    "text.parse_math": False,  # a name with two dollar signs is no formula
    "text.color": INK,
    "font.sans-serif": ["DejaVu Sans"],  # to measure by; wider than what pages have
    "font.size": 9.5,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlesize": 9.5,
    "axes.facecolor": "none",
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.unicode_minus": True,
    "figure.facecolor": "none",
    "grid.color": FAINT,
    "grid.linewidth": 0.5,
    "xtick.color": INK,
    "ytick.color": INK,
}


def svg(name: str, title: str, draw: Callable[[], Figure]) -> str:
    """Return the SVG element of a figure. `name` is unlike that of any other of the page."""
    with matplotlib.rc_context(), warnings.catch_warnings():
        matplotlib.rcdefaults()  # not whatever the reader of a ledger has set for other plots
        parameters: Any = matplotlib.rcParams
        parameters.update(STYLE)
        warnings.filterwarnings("ignore", "Glyph .* missing")  # the reader's font may have it
        figure = draw()
        FigureCanvasSVG(figure)
        text = StringIO()
        figure.savefig(text, format="svg", metadata={"Date": None})
        width = figure.get_figwidth()
    return _inline(text.getvalue(), name, title, width)


def _inline(text: str, name: str, title: str, width: float) -> str:
    """Return the document as an element of an HTML page, without name spaces and with identifiers
    of its own."""
    root = ElementTree.fromstring(text)
    for element in root.iter():
        element.tag = _local(element.tag)
        element.attrib = {_local(key): value for key, value in element.attrib.items()}
    for parent in list(root.iter()):
        for gone in [child for child in parent if child.tag in ("metadata", "style")]:
            parent.remove(gone)  # its style would be the whole page's
    used = set(re.findall(r"#([A-Za-z]\w+)", " ".join(_links(root))))
    for element in root.iter():
        for key, value in list(element.attrib.items()):
            if key == "id":
                if value in used:
                    element.set(key, f"{name}-{value}")
                else:
                    del element.attrib[key]
            elif key == "href" or "url(#" in value:
                element.set(key, value.replace("#", f"#{name}-"))
            elif key in ("style", "fill", "stroke"):
                element.set(key, _themed(value))
    root.attrib = {
        "viewBox": root.attrib["viewBox"],
        "role": "img",
        "aria-label": title,
        "style": f"width: {width * POINTS:.0f}pt",
    }
    if width > WIDTH:
        root.set("class", "wide")
    return ElementTree.tostring(root, encoding="unicode")


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _links(root: ElementTree.Element) -> list[str]:
    return [
        value
        for element in root.iter()
        for key, value in element.attrib.items()
        if key == "href" or "url(#" in value
    ]


def _themed(value: str) -> str:
    for stand_in, variable in VARIABLES.items():
        value = value.replace(stand_in, f"var({variable})")
    return value
