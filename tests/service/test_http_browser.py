"""A page in a browser calls the service, if the server lets pages of its origin."""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from command.pages import blocks
from command.shell import LONGEST
from google.protobuf import json_format
from service.games import request_view, some_decisions
from service.server import Serving

from covert_server.settings import Settings

VIEW = json_format.MessageToDict(request_view(some_decisions(3, 11, 12)[3]))
# `watch` is that of docs/http.md.
PAGE = """<!doctype html><title>Bots</title><script type="module">
const url = "URL/covertbots.v1.";
WATCH
const found = {};
try {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(QUESTION);
  const answer = await fetch(url + "Opponent/SuggestMove", { method: "POST", headers, body });
  found.suggested = (await answer.json()).suggestion.turnInWords;
  found.got = (await fetch(url + "Opponent/ListBots?encoding=json&message={}")).status;
  found.watched = [];
  const question = { request: QUESTION, interval: "0.05s" };
  for await (const { final } of watch(question)) found.watched.push(final);
  found.refused = await watch({ request: { bot: "hal" } }).next().catch((error) => error.message);
} catch (error) {
  found.failed = error.message;
}
await fetch("found", { method: "POST", body: JSON.stringify(found) });
</script>
"""


def chromium() -> str:
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if (path := shutil.which(name)) is not None:
            return path
    pytest.skip("not installed: chromium")


@contextmanager
def pages(folder: Path) -> Iterator[tuple[str, Queue[Any]]]:
    """Serve a folder; yield the origin of its pages, and what they send back."""
    sent: Queue[Any] = Queue()

    class Pages(SimpleHTTPRequestHandler):
        def do_POST(self) -> None:
            sent.put(json.loads(self.rfile.read(int(self.headers["content-length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Pages, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", sent
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def browsing(address: str, folder: Path) -> Iterator[None]:
    """Show a page."""
    switches = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"]
    browser = subprocess.Popen(
        [chromium(), *switches, f"--user-data-dir={folder / 'profile'}", address],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        browser.terminate()
        browser.wait(60)


@pytest.mark.parametrize("allowed", [True, False])
def test_a_page_of_another_origin(tmp_path: Path, allowed: bool) -> None:
    chromium()
    (program,) = (block.text for block in blocks("docs/http.md") if block.language == "js")
    watch = program[program.index("async function*") : program.index("const question")]
    question = {"view": VIEW, "bot": "ismcts", "limits": {"iterations": 20_000}}
    with pages(tmp_path) as (origin, sent):
        origins = (origin,) if allowed else ("http://127.0.0.1:1",)
        settings = Settings(workers=2, http_address="127.0.0.1:0", http_origins=origins)
        with Serving(settings) as serving:
            page = PAGE.replace("WATCH", watch).replace("QUESTION", json.dumps(question))
            page = page.replace("http://localhost:8080", serving.url).replace("URL", serving.url)
            (tmp_path / "page.html").write_text(page)
            with browsing(f"{origin}/page.html", tmp_path):
                seen = sent.get(timeout=LONGEST)
    if not allowed:
        assert seen == {"failed": "Failed to fetch"}
        return
    assert seen["suggested"]
    assert seen["got"] == 200
    assert len(seen["watched"]) > 1
    assert seen["watched"] == [False] * (len(seen["watched"]) - 1) + [True]
    assert seen["refused"].startswith("request.bot: 'hal': there is no such bot")
