"""Tables as photographs show them, and what somebody types who sees them for the first time.

Each is a view of North in the middle of a game. The description says what lies on the table, and
what North sees behind the screen. The typing follows it, line by line.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]


class Photograph(NamedTuple):
    """A table, and how it is typed into the template."""

    players: int
    view: Path
    """The true view."""
    description: str
    typed: tuple[tuple[str, str], ...]
    """The typed values, each with the words of the template that it follows."""

    @property
    def keystrokes(self) -> int:
        """The keys pressed: the letters, and two for the way to each place."""
        return sum(len(text) + 2 for _, text in self.typed)

    def filled(self, template: str) -> str:
        """Return the template as it has been filled in."""
        at = 0
        for place, text in self.typed:
            place = f"\n{place}" if ":" in place else place  # not in a comment
            at = template.index(place, at) + len(place)
            template = template[:at] + text + template[at:]
            at += len(text)
        return template


THREE = Photograph(
    3,
    ROOT / "examples" / "views" / "place.json",
    """
    Round three begins. Nobody has a turn order token yet, all dice are still before the
    screens, and North, who is to place first, holds the camera. The tiles read 5 4 4 2 1 1
    above 5 3 6 3 2 6.

    Around the map lie, from purple to red: a radio with a Copenhagen tag, an escape kit for
    Bonn, binoculars for Prague, a recorder for Stockholm, binoculars for Kiev, a recorder for
    Belgrade. Three missions are open: seven points for radio, binoculars, purple and any card,
    with an escape kit at the foot; nine for radio, passport, escape kit and Copenhagen, with
    blue at the foot; six for radio, travel documents and listening devices, with pistols. The
    code decks show listening devices and binoculars.

    North plays the Fence. The agents stand in Venice, Berlin and Paris, North's cubes lie in
    Warsaw and Belgrade, and one of South's cubes lies on the character. The dice show 1 1 2 3
    4. North has completed one mission, 8 points with a red foot, and broken one code,
    binoculars. Behind the screen: no Agency Card; three missions: 10 for recorder, travel
    documents, purple, yellow and any card; 12 for listening devices, escape kit, Madrid, Rome
    and any card; 12 for radio, binoculars, listening devices, London and Copenhagen; the codes
    6 3 5 and 3 6 1 4; one token, -1.

    East plays the Analyst, with agents in Bonn, Vienna and Amsterdam and cubes in Amsterdam,
    Bonn, Venice, Copenhagen, Warsaw and Prague. One of North's cubes lies on the character.
    Dice: 2 3 4 4 6. East holds two cards, two missions and two tokens, and has completed one
    mission of 13 points, without a foot.

    South plays the Courier: agents in Copenhagen, Leningrad and Belgrade, cubes in Rome,
    Stockholm, Belgrade, Leningrad and Moscow, one of North's cubes taken, dice 1 2 3 3 5. South
    holds four cards, three missions and three tokens, and has broken a code with pistols.
    """,
    (
        ("now: round ", "3"),
        (", ", "placing"),
        ("started:", "N"),
        ("tiles:", "544211536326"),
        ("face up:", "rad cop,esc bon,bin pra,rec sto,bin kie,rec bel"),
        ("missions up:", "7 rad bin pur any/esc,9 rad pas esc cop/blu,6 rad tra lis/pis"),
        ("code decks:", "lis,bin"),
        ("North: character ", "fe"),
        ("agents ", "ven ber par"),
        ("cubes ", "war bel"),
        ("took ", "s"),
        ("dice ", "11234"),
        ("cards ", "-"),
        (
            "missions ",
            "10 rec tra pur yel any,12 lis esc mad rom any,12 rad bin lis lon cop",
        ),
        ("codes ", "635,3614"),
        ("tokens ", "-1"),
        ("done ", "8/red"),
        ("broken", " bin"),
        ("East: character ", "an"),
        ("agents ", "bon vie ams"),
        ("cubes ", "ams bon ven cop war pra"),
        ("took ", "n"),
        ("dice ", "23446"),
        ("cards ", "2"),
        ("missions ", "2"),
        ("tokens ", "2"),
        ("done ", "13"),
        ("South: character ", "cou"),
        ("agents ", "cop len bel"),
        ("cubes ", "rom sto bel len mos"),
        ("took ", "n"),
        ("dice ", "12335"),
        ("cards ", "4"),
        ("missions ", "3"),
        ("tokens ", "3"),
        ("broken", " pis"),
    ),
)

TWO = Photograph(
    2,
    ROOT / "tests" / "data" / "tables" / "2.json",
    """
    Two players, round five, break codes. East has the first turn order token and is done, North
    the second; East placed first. Tiles: 4 3 6 5 4 5 above 3 2 2 1 6 1.

    Open around the map, from purple to red: recorder Warsaw, pistols Vienna, passport Helsinki,
    recorder Kiev, travel documents Amsterdam, radio Vienna. Missions: 6 for recorder, escape
    kit and orange, travel documents at the foot; 11 for binoculars, Odessa, yellow, purple and
    any card; 8 for recorder, passport, travel documents and any card, red at the foot. The code
    decks: radio on the one with 15 cards, listening devices on the other.

    On the circles: East's 1 on Complete Mission, North's 1 on Agency Cards, East's 4 and
    North's 5 on Movement. Of the colours that nobody plays, one has a cube in Copenhagen, the
    other in Istanbul.

    North plays the Courier, whose ability has been used twice. Agents in Venice, Amsterdam and
    Vienna; cubes in Amsterdam, Paris, Bonn, Rome, Venice, Berlin, Warsaw, Prague and Moscow; a
    cube of East's taken. A 1 and a 4 lie on the Decoder, one die on the folder. Behind the
    screen: pistols Paris, recorder Madrid, passport Berlin, travel documents Prague; missions:
    11 for radio, passport, Leningrad, red and any card; 13 for recorder, travel documents,
    escape kit, Prague, green and any card; 14 for pistols, travel documents, escape kit,
    Vienna, Amsterdam and any card; the codes 4 1 5 2 and 4 3 1 5; tokens +1 and Sneak Attack.
    Completed: one of 13 points. Broken: passport and recorder.

    East plays the Recruiter, whose ability has been used. Agents in Kiev, Vienna and Oslo;
    cubes in Stockholm, Helsinki, Warsaw, Prague, Belgrade and Leningrad; a cube of North and
    one of each colour that nobody plays taken; two dice on the folder. East holds five cards,
    three missions and two tokens. Completed: one of 13 points and one of 14. Broken:
    binoculars, listening devices, travel documents.
    """,
    (
        ("now: round ", "5"),
        (", ", "codes"),
        ("order:", "e n"),
        ("started:", "e"),
        ("tiles:", "436545322161"),
        ("face up:", "rec war,pis vie,pas hel,rec kie,tra ams,rad vie"),
        ("missions up:", "6 rec esc ora/tra,11 bin ode yel pur any,8 rec pas tra any/red"),
        ("code decks:", "15 rad,16 lis"),
        ("circles: complete ", "1e"),
        ("agency ", "1n"),
        ("movement", " 4e 5n"),
        ("colour 3:", "cop"),
        ("colour 4:", "ist"),
        ("North: character ", "cou;used 2"),
        ("agents ", "ven ams vie"),
        ("cubes ", "ams par bon rom ven ber war pra mos"),
        ("took ", "e"),
        ("decoder ", "14"),
        ("folder", " 1"),
        ("cards ", "pis par,rec mad,pas ber,tra pra"),
        (
            "missions ",
            "11 rad pas len red any,13 rec tra esc pra gre any,14 pis tra esc vie ams any",
        ),
        ("codes ", "4152,4315"),
        ("tokens ", "+1,sn"),
        ("done ", "13"),
        ("broken", " pas,rec"),
        ("East: character ", "rec;used 1"),
        ("agents ", "kie vie osl"),
        ("cubes ", "sto hel war pra bel len"),
        ("took ", "n 3 4"),
        ("folder", " 2"),
        ("cards ", "5"),
        ("missions ", "3"),
        ("tokens ", "2"),
        ("done ", "13,14"),
        ("broken", " bin,lis,tra"),
    ),
)

FOUR = Photograph(
    4,
    ROOT / "tests" / "data" / "tables" / "4.json",
    """
    Four players, round four. The codes are broken, the dice are being resolved, and it is
    North's turn. The turn order: East, South, West, North; East placed first. Tiles: 6 4 3 5 2
    3 above 6 1 1 4 2 5.

    Open around the map, from purple to red: pistols Lisbon, escape kit Oslo, listening devices
    Belgrade, binoculars Athens, listening devices London, binoculars Kiev. Missions: 6 for
    listening devices, Bonn and any card, recorder at the foot; 6 for recorder, escape kit and
    orange, travel documents at the foot; 10 for travel documents, Oslo, green and two of any
    card. Code decks: radio on five cards, binoculars on eleven.

    Complete Mission: South's 3, North's 4 and 5, West's 6. Agency Cards: East's 3, West's 6.
    Movement: West's 3, North's 4, East's 5, North's 6.

    North plays the Recruiter, whose ability has been used. Agents in Athens, Istanbul and
    Warsaw; cubes in Venice, Oslo, Helsinki, Warsaw, Prague, Belgrade, Sofia, Istanbul and
    Odessa; a cube of West's taken. Behind the screen: radio London, passport Paris, passport
    Venice, recorder Stockholm, travel documents Helsinki, binoculars Prague; missions: 10 for
    radio, recorder, twice orange and any card; 11 for radio, passport, Leningrad, red and any
    card; 13 for recorder, travel documents, escape kit, Prague, green and any card; the codes 2
    1 6 and 5 1 3; tokens +1 and First. Broken: radio, binoculars, listening devices, recorder,
    radio.

    East plays the Cryptographer: agents in Copenhagen, Paris and Berlin, cubes in London and
    Amsterdam, cubes of North and West taken, two dice on the folder; seven cards, three
    missions, three tokens. Broken: recorder, recorder, travel documents, radio.

    South plays the Fence, whose ability has been used: agents in Kiev, Helsinki and Berlin,
    cubes in Prague, Vienna, Leningrad, Moscow and Kiev, a cube of North taken, two dice on the
    folder; two cards, three missions, five tokens. Completed: one of 9 points. Broken: travel
    documents, binoculars, listening devices, escape kit.

    West plays the Courier, whose ability has been used twice: agents in Rome, Copenhagen and
    Bonn, cubes in Paris, Bonn, Lisbon, Madrid and Rome, cubes of North and East taken; two
    cards, three missions, one token. Completed: 8 points with listening devices at the foot,
    and 9 points. Broken: pistols, listening devices, escape kit.
    """,
    (
        ("now: round ", "4"),
        (", ", "resolving"),
        ("order:", "e s w n"),
        ("started:", "e"),
        ("tiles:", "643523611425"),
        ("face up:", "pis lis,esc osl,lis bel,bin ath,lis lon,bin kie"),
        ("missions up:", "6 lis bon any/rec,6 rec esc ora/tra,10 tra osl gre 2 any"),
        ("code decks:", "5 rad,11 bin"),
        ("circles: complete ", "3s 4n 5n 6w"),
        ("agency ", "3e 6w"),
        ("movement", " 3w 4n 5e 6n"),
        ("North: character ", "rec;used 1"),
        ("agents ", "ath ist war"),
        ("cubes ", "ven osl hel war pra bel sof ist ode"),
        ("took ", "w"),
        ("cards ", "rad lon,pas par,pas ven,rec sto,tra hel,bin pra"),
        (
            "missions ",
            "10 rad rec 2 ora any,11 rad pas len red any,13 rec tra esc pra gre any",
        ),
        ("codes ", "216,513"),
        ("tokens ", "+1,fi"),
        ("broken", " rad,bin,lis,rec,rad"),
        ("East: character ", "cr"),
        ("agents ", "cop par ber"),
        ("cubes ", "lon ams"),
        ("took ", "n w"),
        ("folder", " 2"),
        ("cards ", "7"),
        ("missions ", "3"),
        ("tokens ", "3"),
        ("broken", " rec,rec,tra,rad"),
        ("South: character ", "fe;used 1"),
        ("agents ", "kie hel ber"),
        ("cubes ", "pra vie len mos kie"),
        ("took ", "n"),
        ("folder", " 2"),
        ("cards ", "2"),
        ("missions ", "3"),
        ("tokens ", "5"),
        ("done ", "9"),
        ("broken", " tra,bin,lis,esc"),
        ("West: character ", "cou;used 2"),
        ("agents ", "rom cop bon"),
        ("cubes ", "par bon lis mad rom"),
        ("took ", "n e"),
        ("cards ", "2"),
        ("missions ", "3"),
        ("tokens ", "1"),
        ("done ", "8/lis,9"),
        ("broken", " pis,lis,esc"),
    ),
)

PHOTOGRAPHS = (TWO, THREE, FOUR)
