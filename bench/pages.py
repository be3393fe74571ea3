#!/usr/bin/python3
"""Measures the pages of a match of 100,000 actions in the browser: how long until it is shown, and a step of the slider; and how long
until the first page is shown, with 10,000 matches.

    bench/pages.py [HOST]    default: build/release/bin/host

Times are of the clock, from the start of the navigation to the frame after the last change. Needs Debian's chromium,
chromium-driver and python3-selenium.
"""

import contextlib
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parent.parent
TURNS = 100_000
MATCHES = {"inc, 5 x 5": ["--game", "inc", *["--plugin", "random"] * 3, "--set", "rows=5", "--set", "columns=5", "--set", f"turns={TURNS}"],
           "linez": ["--game", "linez", "--plugin", "greedy", "--set", "colours=2", "--set", f"moves={TURNS}", "--time", "100"]}
MATCH_COUNT = 10_000
OPENINGS = 5
STEPS = 200

# The time when the board has its cells and the slider all turns.
WATCH = """
const watch = () => {
  const slider = document.querySelector(".slider");
  const there = slider && Number(slider.max) === TURNS && document.querySelector("svg.board .tile");
  const home = document.querySelector("main td.command, main .matches li");
  if (there || home) requestAnimationFrame(() => setTimeout(() => { window.shownAfter = performance.now(); }));
  else requestAnimationFrame(watch);
};
requestAnimationFrame(watch);
""".replace("TURNS", str(TURNS))

# Moves the slider to one turn after another. Each step ends with the frame in which the page shows the turn.
SLIDE = """
const [turns, done] = [arguments[0], arguments[1]];
const slider = document.querySelector(".slider");
const times = [];
const next = () => {
  if (times.length === turns.length) {
    done(times);
    return;
  }
  const turn = turns[times.length];
  const begin = performance.now();
  slider.value = turn;
  slider.dispatchEvent(new Event("input"));
  const shown = () => document.querySelector(".side [aria-live] h2").textContent.startsWith(turn === 0 ? "Start" : `Turn ${turn} `);
  const look = () => {
    if (!shown()) setTimeout(look, 1);
    else requestAnimationFrame(() => setTimeout(() => { times.push(performance.now() - begin); next(); }));
  };
  look();
};
next();
"""


def open_browser():
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1200,900"):
        options.add_argument(argument)
    browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    browser.set_script_timeout(300)
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    return browser


def opened(browser, address):
    """Returns after how many milliseconds the page is shown."""
    browser.get("about:blank")
    browser.get(address)
    return WebDriverWait(browser, 60, 0.02).until(lambda _: browser.execute_script("return window.shownAfter ?? null"))


def row(name, times):
    times = sorted(times)
    print(f"  {name:<44}{statistics.median(times):8.1f} ms median {times[int(len(times) * 0.9)]:8.1f} ms of 90 %")


def measure(host, folder, browser, title, words):
    record, page = folder / "match.jsonl", folder / "page.html"
    subprocess.run([host, *words, "--seed", "5", "--record", str(record), "--quiet", "--no-db", "--board", "none"], check=True,
                   stdout=subprocess.DEVNULL)
    begin = time.monotonic()
    subprocess.run([host, "replay", str(record), "--html", str(page)], check=True)
    print(f"{title}: {TURNS} actions, {record.stat().st_size / 1e6:.1f} MB; page {page.stat().st_size / 1e6:.1f} MB, written in "
          f"{time.monotonic() - begin:.1f} s")
    times = []
    for _ in range(OPENINGS):  # of a new server each, which has not replayed the match
        with served(host, "--db", folder / "none.db", record) as link:
            times.append(opened(browser, f"{link}match?id=file-1"))
            if len(times) == OPENINGS:
                slide(browser)
            browser.get("about:blank")
    row("served: opened", times)
    row("page from disk: opened", [opened(browser, page.as_uri()) for _ in range(OPENINGS)])


@contextlib.contextmanager
def served(host, *words):
    """Starts a server, and gives its link."""
    server = subprocess.Popen([host, "serve", *words], stdout=subprocess.PIPE, text=True)
    server.stdout.readline()
    yield server.stdout.readline().strip()
    server.send_signal(signal.SIGINT)
    server.wait()


def measure_home(host, folder, browser):
    words = ["--game", "tonga", "--plugin", "random", "--plugin", "greedy", "--set", "n=6", "--quiet"]
    database, matches = folder / "results.db", folder / "matches.jsonl"
    subprocess.run([host, "tournament", *words, "--seeds", f"1-{MATCH_COUNT // 2}", "--db", database], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([host, *words, "--seeds", f"1-{MATCH_COUNT}", "--no-db", "--record", matches], check=True, stdout=subprocess.DEVNULL)
    print(f"The first page, {MATCH_COUNT} matches")
    for name, files in (("in a database", [database]), ("in a file", [folder / "none.db", matches])):
        with served(host, "--db", *files) as link:
            row(name, [opened(browser, link) for _ in range(OPENINGS)])
            browser.get("about:blank")


def slide(browser):
    # The last turn is there when the whole match has been replayed.
    begin = time.monotonic()
    browser.execute_async_script(SLIDE, [TURNS])
    print(f"  {'served: the last turn, right after opening':<44}{1000 * (time.monotonic() - begin):8.1f} ms")
    turns = [(i * 7919 * 101) % TURNS for i in range(1, STEPS + 1)]
    row("served: a jump of the slider, anywhere", browser.execute_async_script(SLIDE, turns))
    drag = [TURNS // 2 + 97 * i for i in range(STEPS)]  # a pixel is about a hundred turns
    row("served: a step of a dragged slider", browser.execute_async_script(SLIDE, drag))
    row("served: a turn on", browser.execute_async_script(SLIDE, list(range(1000, 1000 + STEPS))))


def main():
    host = str(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/bin/host").resolve())
    print(f"load: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        browser = open_browser()
        try:
            measure_home(host, pathlib.Path(folder), browser)
            for title, words in MATCHES.items():
                measure(host, pathlib.Path(folder), browser, title, words)
        finally:
            browser.quit()


if __name__ == "__main__":
    main()
