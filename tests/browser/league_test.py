"""The page on which people upload to a league."""

import pathlib
import re
import subprocess

import browser
from access_test import OWN_CHECKS
from serving import ServedTest


class LeaguePage(ServedTest):
    def serve_league(self):
        league = self.folder / "weekly"
        league.mkdir()
        (league / "league.toml").write_text("title = 'Weekly'\nseeds = 'random:1:0123456789abcdef0123456789abcdef'\nanchors = ['random']\nplacements = 1\n"
                                            "blocks = 2\n[match]\ngame = 'tonga'\nset = ['n=6']\nwall = 60\n")
        (league / "people.toml").write_text("[people]\nada = 'ada-0123456789abcdef'\n")
        self.server = subprocess.Popen([browser.host, "league", "serve", str(league)], cwd=self.folder, env=self.environment,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.stop)
        for line in self.server.stdout:
            if found := re.search(r"ada  (http://.*/ada-0123456789abcdef/)$", line):
                browser.browser.get(found[1])
                return
        self.fail("the server has told no link")

    def upload(self, path):
        self.one("#file").send_keys(str(path))
        self.one("button[type=submit]").click()

    def test_takes_a_file_and_shows_what_became_of_it(self):
        self.serve_league()
        self.wait(lambda: self.text("h1") == "Weekly ada", "the page is there")
        broken = self.folder / "broken.so"
        broken.write_text("no library")
        self.upload(broken)
        self.wait(lambda: "broken.so: is not a shared library" in (self.text("[role=alert]") or ""), "a file of another type is refused")
        self.upload(pathlib.Path(browser.host).parent / "plugins/tonga/greedy.so")
        self.wait(lambda: "greedy.so is there" in self.text(".status"), "the file has come")
        self.wait(lambda: re.search(r"ada/greedy@1.*takes part2-?\d+", self.text("main")), "the version has played, and has a rating")
        self.assertEqual([], self.script(OWN_CHECKS))
        self.script("window.real = window.fetch; window.fetch = () => Promise.reject(new TypeError())")
        self.wait(lambda: "does not answer" in self.text(".status"), "the page says that its server has gone")
        self.script("window.fetch = real")
        self.wait(lambda: self.text(".status") == "", "until it is back")
        self.one("main a[href='site/index.html']").click()
        self.wait(lambda: "ada/greedy@1" in (self.text("table") or ""), "the table of all has it")
