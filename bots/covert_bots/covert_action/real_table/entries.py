"""Entries about a real table, line by line: read leniently, kept in one form.

Each form below is one in which a line is kept; `log` shows them, and they can be typed too. An
answer to the current question may be short: `mole` for the card, `rbbrrb` for the teams.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import deepcopy

from covert_bots.covert_action.real_table.questions import (
    FORMS_OF_ENTRIES,
    OVER,
    first_say,
    outcomes,
)
from covert_bots.covert_action.real_table.spoken_lines import (
    is_number,
    remark,
    split,
    teams_in,
    with_seats,
    wrong_names,
)
from covert_bots.covert_action.real_table.standing import EntryError, Need, Standing
from covert_bots.covert_action.real_table.typed_words import (
    DIGITS,
    is_nothing,
    of_this_table,
    read_role,
    read_statement,
)
from covert_engine.covert_action import (
    Kind,
    NotationError,
    Settings,
    ViewError,
    format_action,
    parse_action,
    unpack,
)
from covert_engine.covert_action.rules.names import (
    OUTCOMES,
    PLAN_TYPES,
    ROLES,
    OutcomeName,
)
from covert_engine.covert_action.rules.notation import FORMS
from covert_engine.input.hints import did_you_mean

STATEMENTS = (Kind.PASS, Kind.AM, Kind.IS, Kind.URGE)
GOING_ON: tuple[Need, ...] = ("nothing", "ordered")
"""Needs while a round goes on."""
SHOT = re.compile(
    r"(?:seat )?(me|i|\d+) (?:is ordered and )?(?:shoots?|shot|fires?|fired)(?: at)?"
    r" (?:seat )?(me|\d+)(?:[ :,]+(.+))?"
)
BEAT = re.compile(r"(?:beat |b)(\d+)[ :]+(.+)")
SPOKEN = re.compile(r"(?:seat )?(me|\d+)(?: says| claims)?[ :,]+(.+)")


class TableLog:
    """The entries about a table, and its standing after them."""

    def __init__(self, settings: Settings) -> None:
        self._standings = [Standing(settings)]
        self.entries: list[str] = []
        """All valid entries, in the form in which they are kept."""

    @property
    def now(self) -> Standing:
        """The current standing of the table."""
        return self._standings[-1]

    def enter(self, line: str) -> str:
        """Enter a line, which may hold several claims, and return it as it is kept; EntryError if
        it is wrong, and nothing of it is entered."""
        entered = len(self.entries)
        typed = with_seats(" ".join(line.split()), self.now.names)
        open_to_all = self.now.need in ("nothing", "opener")
        try:
            for part in split(typed.casefold()) if open_to_all else [typed]:
                if part != typed and not part[0].isdigit() and self.now.phase == "window":
                    self._enter("nobody")  # the next beat, as somebody speaks
                self._enter(part)
        except EntryError:
            del self._standings[entered + 1 :], self.entries[entered:]
            raise
        return ", ".join(self.entries[entered:])

    def _enter(self, line: str) -> None:
        standing = deepcopy(self.now)
        kept = _Reader(standing).read(line)
        try:
            standing.view()
        except ViewError as error:
            wrong = _at_the_table(*error.violations[0])
            undo = "if an earlier line is wrong, take lines back with `undo`"
            raise EntryError(f"that cannot be: {wrong}; {undo}") from None
        self._standings.append(standing)
        self.entries.append(kept)

    def undo(self) -> str:
        """Take the last line back and return it; EntryError if there is none."""
        if not self.entries:
            raise EntryError("there is nothing to take back")
        self._standings.pop()
        return self.entries.pop()


def _at_the_table(field: str, wrong: str) -> str:
    """Return a view's mistake as players name it: seats count from 1, and a mistake of all seats
    has no name."""
    path = re.sub(r"players\[(\d+)\]\.?", lambda match: f"Seat {int(match[1]) + 1}, ", field)
    return wrong if field == "players" else f"{path}: {wrong}"


class _Reader:
    """Reads a line, and tells the standing its contents."""

    def __init__(self, standing: Standing) -> None:
        self._now = standing
        self._forms: dict[str, Callable[[list[str]], str]] = {
            "seat": self._seat,
            "names": self._names,
            "teams": self._teams,
            "team": self._teams,
            "card": self._card,
            "opener": self._opener,
            "window": self._window,
            "nobody": self._nobody,
            "hold": self._nobody,
            "ordered": self._ordered,
            "show": self._show,
            "drew": self._drew,
            "draw": self._drew,
            "plan": self._plan,
            "held": self._held,
            "own": self._own,
            "round": self._round,
        }
        self._answers: dict[str, Callable[[list[str]], str]] = {
            "seat": self._seat,
            "teams": self._teams,
            "card": self._card,
            "opener": self._first_word,
            "outcome": self._outcome,
            "shown": lambda words: self._show(
                words if words[1:] else [str(self._now.hidden_out[0] + 1), *words]
            ),
            "plan": self._plan,
            "drew": self._drew,
        }

    def read(self, line: str) -> str:
        typed = line.casefold()
        word, *rest = typed.split()
        need = self._now.need
        if need == "outcome" and _is_outcome(typed):  # before `team` as a short form of `teams`
            return self._outcome(typed.split())
        if word in self._forms and not (word == "seat" and need != "seat"):
            return self._forms[word](rest)
        if need == "over":
            raise EntryError(OVER)
        shot = SHOT.fullmatch(typed)
        if shot is not None and need in GOING_ON:
            return self._shot(shot[1], shot[2], shot[3])
        if need in self._answers:
            return self._answers[need](typed.split())
        return self._statement(typed)

    def _number(self, word: str, what: str, lowest: int, highest: int) -> int:
        if not is_number(word) or not lowest <= int(word[:DIGITS]) <= highest:
            raise EntryError(f"{word!r}; expected {what}, {lowest} to {highest}")
        return int(word)

    def _seat_of(self, word: str) -> int:
        if word == "me" and self._now.seat is not None:
            return self._now.seat
        return self._number(word, "a seat", 1, self._now.settings.players) - 1

    def _word(self, words: Sequence[str], form: str) -> str:
        if len(words) != 1:
            raise EntryError(f"expected something like `{form}`")
        return words[0]

    # the forms

    def _seat(self, words: list[str]) -> str:
        if self._now.seat is not None:
            raise EntryError(f"you sit in Seat {self._now.seat + 1} already")
        seat = self._seat_of(self._word([word for word in words if word != "seat"], "seat 3"))
        self._now.seat = seat
        return f"seat {seat + 1}"

    def _teams(self, words: list[str]) -> str:
        self._need_seat()
        teams = teams_in(words, self._now.settings)
        self._now.tell_teams(teams)
        return f"teams {' '.join(team[0] for team in teams)}"

    def _card(self, words: list[str]) -> str:
        self._need_seat()
        roles = [role for role in map(read_role, words) if role is not None]
        if len(roles) != 1:
            used = ", ".join(ROLES[role] for role in sorted(set(self._now.settings.team_cards)))
            raise EntryError(f"{' '.join(words)!r}; expected your card: {used}")
        self._now.tell_card(roles[0])
        return f"card {ROLES[roles[0]]}"

    def _opener(self, words: list[str]) -> str:
        if words == ["nobody"]:
            self._now.tell_no_order()
            return "opener nobody"
        seat = self._seat_of(self._word([word for word in words if word != "seat"], "opener 4"))
        self._now.tell_opener(seat)
        return f"opener {seat + 1}"

    def _first_word(self, words: list[str]) -> str:
        """Enter who speaks first: a seat, `skip` if there is no order, or what a seat says."""
        if words == ["skip"]:
            return self._opener(["1"])
        seat, action = self._spoken(" ".join(words))
        if seat is None or action is None:
            return self._opener(words)
        self._now.tell_opener(seat)
        return self._statement(" ".join(words))

    def _names(self, words: list[str]) -> str:
        mistake = wrong_names(words, self._now.settings.players, self._forms)
        if mistake:
            raise EntryError(mistake)
        self._now.names = words
        return f"names {' '.join(words)}"

    def _window(self, words: list[str]) -> str:
        self._need_nothing()
        self._now.tell_window()
        return "window"

    def _nobody(self, words: list[str]) -> str:
        if self._now.need == "drew":
            return self._drew(["nobody"])
        self._need_nothing()
        self._now.tell_nobody()
        return "nobody"

    def _ordered(self, words: list[str]) -> str:
        self._need_nothing()
        self._now.tell_ordered()
        return "ordered"

    def _shot(self, shooter: str, target: str, outcome: str | None) -> str:
        if shooter == "i":
            shooter = "me"
        firing, hit = self._seat_of(shooter), self._seat_of(target)
        result = None if outcome is None else self._outcome_of(outcome.split())
        self._now.tell_shot(firing, hit, result)
        return f"{firing + 1} shoots {hit + 1}" + (f" {result.replace('_', ' ')}" if result else "")

    def _outcome(self, words: list[str]) -> str:
        """Enter an outcome without its shot, which has a line of its own."""
        outcome = self._outcome_of(words)
        self._now.tell_outcome(outcome)
        return outcome.replace("_", " ")

    def _outcome_of(self, words: list[str]) -> OutcomeName:
        """Return the outcome of words; with `alternate` the first fail of a round is a team out
        (3.10)."""
        outcome = _outcome_in(words, self._now)
        is_team_out = outcome == "fail" and "team_out" in self._now.outcomes_that_go_on()
        return "team_out" if is_team_out else outcome

    def _show(self, words: list[str]) -> str:
        if len(words) < 2:
            raise EntryError("expected a seat and its card, such as `show 4 saboteur`")
        seat, role = self._seat_of(words[0]), read_role(words[-1])
        if role is None:
            used = sorted(set(self._now.settings.team_cards))
            roles = ", ".join(ROLES[number] for number in used)
            raise EntryError(f"{words[-1]!r}; expected a role: {roles}")
        self._now.tell_shown(seat, role)
        return f"show {seat + 1} {ROLES[role]}"

    def _drew(self, words: list[str]) -> str:
        """Enter seats, where the player's own may have the type of its card: `1 3L 6`."""
        if self._now.need != "drew":
            raise EntryError("Plan cards are drawn when a shot has ended the round")
        names = [word for word in words if word not in ("and", "seat", "drew", "draw")]
        if not names:
            raise EntryError("expected seats, such as `drew 1 3 6`, or `drew nobody`")
        seats, letter = [], ""
        for name in names if not is_nothing(" ".join(names)) else []:
            match = re.fullmatch(r"(me|\d+)([plan]?),?", name)
            if match is None:
                raise EntryError(f"{name!r}; expected seats, such as `drew 1 3 6`, or `nobody`")
            seats.append(self._seat_of(match[1]))
            if match[2] and seats[-1] != self._now.seat:
                raise EntryError(f"{name!r}: nobody sees the type of another's card")
            letter = letter or match[2]
        self._now.tell_draws(seats)
        kept = " ".join(str(seat + 1) for seat in seats)
        if letter:
            self._now.types[PLAN_TYPES.index(letter.upper())] += 1
            own = self._now.seat
            kept = " ".join(f"{seat + 1}{letter.upper() if seat == own else ''}" for seat in seats)
        return f"drew {kept or 'nobody'}"

    def _plan(self, words: list[str]) -> str:
        letters = _letters(words)
        missing = self._now.types_missing
        if len(letters) != missing:
            known = f"you have drawn {missing} whose type is not entered"
            known = known if missing else "the types of all that you drew are entered"
            raise EntryError(f"Plan cards: {len(letters)}; {known}")
        for letter in letters:
            self._now.types[PLAN_TYPES.index(letter)] += 1
        return f"plan {' '.join(letters)}"

    def _held(self, words: list[str]) -> str:
        self._need_seat()
        held = [self._number(word, "a number of Plan cards", 0, 30) for word in words]
        self._now.tell_held(held)
        return f"held {' '.join(map(str, held))}"

    def _own(self, words: list[str]) -> str:
        self._need_seat()
        letters = _letters(words)
        self._now.tell_types([letters.count(letter) for letter in PLAN_TYPES])
        return f"own {' '.join(letters)}"

    def _round(self, words: list[str]) -> str:
        number = self._number(self._word(words, "round 4"), "a round", 1, 60)
        self._now.tell_round(number)
        return f"round {number}"

    def _statement(self, typed: str) -> str:
        now, rest = self._now, typed
        beat = BEAT.fullmatch(rest)
        t = now.t
        if beat is not None:
            t, rest = int(beat[1][:DIGITS]), beat[2]
        spoken, action = self._spoken(rest)
        seat = now.speaker if spoken is None else spoken
        urged = action is not None and unpack(action).kind == Kind.URGE
        if now.phase != "talk" and urged and spoken is None:
            raise EntryError("who shoots? expected something like `3 shoots 4`")
        noted = remark(rest, now.speaker) if action is None and beat is None else None
        if noted is not None:
            for word in (str(noted[0] + 1), *noted[1].split()):
                if is_number(word):
                    self._seat_of(word)
            now.tell_remark(*noted)
            return f"{noted[0] + 1} {noted[1]}"
        if action is None or seat is None:
            raise EntryError(_unread(rest, action is not None, now.settings))
        if beat is not None:
            now.tell_statement(seat, action, t)
            return f"beat {t}: {seat + 1} {format_action(action)}"
        now.tell_again(seat, action)
        return f"{seat + 1} {format_action(action)}"

    def _spoken(self, typed: str) -> tuple[int | None, int | None]:
        """Return the seat and its statement; the seat is None for the next speaker."""
        if self._now.seat is not None:
            typed = re.sub(r"\bme\b", str(self._now.seat + 1), typed)
        spoken = SPOKEN.fullmatch(typed)
        if spoken is not None:
            action = _statement_in(spoken[2])
            if action is not None:
                return self._seat_of(spoken[1]), action
        return None, _statement_in(typed)

    def _need_seat(self) -> None:
        if self._now.seat is None:
            raise EntryError("which seat is yours? expected something like `seat 3`")

    def _need_nothing(self) -> None:
        if self._now.need not in GOING_ON:
            raise EntryError(first_say(self._now))


