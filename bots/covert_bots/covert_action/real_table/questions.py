"""The lines that can be entered about a real table, and the next one that is needed."""

from __future__ import annotations

from covert_bots.covert_action.real_table.spoken_lines import some_teams
from covert_bots.covert_action.real_table.standing import Need, Standing
from covert_bots.covert_action.real_table.typed_words import OF_OTHERS
from covert_engine.covert_action.rules.names import PLAN_TYPES, ROLES

FORMS_OF_ENTRIES = (
    ("seat 3", "your seat"),
    ("teams r b b r r b", "the team of each seat, from Seat 1 on, once a round"),
    ("card mole", "your own card, once a round"),
    ("names al bo cy di me ed", "the players' names, from Seat 1 on; then type them for seats"),
    ("opener 4", "who speaks first in the round; `skip` if there is no order"),
    ("opener nobody", "all speak as they like, in this round and the next ones"),
    ("4 am sniper", "what Seat 4 says; without its number, what the next seat says"),
    ("4 is 3 mole", "it says that Seat 3 is the Mole"),
    ("4 urge 3", "it says to shoot Seat 3"),
    ("4 pass", "it says nothing; a seat that you skip has said nothing either"),
    ("sb-m", "claims in the order of speech: Sniper, Bodyguard, nothing, Mole; x is the Saboteur"),
    ("4s 5m 6>3m 1>2", "claims of Seats 4 and 5; 6 says that 3 is the Mole, 1 says to shoot 2"),
    ("4 not mole", "it denies being the Mole; `4 2 not mole` is said of Seat 2; no evidence"),
    ("4 either 2 6 mole", "it says that one of two seats is the Mole; no evidence"),
    ("beat 2: 4 am mole", "a statement in another beat, or a correction of one"),
    ("window", "those who have not spoken say nothing; the window opens"),
    ("nobody", "nobody shoots; at the deadline, the round is void"),
    ("ordered", "at the deadline: you are ordered to shoot"),
    ("4 shoots 1", "a shot; with what came of it, if you like: `4 shoots 1 misfire`"),
    ("show 4 saboteur", "the card of a seat that is out"),
    ("drew 1 3 6", "who drew Plan cards as the round ended; `drew nobody`"),
    ("plan L", "the type of the Plan card that you drew"),
    ("held 1 0 2 0 0 1", "in mid-game: how many Plan cards each seat holds"),
    ("own P L L", "in mid-game: your Plan cards"),
    ("round 4", "in mid-game: the number of the round"),
)
QUESTIONS: dict[Need, str] = {
    "seat": "your seat, such as 3",
    "card": "your card",
    "opener": "who speaks first, or `skip`",
    "plan": "the Plan card that you drew: P, L, A or N",
    "drew": "who drew Plan cards, such as 1 3 6",
    "over": "the game is over",
    "ordered": "who is ordered: `ordered` if you are, a shot such as `4 shoots 1`, or `nobody`",
}
OVER = "the game is over; `undo` takes the last line back"


def question(standing: Standing) -> str:
    """Return the next entry that is needed; empty while the round goes on."""
    if standing.need == "shown":
        return f"the card that Seat {standing.hidden_out[0] + 1} shows"
    if standing.need == "teams":
        return f"the team of each seat, such as {some_teams(standing.settings)}"
    if standing.need == "outcome":
        *others, last = outcomes(standing)
        return f"what came of the shot: {', '.join(others)} or {last}"
    return QUESTIONS.get(standing.need, "")


def answers(standing: Standing) -> list[str]:
    """Return the lines that answer the question, where they are few."""
    seats = range(1, standing.settings.players + 1)
    roles = [ROLES[role] for role in sorted(set(standing.settings.team_cards))]
    match standing.need:
        case "seat":
            return [f"seat {seat}" for seat in seats]
        case "card":
            return [f"card {role}" for role in roles]
        case "opener":
            return ["opener nobody", *(f"opener {seat}" for seat in seats)]
        case "outcome":
            return outcomes(standing)
        case "shown":
            return [f"show {standing.hidden_out[0] + 1} {role}" for role in roles]
        case "plan" if standing.types_missing == 1:
            return [f"plan {letter}" for letter in PLAN_TYPES]
        case "ordered":
            return ["ordered", "nobody"]
    return []


def first_say(standing: Standing) -> str:
    """Return the entry that is needed before any other."""
    if standing.need == "over":
        return OVER
    return f"first enter {question(standing)}"


def outcomes(standing: Standing) -> list[str]:
    """Return the outcomes of a shot after which the round may go on, as they are typed."""
    going_on = standing.outcomes_that_go_on()
    outcomes = ["success", "team out" if "team_out" in going_on else "fail"]
    outcomes += ["misfire"] if "misfire" in going_on else []
    return [*outcomes, "purge", "coup"] if standing.settings.saboteurs else outcomes


def own_claims(standing: Standing) -> list[int]:
    """Return the roles that a seat can claim for itself."""
    settings = standing.settings
    return sorted(set(settings.team_cards)) if settings.talk else []


def other_claims(standing: Standing) -> list[int]:
    """Return the roles that a seat can say another has."""
    return [role for role in own_claims(standing) if ROLES[role] in OF_OTHERS]
