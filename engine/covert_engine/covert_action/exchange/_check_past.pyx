"""Checks of the past of a round: the shots of a view, who is out, and the statements."""

from libc.stdint cimport uint32_t, uint64_t

from covert_engine.covert_action.exchange._numbers cimport (
    SHOT_ORDERED, SHOT_OUTCOME, SHOT_SHOOTER, SHOT_T, SHOT_TARGET, STATEMENT_SEAT, STATEMENT_T,
    STATEMENT_TEXT, VIEW_BEAT, VIEW_PHASE, VIEW_SHOTS, VIEW_STATEMENTS,
)
from covert_engine.covert_action.exchange._read_view cimport ViewReader
from covert_engine.covert_action.rules._actions cimport (
    AM, IS, NOT_SAID, PASS, SAID_PASS, URGE, first_of, kind_of, second_of, statement_of,
)
from covert_engine.covert_action.rules._settings cimport MAX_SEATS, VOID, Rules
from covert_engine.covert_action.rules._state cimport (
    MAX_T, MISFIRE, OVER, TALK, TEAM_OUT, PublicState, Shot,
)
from covert_engine.input._reader cimport ITSELF, NO_INDEX, List, Message, path_of
from covert_engine.covert_action.exchange.names import named
from covert_engine.covert_action.rules.names import OUTCOMES, PHASES, ROLES
from covert_engine.input.shown import shown

cdef enum:
    ANY_OUTCOME = (1 << (TEAM_OUT + 1)) - 1


cdef int check_shots(ViewReader reader) except -1:
    cdef PublicState* public = &reader.view.public
    cdef const Rules* rules = reader.rules
    cdef List shots = reader.shots
    cdef Message message
    cdef const Shot* shot
    cdef uint64_t out = 0
    cdef int before = 0      # t of the previous shot that began a stretch
    cdef int earlier = 0     # t of the one before that
    cdef bint team_out = False
    cdef bint ends, allowed
    cdef int i
    for i in range(shots.size):
        if not read_shot(reader, &shots, &message):
            return 0
        shot = &public.shot[i]
        if not before < shot.t <= before + rules.beats:
            reader.remark(&message, SHOT_T, f"{shot.t}; expected {before + 1} to "
                          f"{before + rules.beats} (3.1)")
        if shot.ordered and (shot.t < before + rules.beats or rules.deadline == VOID):
            reader.remark(&message, SHOT_ORDERED,
                          "true; expected false before a deadline that orders")
        for field, seat in ((SHOT_SHOOTER, shot.shooter), (SHOT_TARGET, shot.target)):
            if out >> <int> seat & 1:
                reader.remark(&message, field, f"{seat}; expected a seat that was in")
        ends = shot.outcome != MISFIRE and shot.outcome != TEAM_OUT
        if ends:
            allowed = public.phase == OVER and i == shots.size - 1
        else:
            allowed = not team_out and (
                rules.saboteurs if shot.outcome == MISFIRE else rules.alternate)
        if not allowed:
            reader.remark(&message, SHOT_OUTCOME,
                          f"{named('OUTCOME', OUTCOMES[shot.outcome])} cannot be here "
                          "(3.8 to 3.10)")
        team_out |= shot.outcome == TEAM_OUT
        if not ends:
            earlier = before
            before = shot.t
        out |= put_out(public, shot)
    if public.phase == OVER and rules.players - count(out) < 2:
        before = earlier     # no stretch began: the round was void at once (3.12)
    if public.t - before != public.beat:
        reader.remark(&reader.root, VIEW_BEAT,
                      f"{public.beat}; expected {public.t - before}, as t is {public.t}")
    if public.phase == OVER and not shots.size and public.beat != rules.beats:
        reader.remark(&reader.root, VIEW_BEAT,
                      f"{public.beat}; expected {rules.beats} where no shot ended it")
    return 0


cdef bint read_shot(ViewReader reader, List* shots, Message* message) except -1:
    """Note the mistakes in the values of the next shot; return True if there are none."""
    cdef int before = len(reader.mistakes)
    cdef int last = reader.rules.players - 1
    cdef int shooter, target
    reader.enter_item(&reader.root, shots, message)
    if len(reader.mistakes) > before:
        return False
    reader.number(message, SHOT_T, 1, reader.view.public.t)
    shooter = reader.number(message, SHOT_SHOOTER, 0, last)
    target = reader.number(message, SHOT_TARGET, 0, last)
    reader.member(message, SHOT_OUTCOME, ANY_OUTCOME, False)
    reader.flag(message, SHOT_ORDERED)
    if len(reader.mistakes) == before and shooter == target:
        reader.remark(message, SHOT_TARGET, f"{target} is the shooter; expected another seat")
    return len(reader.mistakes) == before


