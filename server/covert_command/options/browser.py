"""`--no-browser`, of commands that serve a page."""

from __future__ import annotations

import click

no_browser = click.option(
    "--no-browser", is_flag=True, help="Print the address, and open no browser."
)
