"""The rules of Covert a second time, in slow and plain Python, to hold the engine against.

Written from the rules, docs/notation.md and the card set alone. Everything counts as the page
and the notation do: cards, faces, tiles and agents from 1, seats from 0. An action is its text.
Chance is asked by name (`chance.py`), so that a test can hand in the outcomes of another game.

    table     what lies on the table, in every hand, and who knows it
    decks     drawing, refilling, limits: 5.10, 5.13, 5.14, section 10
    windows   Espionage and First: 6.12 to 6.17
    movement  steps, cubes, pairs: 5.4 to 5.6, 5.11, 5.12
    uses      abilities, flights, characters' plays: 6
    placing   phase one: 3
    rerolls   of dice before they are placed and on the Decoder: 3.8
    codes     phase two: 4
    paths     codes that bend: 4.2
    missions  what completes a mission, and paying for it: 7
    resolving phase three and the last missions: 5, 8.2
    game      setup, rounds, the end, and the face of it all: 2, 8
    view      what one seat knows: 10
"""