cdef uint64_t put_out(const PublicState* public, const Shot* shot) noexcept:
    """Return the seats that a shot puts out, including those that were out before. Seats that no
    table has count as one."""
    cdef uint64_t out
    cdef int seat
    if shot.outcome != MISFIRE and shot.outcome != TEAM_OUT:
        return 0
    out = <uint64_t> 1 << min(shot.shooter, 63) | <uint64_t> 1 << min(shot.target, 63)
    if shot.outcome == TEAM_OUT and shot.shooter < MAX_SEATS:
        for seat in range(MAX_SEATS):
            if public.team[seat] == public.team[shot.shooter]:
                out |= <uint64_t> 1 << seat
    return out


cdef int count(uint64_t seats) noexcept:
    cdef int number = 0
    while seats:
        seats &= seats - 1
        number += 1
    return number


cdef int check_who_is_in(ViewReader reader) except -1:
    cdef const PublicState* public = &reader.view.public
    cdef uint64_t out = 0
    cdef int i, seat
    cdef bint is_in
    for i in range(public.shots):
        out |= put_out(public, &public.shot[i])
    for seat in range(reader.rules.players):
        is_in = public.seats_in >> seat & 1
        if is_in == <bint> (out >> seat & 1):
            reader.remark_at(f"players[{seat}].is_in", f"{is_in}; the shots say otherwise (2.5)")
    if reader.rules.players - count(out) < 2 and public.phase != OVER:
        reader.remark(&reader.root, VIEW_PHASE,
                      f"{shown(PHASES[public.phase])} with less than two seats in (3.12)")
    return 0


cdef int check_statements(ViewReader reader) except -1:
    cdef PublicState* public = &reader.view.public
    cdef List statements = reader.statements
    cdef Message message
    cdef uint32_t due[MAX_T]           # bits: seats that have spoken, by beat
    cdef uint32_t inside[MAX_T]        # bits: seats that were in then
    cdef int i, t, seat, before
    fill_due(reader, due, inside)
    for i in range(statements.size):
        before = len(reader.mistakes)
        reader.enter_item(&reader.root, &statements, &message)
        if len(reader.mistakes) > before:
            continue
        t = reader.number(&message, STATEMENT_T, 1, public.t) - 1
        seat = reader.number(&message, STATEMENT_SEAT, 0, reader.rules.players - 1)
        if reader.raw(&message, STATEMENT_T) != <uint64_t> t + 1 or (
                reader.raw(&message, STATEMENT_SEAT) != <uint64_t> seat):
            continue
        if not due[t] >> seat & 1:
            reader.remark(&message, ITSELF, f"seat {seat} did not speak in beat {t + 1} (3.3)")
        elif public.said[t][seat] != NOT_SAID:
            reader.remark(&message, ITSELF, f"seat {seat} speaks twice in beat {t + 1} (3.3)")
        else:
            public.said[t][seat] = read_statement(reader, &message, inside[t], seat)
    for t in range(public.t):
        for seat in range(reader.rules.players):
            if due[t] >> seat & 1 and public.said[t][seat] == NOT_SAID:
                public.said[t][seat] = SAID_PASS
    return 0


cdef void fill_due(ViewReader reader, uint32_t* due, uint32_t* inside) noexcept:
    cdef const PublicState* public = &reader.view.public
    cdef int players = reader.rules.players
    cdef uint64_t out = 0
    cdef int t, i, place, seat
    for t in range(public.t):
        due[t] = 0
        for i in range(public.shots):
            if public.shot[i].t == t:                # in the beat before
                out |= put_out(public, &public.shot[i])
        inside[t] = <uint32_t> (((1 << players) - 1) & ~out)
        for place in range(players if reader.rules.talk else 0):
            seat = (public.opener + t + place) % players
            if public.phase == TALK and t == public.t - 1 and seat == public.speaker:
                break
            due[t] |= inside[t] & 1 << seat


cdef int read_statement(ViewReader reader, const Message* message, uint32_t inside,
                        int speaker) except -1:
    """Return a statement; NOT_SAID for a mistake, which is noted."""
    cdef long long action = reader.action(message, STATEMENT_TEXT, "pass")
    cdef int kind = kind_of(action), first = first_of(action)
    cdef int role = second_of(action) if kind == IS else first
    if not action:
        return NOT_SAID
    wrong = None
    if kind not in (PASS, AM, IS, URGE):
        wrong = "expected a statement: pass, am, is or urge"
    elif (kind == AM or kind == IS) and not reader.rules.roles >> role & 1:
        wrong = f"no {ROLES[role]} is among the cards in use"
    elif (kind == IS or kind == URGE) and (not inside >> first & 1 or first == speaker):
        wrong = "expected another seat that was in"
    if wrong is None:
        return statement_of(action)
    text = shown(reader.text(message, STATEMENT_TEXT))
    reader.remark(message, STATEMENT_TEXT, f"{text}; {wrong} (3.4)")
    return NOT_SAID
