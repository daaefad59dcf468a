"""Makes the second picture of the README: a table in the browser, some moves into a game.

    python docs/table_picture.py            write docs/table.png

Needs Playwright (in the extra `test`) and Chromium as `chromium` in the PATH. A move is that of
`greedy`, so the picture shows the same position each time.
"""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import ViewportSize, sync_playwright

from covert_server.app import Server
from covert_server.settings import Settings
from covertbots.client import Client
from covertbots.v1.tables_pb2 import CreateTableResponse, SeatPlan

PICTURE = Path(__file__).with_name("table.png")
SIZE: ViewportSize = {"width": 1600, "height": 1000}  # pixels
SEED = 7
MOVES = 24  # of the seat that is shown
BOT = "greedy"
WAIT = 60.0  # seconds for the bot to move


@contextmanager
def served(folder: str) -> Iterator[tuple[str, int]]:
    """Serve the page and tables; yields the target for gRPC and the port for HTTP."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()

    async def start() -> tuple[Server, int]:
        settings = Settings(
            address="127.0.0.1:0",
            http_address="127.0.0.1:0",
            page=True,
            tables=str(Path(folder, "tables.sqlite")),
        )
        server = Server(settings)
        return server, await server.start()

    server, port = asyncio.run_coroutine_threadsafe(start(), loop).result()
    assert server.http_port is not None
    try:
        yield f"127.0.0.1:{port}", server.http_port
    finally:
        asyncio.run_coroutine_threadsafe(server.stop(0.0), loop).result()


def played(client: Client) -> CreateTableResponse:
    """Return a table some moves into its game, with the seat to decide again."""
    made = client.create_table([SeatPlan(host="Ann"), SeatPlan(bot=BOT)], seed=SEED)
    left, after = MOVES, 0
    while True:
        table = client.get_table(made.table, made.seat_token, after, wait=WAIT).table
        after = table.news
        if not table.to_decide.legal_actions:
            continue
        if not left:
            return made
        hint = client.suggest_move(table.view, BOT)
        client.act(made.table, made.seat_token, table.news, hint.suggestion.moves[0].action)
        left -= 1


def main() -> None:
    """The command."""
    chromium = shutil.which("chromium")
    with TemporaryDirectory() as folder, served(folder) as (target, port):
        with Client(target) as client:
            made = played(client)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page(viewport=SIZE, locale="en", color_scheme="light")
            page.goto(f"http://127.0.0.1:{port}/#/table/{made.table}/{made.seat_token}")
            page.get_by_text("Your turn").first.wait_for()
            skip = page.get_by_role("button", name="Skip")
            if skip.is_visible():
                skip.click()
            page.wait_for_timeout(1000)
            page.screenshot(path=PICTURE)


if __name__ == "__main__":
    main()
