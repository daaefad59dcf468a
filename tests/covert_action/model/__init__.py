"""The rules of Covert Action a second time, in slow and plain Python, to hold the engine against.

Written from the rules alone (docs/rules-covert-action.md). Seats count from 0, and from 1 in the
text of an action; rounds, t and beats count from 1. Cards, teams and roles are words.

    settings   what can be set, and what is wrong with it: 1.2, 1.5
    cards      Spy cards, those in use, and where they lie: 1.3, 1.4, 2.1, 2.2
    chance     all that is left to chance: 2.4
    table      what lies on the table and what has happened this round
    actions    the texts of statements and shots: 3.4, 3.5
    shot       who acts as Sniper, outcomes, who is put out, who draws: 2.6, 3.8 to 3.10
    game       deal, beats, windows, deadline, ends of rounds and of the game: 2.3, 3, 5
    view       what one seat sees: 4.1 to 4.4
    worlds     all deals of roles and of Plan cards that agree with a view: 4.5
    posterior  what follows from a view, by counting them

A game asks an object for everything random. It is a `chance.Chance`; each method is a row of the
table in 2.4 and is given the key of its event. Nothing depends on the order of the questions.

    plan_deck()                            40 types, "P", "L", "A" or "N", the top of the deck first
    set_aside(round, cards in use, count)  the cards that lie in the centre
    deal(round, the other cards)           the same cards in the order of seats
    opener(round, number of seats)         a seat
    fire_lot(round, t, seat)               a number: of the seats that shoot, the highest fires
    order_lot(round, t, seat)              a number: of the acting Snipers, the highest is ordered

The model compares lots and breaks ties itself (2.4); it asks for the lots of those seats alone that
take part. `SeededChance` answers from Python's random numbers. To play the game of another
implementation, write a class that answers as that one does. Cards in use come team by team (red,
blue, green), each team's as sniper, cleaner, mole, bodyguards, saboteur; of two cards that are
alike it makes no difference which is meant.
"""