def _statement_in(typed: str) -> int | None:
    try:
        action = parse_action(typed)
    except NotationError:
        return read_statement(typed)
    return action if unpack(action).kind in STATEMENTS else read_statement(typed)


def _unread(typed: str, spoken: bool, settings: Settings) -> str:
    if spoken:
        return "who says that? expected a seat before it, such as `4 pass`"
    words = re.sub(r"^(?:seat )?\d+ ", "", typed).split()
    if words and words[0] in FORMS:
        try:
            parse_action(" ".join(words))
        except NotationError as error:
            return of_this_table(error, settings)
    names = [form.split()[0] for form, _ in FORMS_OF_ENTRIES if form[0].isalpha()]
    spoken_of = (form for form in FORMS if form != "shoot")  # a shot has its shooter first
    hint = did_you_mean(words[0], (*names, *spoken_of)) if words else ""
    near = hint if "did you mean" in hint else ""
    return f"{typed!r} is neither a command nor something that happens (`help` lists both){near}"


def _is_outcome(typed: str) -> bool:
    return "_".join(typed.split()) in OUTCOMES


def _outcome_in(words: Sequence[str], standing: Standing) -> OutcomeName:
    name = "_".join(words)
    for outcome in OUTCOMES:
        if outcome == name:
            return outcome
    hint = did_you_mean(name, OUTCOMES)
    known = ", ".join(outcomes(standing))
    raise EntryError(
        f"{' '.join(words)!r}; expected what came of the shot: {known}"
        f"{hint if 'did you mean' in hint else ''}"
    )


def _letters(words: Sequence[str]) -> list[str]:
    """Return types of Plan cards: `P L L`, `pll`."""
    letters = [letter.upper() for letter in "".join(words).replace(",", "")]
    wrong = [letter for letter in letters if letter not in PLAN_TYPES]
    if wrong or not letters:
        shown = " ".join(words)
        raise EntryError(f"{shown!r}; expected types of Plan cards: {', '.join(PLAN_TYPES)}")
    return letters
