"""`--json`."""

from __future__ import annotations

import click

as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
