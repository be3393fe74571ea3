"""A browser, the host, and what tests ask of both."""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

PATIENCE = 120  # seconds, for a busy machine; a passing test waits for none of them

host = ""
browser = None


def open_browser():
    """Starts the browser that all tests share."""
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                     "--disable-extensions", "--disable-background-networking", "--in-process-gpu", "--window-size=1000,800"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    made = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    made.set_script_timeout(PATIENCE)
    made.set_page_load_timeout(PATIENCE)
    return made


class BrowserTest(unittest.TestCase):
    """Each test has a folder of its own, and fails if the browser's console has an error."""

    def setUp(self):
        self.folder = pathlib.Path(self.enterContext_(tempfile.TemporaryDirectory(prefix="agon-browser-")))
        self.environment = {"HOME": str(self.folder), "PATH": os.environ["PATH"], "TMPDIR": str(self.folder)}
        browser.get_log("browser")

    def tearDown(self):
        errors = [entry["message"] for entry in browser.get_log("browser") if entry["level"] == "SEVERE"]
        browser.get("about:blank")
        self.assertEqual([], errors)

    def enterContext_(self, context):
        self.addCleanup(context.__exit__, None, None, None)
        return context.__enter__()

    def run_host(self, *words, code=0):
        """Returns what the host prints."""
        result = subprocess.run([host, *words], cwd=self.folder, env=self.environment, capture_output=True, text=True,
                                stdin=subprocess.DEVNULL, timeout=PATIENCE)
        self.assertEqual(code, result.returncode, result.stdout + result.stderr)
        return result.stdout

    def record(self, name, *words):
        self.run_host(*words, "--record", name, "--quiet", "--no-db", "--board", "none")
        return json.loads((self.folder / name).read_text().splitlines()[0])

    def open_file(self, name, fragment=""):
        browser.get("about:blank")
        browser.get((self.folder / name).as_uri() + fragment)

    def open(self, address, there):
        """Opens a page, and waits until an element is there."""
        browser.get(address)
        self.wait(lambda: self.all(there), f"{address} has {there}")

    def wait(self, condition, what):
        WebDriverWait(browser, PATIENCE, poll_frequency=0.05).until(lambda _: condition(), what)

    def script(self, text, *values):
        return browser.execute_script(text, *values)

    def one(self, selector):
        return browser.find_element("css selector", selector)

    def all(self, selector):
        return browser.find_elements("css selector", selector)

    def shown(self, selector):
        return self.script("const found = document.querySelector(arguments[0]); return Boolean(found) && !found.closest('[hidden]')", selector)

    def text(self, selector):
        return self.script("return document.querySelector(arguments[0])?.textContent ?? null", selector)

    def turn(self):
        return self.text(".count b")

    def click(self, text, selector="button"):
        """Clicks on the element with this text, as soon as it is there."""
        self.wait(lambda: self.script("""
            const found = [...document.querySelectorAll(arguments[0])].find((each) => each.textContent === arguments[1] && !each.hidden);
            found?.click();
            return Boolean(found)""", selector, text), f"one can click on '{text}'")

    def resize(self, width, height, **more):
        """Gives the page this size until the end of the test."""
        self.addCleanup(browser.execute_cdp_cmd, "Emulation.clearDeviceMetricsOverride", {})
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False, **more})

    def box(self, selector):
        """Returns the top, bottom, left and right of an element."""
        return self.script("const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.top, box.bottom, box.left, box.right]", selector)

    def press(self, *keys):
        self.one("body").send_keys(*keys)

    def go(self, turn):
        """Moves the slider."""
        self.script("const slider = document.querySelector('.slider'); slider.value = arguments[0];"
                    "slider.dispatchEvent(new Event('input'))", turn)

    def glyphs(self):
        """Returns the rows of the board that the page shows."""
        return self.script("""
            const cells = [...document.querySelectorAll('svg.board .cell')];
            const text = (cell) => cell.dataset.glyph || ' ';
            const columns = new Set(cells.map((cell) => cell.getAttribute('transform').split(/[( ]/)[1])).size;
            const rows = [];
            for (let i = 0; i < cells.length; i += columns) rows.push(cells.slice(i, i + columns).map(text));
            return rows;""")


def boards(printed):
    """Returns the boards that `replay` has printed: for each the rows of cells, of games with glyphs in all of them."""
    found = []
    for part in printed.split("\n\n"):
        rows = [line for line in part.splitlines() if re.match(r" ?\d+ [ \[]..\S?", line)]
        if rows:
            start = rows[0].index(" ", 1) + 1
            found.append([[row[at:at + 3].strip(" []") for at in range(start, len(row), 3)] for row in rows])
    return found


def main(folder):
    global host, browser
    host = str(pathlib.Path(sys.argv.pop(1)).resolve())
    if not os.path.exists("/usr/bin/chromedriver"):
        sys.exit("The Debian packages chromium and chromium-driver are missing; scripts/setup.sh check installs them.")
    browser = open_browser()
    try:
        loader = unittest.defaultTestLoader
        loader.testNamePatterns = [f"*{name}*" for name in sys.argv[1:]] or None
        suite = loader.discover(folder, pattern="*_test.py")
        passed = unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful()
    finally:
        browser.quit()
    sys.exit(0 if passed else 1)
