"""Reads cards, codes and tokens of a view from the bytes of its message.

Fields go by their numbers in covert_view.proto; the bounds are those of `_read_view.pyx`.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from covert_engine.covert.cards._compiled cimport ABILITIES, CODE_CARDS, NONE, TOKENS, CompiledSet
from covert_engine.covert.exchange._message cimport (
    Message, flag, members, next_field, number, part, text, within,
)
from covert_engine.covert.exchange._message import Unexpected
from covert_engine.covert.knowledge._view cimport CodePlace, Place, View

cdef enum:
    LAST_LOT = 63


cdef int read_place(Message message, int players, int cards, int most, Place* places,
                    uint8_t* size) except -1:
    cdef Place* place
    cdef int card
    size[0] = within(size[0] + 1, 1, most)
    place = &places[size[0] - 1]
    place.card = NONE
    while next_field(&message):
        if message.field == 1:
            card = number(&message, 0, cards)
            place.card = card - 1 if card else NONE
        elif message.field == 2:
            place.known = members(&message, 0, players - 1)
        elif message.field == 3:
            place.lot = number(&message, 0, LAST_LOT)
        else:
            raise Unexpected
    return 0


cdef int fill_places(int count, int most, Place* places, uint8_t* size) except -1:
    if count == -1:
        return 0
    for i in range(size[0], within(count, size[0], most)):
        places[i].card = NONE
    size[0] = count
    return 0


cdef int read_code(CompiledSet cards, Message message, CodePlace* place) except -1:
    cdef int card
    place.card = place.equipment = NONE
    while next_field(&message):
        if message.field == 1:
            card = number(&message, 0, CODE_CARDS)
            place.card = card - 1 if card else NONE
        elif message.field == 2:
            place.equipment = named_or_none(text(&message), cards.equipment_of)
        elif message.field == 3:
            place.shown = flag(&message)
        else:
            raise Unexpected
    return 0


cdef int read_tokens(Message message, uint8_t* tokens) except -1:
    cdef int ability = NONE, count = 0
    while next_field(&message):
        if message.field == 1:
            ability = number(&message, 1, ABILITIES) - 1
        elif message.field == 2:
            count = number(&message, 1, TOKENS)
        else:
            raise Unexpected
    if ability == NONE or tokens[ability] or not count:
        raise Unexpected
    tokens[ability] = count
    return 0


cdef int read_deck(Message message, int players, int cards, Place* places, uint8_t* size,
                   uint8_t* lot, uint64_t* discards, uint16_t* shuffles, uint8_t* lots) except -1:
    cdef int unseen = 0
    cdef int count = -1
    while next_field(&message):
        if message.field == 1:
            read_place(part(&message), players, cards, cards, places, size)
        elif message.field == 2:
            lot[0] = number(&message, 0, LAST_LOT) or NONE
        elif message.field == 3:
            discards[0] = members(&message, 1, cards)
        elif message.field == 4:
            shuffles[0] = number(&message, 0, MOST_SHUFFLES)
        elif message.field == 5:
            unseen = within(unseen + 1, 1, LAST_LOT)
            read_lot(part(&message), cards, lots)
        elif message.field == 6:
            count = number(&message, 0, cards)
        else:
            raise Unexpected
    return fill_places(count, cards, places, size)


cdef int read_lot(Message message, int cards, uint8_t* lots) except -1:
    cdef uint64_t listed = 0
    cdef int lot = 0, card
    while next_field(&message):
        if message.field == 1:
            lot = number(&message, 1, LAST_LOT)
        elif message.field == 2:
            listed = members(&message, 1, cards)
        else:
            raise Unexpected
    if not lot:
        raise Unexpected
    for card in range(cards):
        if listed >> card & 1:
            if lots[card] != NONE:
                raise Unexpected
            lots[card] = lot
    return 0


cdef int read_code_deck(CompiledSet cards, Message message, View* view, int deck) except -1:
    while next_field(&message):
        if message.field == 1:
            view.code_deck_size[deck] = number(&message, 0, CODE_CARDS)
        elif message.field == 2:
            view.code_top[deck] = named_or_none(text(&message), cards.equipment_of)
        else:
            raise Unexpected
    return 0


# Names.

cdef int named(str name, dict places) except -1:
    place = places.get(name)
    if place is None:
        raise Unexpected
    return place


cdef int named_or_none(str name, dict places) except -1:
    return NONE if name == "unspecified" else named(name, places)
