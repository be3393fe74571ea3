"""The pages in Firefox, if Debian's firefox-esr is there: driven by its own protocol, Marionette."""

import itertools
import json
import os
import pathlib
import socket
import subprocess
import time
import unittest

from browser import PATIENCE
from serving import TONGA, ServedTest

FIREFOX = "/usr/bin/firefox-esr"
PREFERENCES = {"marionette.port": 0, "app.update.enabled": False, "datareporting.policy.dataSubmissionEnabled": False, "toolkit.telemetry.enabled": False,
               "browser.shell.checkDefaultBrowser": False, "network.captive-portal-service.enabled": False, "network.connectivity-service.enabled": False,
               "extensions.systemAddon.update.enabled": False, "services.settings.server": "", "browser.startup.page": 0}


class Firefox:
    """A browser with a profile of its own. A message is its length, a colon, and JSON: [0, number, command, parameters], or [1, number, error, result]."""

    def __init__(self, folder):
        folder.mkdir()
        (folder / "user.js").write_text("".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()))
        self.process = subprocess.Popen([FIREFOX, "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", str(folder)],
                                        env={**os.environ, "HOME": str(folder)}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        port = folder / "MarionetteActivePort"
        self.wait(lambda: port.exists() and port.read_text(), "Firefox has started")
        self.socket = socket.create_connection(("127.0.0.1", int(port.read_text())), PATIENCE)
        self.received = b""
        self.numbers = itertools.count(1)
        self.message()  # a greeting
        self.ask("WebDriver:NewSession", {"capabilities": {}})

    def message(self):
        while b":" not in self.received:
            self.received += self.socket.recv(65536)
        size, _, self.received = self.received.partition(b":")
        while len(self.received) < int(size):
            self.received += self.socket.recv(65536)
        whole, self.received = self.received[:int(size)], self.received[int(size):]
        return json.loads(whole)

    def ask(self, command, parameters):
        text = json.dumps([0, next(self.numbers), command, parameters]).encode()
        self.socket.sendall(b"%d:%s" % (len(text), text))
        _, _, error, result = self.message()
        if error:
            raise AssertionError(f"{command}: {error['message']}")
        return result

    def script(self, text, *values):
        return self.ask("WebDriver:ExecuteScript", {"script": text, "args": values})["value"]

    def wait(self, condition, what):
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain: {what}")
            time.sleep(0.05)

    def open(self, address, selector):
        self.ask("WebDriver:Navigate", {"url": address})
        self.wait(lambda: self.script("return Boolean(document.querySelector(arguments[0]))", selector), f"{address} has {selector}")

    def click(self, selector):
        """Moves the mouse to an element, and clicks."""
        x, y = self.script("""const found = document.querySelector(arguments[0]); found.scrollIntoView({ block: "center" });
                              const box = found.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round)""", selector)
        moves = [{"type": "pointerMove", "x": x, "y": y, "duration": 0}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        self.ask("WebDriver:PerformActions", {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}]})

    def errors(self):
        """Returns what the console has of the pages."""
        self.ask("Marionette:SetContext", {"value": "chrome"})
        found = self.script("""return Services.console.getMessageArray().filter((each) => each instanceof Ci.nsIScriptError
            && !(each.flags & Ci.nsIScriptError.warningFlag) && /^(http|file):/.test(each.sourceName)).map(String)""")
        self.ask("Marionette:SetContext", {"value": "content"})
        return found

    def quit(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(PATIENCE)


@unittest.skipUnless(os.path.exists(FIREFOX), "the Debian package firefox-esr is missing")
class InFirefox(ServedTest):
    def setUp(self):
        super().setUp()
        self.firefox = Firefox(pathlib.Path(self.folder) / "profile")
        self.addCleanup(self.firefox.quit)

    def test_a_whole_match_is_played_by_mouse(self):
        self.serve()
        page = self.firefox
        identity = self.ask("api/play", {"game": "tonga", "seed": "1", "parameters": {"n": "6"}, "seats": [{"plugin": "human"}, {"plugin": "greedy"}]})["id"]
        page.open(f"{self.link}match?id={identity}", ".cell.pickable")
        for turn in range(0, 36, 2):
            page.wait(lambda: page.script("return document.querySelector('.count b').textContent === arguments[0] && Boolean(document.querySelector('.cell.pickable'))", str(turn)), f"turn {turn} is shown")
            page.click(".cell.pickable")
        page.wait(lambda: page.script("return Boolean(document.querySelector('.status.over'))"), "the match is over")
        self.assertTrue(self.header(identity)["live"]["over"])
        self.assertEqual([], page.errors())

    def test_no_page_scrolls_sideways_or_has_an_error(self):
        self.record("match.jsonl", *TONGA, "--seed", "3")
        self.run_host("replay", "match.jsonl", "--html", "page.html")
        self.run_host("tournament", *TONGA, "--seeds", "1-3", "--quiet", "--db", "results.db")
        self.run_host("standings", "--db", "results.db", "--html", "site")
        self.serve("match.jsonl")
        pages = {self.link: ".demo svg.board", self.link + "run?id=1": ".heat td a", self.link + "match?id=file-1": "svg.board .stone", self.link + "play": "#game",
                 self.link + "compare?left=run-1-0&right=run-1-2": ".compare svg.board", (self.folder / "page.html").as_uri(): "svg.board .stone",
                 (self.folder / "site/index.html").as_uri(): "table", (self.folder / "site/match/run-1-0.html").as_uri(): "svg.board .stone"}
        for width in (500, 1366):  # the narrowest window of Firefox
            self.firefox.ask("WebDriver:SetWindowRect", {"width": width, "height": 768})
            for address, there in pages.items():
                self.firefox.open(address, there)
                with self.subTest(f"{address}, {width} pixels"):
                    self.assertEqual(0, self.firefox.script("return document.documentElement.scrollWidth - document.documentElement.clientWidth"))
        self.assertEqual([], self.firefox.errors())
