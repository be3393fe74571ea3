#!/usr/bin/python3
"""Makes the pictures of the documentation from the pages as they are now.

    scripts/pictures.py [HOST]    default: build/release/bin/host

Writes docs/match-light.png, docs/match-dark.png, docs/hint.png and docs/blame-tonga.png.
Needs Debian's chromium, chromium-driver and python3-selenium. Exit code: 0, done; 1, the
host or the browser failed.
"""

import base64
import os
import pathlib
import subprocess
import sys
import tempfile

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parent.parent
GAME = ("--game", "tonga", "--plugin", "server", "--plugin", "greedy", "--seats", "listed", "--set", "n=10", "--seed", "7")
TURN = 80
SIZE = (1366, 768)
HINT_TURN = 6
HINT_HEIGHT = 1190  # all of the hint beside the board
# The match of docs/analysis.md, and the turn that lost.
UCT = "uct,simulations=300"
BLUNDER = ("--game", "tonga", "--set", "n=8", "--seats", "listed", "--seed", "3", "--plugin", UCT, "--plugin", UCT, "--swap", "23:0=random",
           "--swap", f"25:0={UCT}")
BLUNDER_TURN = 23
# Asks for a hint, as soon as the page has loaded all strategies.
ASK = """
const form = [...document.querySelectorAll("details.card")].find((each) => each.firstChild.textContent === "What would a strategy do?");
if (!form) return false;
form.open = true;
form.querySelector("select").value = "uct";
form.querySelector("select").dispatchEvent(new Event("change", { bubbles: true }));
form.querySelector("[type=submit]").click();
return true;
"""


def make(host, folder):
    match, page = str(folder / "match.json"), folder / "page.html"
    subprocess.run([host, *GAME, "--record", match, "--quiet", "--no-db"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([host, "replay", match, "--html", str(page)], check=True)
    shown = [("match-light", page, TURN, "light"), ("match-dark", page, TURN, "dark")]
    blunder, blame = str(folder / "blunder.json"), folder / "blunder.html"
    subprocess.run([host, *BLUNDER, "--time", "0", "--record", blunder, "--quiet", "--no-db"], check=True, stdout=subprocess.DEVNULL)
    subprocess.run([host, "blame", blunder, "--seat", "0", "--reference", UCT, "--time", "0", "--seconds", "600", "--quiet", "--html", str(blame)], check=True, stdout=subprocess.DEVNULL)
    shown.append(("blame-tonga", blame, BLUNDER_TURN, "light"))
    options = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
        options.add_argument(argument)
    browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    try:
        width, height = SIZE
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        for name, file, turn, scheme in shown:
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            browser.get("about:blank")
            browser.get(f"{file.as_uri()}#turn={turn}")
            WebDriverWait(browser, 60).until(lambda _: browser.find_elements("css selector", ".score"))
            bottom = browser.execute_script("return Math.ceil(document.querySelector('main').getBoundingClientRect().bottom)")
            # Beyond the window: in a higher one, the board would be larger.
            picture = browser.execute_cdp_cmd("Page.captureScreenshot", {
                "captureBeyondViewport": True, "clip": {"x": 0, "y": 0, "width": width, "height": bottom, "scale": 1}})
            (ROOT / f"docs/{name}.png").write_bytes(base64.b64decode(picture["data"]))
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "light"}]})
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                {"width": width, "height": HINT_HEIGHT, "deviceScaleFactor": 1, "mobile": False})
        with subprocess.Popen([host, "serve", match, "--db", str(folder / "none.db")], stdout=subprocess.PIPE, text=True,
                              env={**os.environ, "XDG_DATA_HOME": str(folder)}) as server:
            try:
                link = [server.stdout.readline() for _ in range(2)][1].strip()
                browser.get(f"{link}match?id=file-1#turn={HINT_TURN}")
                WebDriverWait(browser, 60).until(lambda _: browser.execute_script(ASK))
                WebDriverWait(browser, 60).until(lambda _: browser.find_elements("css selector", ".board .heat rect"))
                browser.execute_script("document.activeElement.blur()")
                picture = browser.execute_cdp_cmd("Page.captureScreenshot", {})
                (ROOT / "docs/hint.png").write_bytes(base64.b64decode(picture["data"]))
            finally:
                server.terminate()
    finally:
        browser.quit()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        make(sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/bin/host"), pathlib.Path(folder))
