"""Names in texts about views, and the form in which `View.fields` differs from the message."""

from __future__ import annotations

from covert_engine.covert_action.exchange.layouts import ENUMS, MESSAGES
from covert_engine.input.shown import shown
from covert_engine.input.spelling import EnumName

NO_ROLE, NOTHING, NOBODY = EnumName("ROLE", "null"), EnumName("", "null"), EnumName("", "None")
"""Names of absent values, in Python and JSON."""
LONGEST = 30  # letters of a name
FORMS = {
    "View": {
        "speaker:8:number": "speaker:8:number?",
        "to_decide:9:number": "actor:9:number?",
        "choice:10:Choice": "choice:10:Text?",
    },
    "Player": {"role:3:Role": "role:3:Role?", "types:6:number*": "types:6:number*?"},
    "Card": {"role:2:Role": "role:2:Role?"},
    "Statement": {"operands:4:other": ""},
}
"""The fields of `View.fields` that are not as in the message: what the message leaves out is None,
and a choice is its text."""


def _as_fields(name: str, text: str) -> str:
    forms = FORMS.get(name, {})
    return " ".join(forms.get(field, field) for field in text.split())


FIELDS = {name: _as_fields(name, text) for name, text in MESSAGES.items()} | {"Text": ":1:text"}
"""The messages in that form."""
FIELD_ENUMS = {name: text.replace("unspecified", "-") for name, text in ENUMS.items()}


def named(enum: str, value: object) -> str:
    """Return the value of an enumeration in a few words."""
    if value is None:
        return EnumName(enum, "None")
    if isinstance(value, str) and len(value) <= LONGEST and value.isidentifier():
        return repr(EnumName(enum, value))
    return shown(value)
