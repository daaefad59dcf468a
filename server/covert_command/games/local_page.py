"""The page, served on this machine alone until Ctrl-C, and opened in a browser."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import webbrowser
from collections.abc import Callable
from dataclasses import replace
from threading import Thread

import click

from covert_command.terminal.mistakes import Mistake
from covert_server.app import serve
from covert_server.calls.call_log import LogStyle, start_log
from covert_server.settings import Settings

HOST = "127.0.0.1"

no_browser_option = click.option(
    "--no-browser", is_flag=True, help="Print the address, and open no browser."
)


def serve_page(
    settings: Settings,
    port: int,
    announce: Callable[[str], None],
    *,
    view: str = "",
    no_browser: bool,
) -> None:
    """Serve a page at a port, 0 for a free one, until a signal. `announce` prints the address of
    the view; Mistake if the port is taken."""
    start_log(LogStyle("warning", False))
    settings = replace(settings, address=f"{HOST}:0", http_address=f"{HOST}:{port}", page=True)

    def ready(_port: int, http_port: int | None) -> None:
        address = f"http://{HOST}:{http_port}/{view}"
        try:
            announce(address)
            sys.stdout.flush()
        except OSError as error:
            raise Mistake(f"standard output: {error.strerror or error}") from error
        if not no_browser and _has_display():
            # Not every browser comes back before it is closed.
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    try:
        number = asyncio.run(serve(settings, ready))
    except ImportError as error:
        raise Mistake(str(error)) from error
    except OSError as error:
        cause = error.__cause__ if isinstance(error.__cause__, OSError) else error
        why = cause.strerror or str(error)
        raise Mistake(f"--port: {port}: {why}; expected a free port, or 0 for any") from error
    if number == signal.SIGINT:
        raise KeyboardInterrupt


def _has_display() -> bool:
    """Return True if a browser can have a window of its own."""
    return sys.platform == "darwin" or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
