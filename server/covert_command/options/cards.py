"""`--cards`, which only Covert has."""

from __future__ import annotations

from covert_command.covert.choices import card_set as card_set
from covert_command.covert.choices import card_set_file as card_set_file
