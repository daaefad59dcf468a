"""How quick the page is, in Debian's Chromium: its start, its first paint on a slow phone, and the
time from a click until the move is drawn, on a table against `greedy`, which hardly thinks.

    PYTHONPATH=tests python benchmarks/speed/browser.py
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import click
from page.conftest import CHROMIUM, QUIET
from page.table_server import TableServer
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

# A phone as Lighthouse throttles one: slow 4G, and a processor four times slower than this one.
LATENCY, BYTES_A_SECOND, SLOWER = 150, 1_600_000 / 8, 4
PHONE = {"width": 360, "height": 780}
DESK = {"width": 1280, "height": 900}
TIMES = """
new MutationObserver((_, observer) => {
  if (document.querySelector("form.new-game button.main") === null) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.usable = performance.now())));
}).observe(document, { childList: true, subtree: true });
"""
# Clicks a listed move, and waits for the frame in which it is drawn. The calls of the page are
# watched: what is drawn before the answer, such as a button that waits, does not count.
CLICKS = """
async (count) => {
  const ask = window.fetch;
  const pause = () => new Promise((resolve) => setTimeout(resolve, 30));
  const [times, answers] = [[], []];
  let answered;
  window.fetch = async (address, request) => {
    const answer = await ask(address, request);
    if (String(address).endsWith("/Act")) answered?.();
    return answer;
  };
  const drawn = (start) => new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(resolve));
    });
    answered = () => {
      answers.push(performance.now() - start);
      observer.observe(document.body, {
        attributes: true, characterData: true, childList: true, subtree: true,
      });
    };
  });
  while (times.length < count && !document.querySelector(".ending")) {
    const moves = [...document.querySelectorAll("[role=listbox] [role=option]")];
    if (moves.length > 0) {
      const start = performance.now();
      const done = drawn(start);
      moves[(7 * times.length) % moves.length].click();
      await done;
      times.push(performance.now() - start);
    }
    await pause();
  }
  window.fetch = ask;
  return [times, answers];
}
"""


def start_times(folder: Path, count: int) -> list[float]:
    """Return the seconds until `covert-bots table` says that it is ready."""
    times = []
    for _ in range(count):
        before = time.perf_counter()
        with TableServer(folder):
            times.append(time.perf_counter() - before)
    return times


@contextmanager
def opened(browser: Browser, size: Any) -> Iterator[tuple[Page, CDPSession]]:
    """Give a page of a new browser context, with its session of the DevTools protocol."""
    context = browser.new_context(viewport=size, locale="en")
    page = context.new_page()
    yield page, context.new_cdp_session(page)
    context.close()


def first_load(browser: Browser, address: str) -> tuple[float, float, float]:
    """Return the milliseconds to the first paint and to a form that can be used, and the bytes of
    the files, on a slow phone."""
    with opened(browser, PHONE) as (page, session):
        sizes: dict[str, float] = {}
        files: set[str] = set()

        def answered(event: dict[str, Any]) -> None:
            if "covertbots.v1" not in event["response"]["url"]:
                files.add(event["requestId"])

        def loaded(event: dict[str, Any]) -> None:
            sizes[event["requestId"]] = event["encodedDataLength"]

        session.on("Network.responseReceived", answered)
        session.on("Network.loadingFinished", loaded)
        session.send("Network.enable")
        session.send(
            "Network.emulateNetworkConditions",
            {
                "offline": False,
                "latency": LATENCY,
                "downloadThroughput": BYTES_A_SECOND,
                "uploadThroughput": BYTES_A_SECOND,
            },
        )
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.add_init_script(TIMES)
        page.goto(address)
        page.wait_for_function("() => window.usable")
        paint: float = page.evaluate(
            "performance.getEntriesByName('first-contentful-paint')[0].startTime"
        )
        return paint, page.evaluate("usable"), sum(sizes[one] for one in files)


def click_times(
    browser: Browser, address: str, count: int
) -> tuple[list[float], list[float], float]:
    """Return the milliseconds from clicks until moves are drawn, and until they are answered; and
    the milliseconds of processor time that the page's thread takes for a move and the reply."""
    with opened(browser, DESK) as (page, session):
        session.send("Performance.enable")
        page.add_init_script("localStorage.setItem('covert-bots pace', 'instant')")
        request = {"seats": [{"host": "Ann"}, {"bot": "greedy"}], "seed": "7"}
        made = page.request.post(f"{address}covertbots.v1.Tables/CreateTable", data=request).json()
        page.goto(f"{address}#/table/{made['table']}/{made['seatToken']}")
        page.locator(".hand").wait_for()
        before = thread_time(session)
        drawn, answered = page.evaluate(CLICKS, count)
        return sorted(drawn), sorted(answered), (thread_time(session) - before) / len(drawn)


def thread_time(session: CDPSession) -> float:
    """Return the milliseconds of processor time that the page's thread has taken."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    times = {each["name"]: each["value"] for each in metrics}
    return 1000 * float(times["ThreadTime"])


@click.command()
@click.option("--starts", default=5, show_default=True)
@click.option("--loads", default=7, show_default=True)
@click.option("--clicks", default=100, show_default=True)
def main(starts: int, loads: int, clicks: int) -> None:
    """Measure and print."""
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with TemporaryDirectory() as folder:
        ready = start_times(Path(folder), starts)
        print(f"`covert-bots table` is ready after {median(ready):.2f} s, at most {max(ready):.2f}")
        with TableServer(Path(folder)) as server, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
            first = [first_load(browser, server.address) for _ in range(loads)]
            paints, usables, sizes = zip(*first, strict=True)
            print(f"files of the page: {max(sizes) / 1000:.0f} kB as they are sent")
            print(
                f"first paint on a slow phone: {median(paints):.0f} ms, at most {max(paints):.0f}"
            )
            print(f"a game can be set up: {median(usables):.0f} ms, at most {max(usables):.0f}")
            times, answers, busy = click_times(browser, server.address, clicks)
            print(
                f"from a click until it is drawn: median {median(times):.0f} ms, "
                f"95% within {times[len(times) * 95 // 100]:.0f} ms ({len(times)} clicks); "
                f"until the server answers: median {median(answers):.0f} ms; "
                f"the page's thread works {busy:.0f} ms for a move and the reply"
            )
            browser.close()
    print(f"load at the end {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
