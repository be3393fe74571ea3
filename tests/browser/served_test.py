"""`host serve`: watching, playing, exchanging players, and what it refuses."""

import http.client
import json
import signal
import socket
import subprocess
import urllib.parse

import browser
from browser import PATIENCE, BrowserTest, Keys, boards

TONGA = ("--game", "tonga", "--plugin", "greedy", "--plugin", "random", "--set", "n=6")


class ServedTest(BrowserTest):
    def serve(self, *words):
        """Starts a server, which ends with the test. Returns its link."""
        self.server = subprocess.Popen([browser.host, "serve", "--db", str(self.folder / "results.db"), *words], cwd=self.folder,
                                       env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.stop)
        said = self.server.stdout.readline()
        self.link = self.server.stdout.readline().strip()
        self.assertIn("listens on 127.0.0.1, for this machine only", said)
        self.assertRegex(self.link, r"^http://127\.0\.0\.1:\d+/[0-9a-f]{32}/$")
        return self.link

    def stop(self):
        browser.browser.get("about:blank")  # else the page misses its server
        if self.server.poll() is None:
            self.server.send_signal(signal.SIGINT)
        code = self.server.wait(PATIENCE)
        self.server.stdout.close()
        return code

    def request(self, method, path, body=None, **headers):
        """Returns status and body of a request without a browser."""
        link = urllib.parse.urlsplit(self.link)
        connection = http.client.HTTPConnection(link.hostname, link.port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        connection.request(method, path, body, {"Host": link.netloc, **headers})
        response = connection.getresponse()
        self.headers = response.headers
        return response.status, response.read().decode()

    def ask(self, path, body=None):
        link = urllib.parse.urlsplit(self.link)
        if body is None:
            return json.loads(self.request("GET", link.path + path)[1])
        origin = f"{link.scheme}://{link.netloc}"
        return json.loads(self.request("POST", link.path + path, json.dumps(body), Origin=origin)[1])

    def play(self, game, seats, seed="1", **parameters):
        """Starts a match, and opens it in the browser. Returns its id."""
        made = self.ask("api/play", {"game": game, "seed": seed, "parameters": parameters,
                                     "seats": [{"plugin": seat, "options": {}} for seat in seats]})
        self.assertIn("id", made)
        self.open_match(made["id"])
        return made["id"]

    def open_match(self, identity):
        browser.browser.get(f"{self.link}match?id={identity}")
        self.wait(lambda: self.text(".count b") is not None, "the match is shown")

    def turns(self):
        return int(self.text(".count").split("/")[1])

    def header(self, identity):
        return self.ask(f"api/match?id={identity}")

    def wait_for_turn_of_person(self, identity):
        self.wait(lambda: self.header(identity)["live"]["over"] or self.header(identity)["live"]["waits"], "the strategies have played")
        return self.header(identity)


class Watching(ServedTest):
    def test_shows_files_runs_and_their_matches(self):
        transcript = self.record("match.jsonl", *TONGA, "--seed", "3")
        self.run_host("tournament", *TONGA, "--seeds", "1-3", "--secret", "hush", "--quiet", "--db", "results.db")
        self.serve("match.jsonl")
        browser.browser.get(self.link)
        self.wait(lambda: len(self.all("td.command")) == 1, "the run is listed")
        self.one(".matches a").click()
        self.wait(lambda: self.text(".count") == f"0 / {len(transcript['actions'])}", "the match is loaded")
        printed = boards(self.run_host("replay", "match.jsonl"))
        for turn in (7, 36, 0):
            self.go(turn)
            self.wait(lambda: self.glyphs() == printed[turn], f"turn {turn}")
        browser.browser.get(self.link)
        self.wait(lambda: self.all("th a"), "the run is listed")
        self.one("th a").click()
        self.wait(lambda: len(self.all(".seeds tbody tr")) == 6, "all matches are in the table")
        self.one("input[type=search]").send_keys("2")
        self.assertEqual({"2"}, {cell.text for cell in self.all(".seeds tbody td:nth-child(2)")})
        self.all(".seeds thead button")[3].click()
        scores = [int(cell.text.split(":")[0].replace("\u2212", "-")) for cell in self.all(".seeds tbody td:nth-child(4)")]
        self.assertEqual(sorted(scores, reverse=True), scores)
        # No transcript was kept, so the match is played again, with the stored result.
        shown = self.one(".seeds tbody td:nth-child(4)").text
        self.one(".seeds tbody a").click()
        self.wait(lambda: self.text(".moves h2") == "The match is over", "the match is played again")
        self.assertEqual("", self.text(".problem"))
        self.press(Keys.END)
        self.wait(lambda: " : ".join(cell.text for cell in self.all(".score")) == shown, "it has the stored scores")
        self.assertIn("CPU time", self.text(".turn"))

    def test_refuses_strangers(self):
        self.serve()
        link = urllib.parse.urlsplit(self.link)
        self.assertEqual(200, self.request("GET", link.path)[0])
        self.assertIn("default-src 'none'; script-src 'self'", self.headers["Content-Security-Policy"])
        self.assertEqual(403, self.request("GET", "/")[0])
        self.assertEqual(403, self.request("GET", f"/{'0' * 32}/")[0])
        self.assertEqual(403, self.request("GET", link.path, Host="evil.example")[0])
        self.assertEqual(403, self.request("GET", link.path, Host=f"evil.example:{link.port}")[0])
        self.assertEqual(403, self.request("GET", link.path, Origin="http://evil.example")[0])
        self.assertEqual(403, self.request("POST", link.path + "api/play", "{}")[0])
        self.assertEqual(403, self.request("POST", link.path + "api/play", "{}", Origin="null")[0])
        for words in ({"plugin": "/etc/passwd"}, {"plugin": "./mybot.so"}, {"plugin": "nobody"}):
            refused = self.ask("api/play", {"game": "tonga", "seed": "1", "seats": [words, {"plugin": "human"}]})
            self.assertIn("none of the strategies", refused["error"])
        self.assertIn("no match 'file-9'", self.ask("api/match?id=file-9")["error"])
        self.assertIn("no match 'run-1-1'", self.ask("api/match?id=run-1-1")["error"])
        self.assertEqual(0, self.stop())

    def test_says_that_its_port_is_taken(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            result = subprocess.run([browser.host, "serve", "--port", port], cwd=self.folder, env=self.environment, capture_output=True,
                                    text=True, timeout=PATIENCE)
        self.assertEqual(11, result.returncode)
        self.assertRegex(result.stderr, rf"^host: port {port} of 127\.0\.0\.1 is in use by another program: .*\n$")


class Playing(ServedTest):
    def test_a_whole_match_is_played_by_clicks(self):
        """With the one match: an illegal action, two browsers, undo, a hint, a takeover, and a branch."""
        self.serve()
        identity = self.play("tonga", ["human", "greedy"], n="6")
        self.wait(lambda: self.text(".moves h2") == "Your turn: Black", "it waits for the person")
        first = browser.browser.current_window_handle
        browser.browser.switch_to.new_window("tab")
        second = browser.browser.current_window_handle
        self.open_match(identity)
        browser.browser.switch_to.window(first)
        self.one(".cell.pickable").click()
        self.wait(lambda: self.turns() == 2, "the strategy answers")
        browser.browser.switch_to.window(second)
        self.wait(lambda: self.turns() == 2 and self.turn() == "2", "the other browser follows")
        browser.browser.close()
        browser.browser.switch_to.window(first)
        self.one("#action").send_keys("0 77", Keys.ENTER)
        self.wait(lambda: self.text(".moves .bad") != "", "the refusal is said")
        self.assertEqual(2, self.turns())
        self.one(".moves .left button").click()  # undo
        self.wait(lambda: self.turns() == 0, "the turns are taken back")
        self.assertEqual(36, len(self.all(".cell.pickable")))
        self.assertIn("action", self.ask("api/hint", {"id": identity, "turn": 0, "player": {"plugin": "greedy"}}))
        self.wait(lambda: len(self.all(".legal button")) == 36, "all actions are legal")
        self.one("#action").send_keys("5 ")
        self.assertEqual([f"5 {column}" for column in range(6)], [chip.text for chip in self.all(".legal button")])
        self.one("#action").send_keys(Keys.BACKSPACE, Keys.BACKSPACE)
        for turn in range(1, 36, 2):
            if turn == 5:
                self.assertEqual({}, self.ask("api/swap", {"id": identity, "seat": 1, "player": {"plugin": "random"}}))
            self.script("document.querySelector('.cell.pickable').dispatchEvent(new MouseEvent('click', { bubbles: true }))")
            self.wait(lambda: self.turn() == str(turn + 1) and len(self.all(".cell.pickable")) == 35 - turn, f"turn {turn + 1}")
        self.wait(lambda: self.text(".moves h2") == "The match is over", "the match ends")
        saved = self.request("GET", urllib.parse.urlsplit(self.link).path + f"api/transcript?id={identity}")[1]
        (self.folder / "saved.jsonl").write_text(saved)
        self.assertIn("as recorded", self.run_host("replay", "saved.jsonl", "--quiet"))
        self.assertEqual(["random"], [each["player"]["strategy"] for each in json.loads(saved)["takeovers"][-1:]])
        branch = self.ask("api/branch", {"id": identity, "turn": 10, "seats": [{"plugin": "random"}, {"plugin": "greedy"}]})["id"]
        self.wait(lambda: self.header(branch)["live"]["over"], "the branch is played")
        self.open_match(branch)
        self.go(10)
        self.wait(lambda: self.text(".turn code") == json.loads(saved)["actions"][9]["action"], "it begins like its origin")
        self.assertEqual(0, self.stop())

    def test_every_game_is_played(self):
        """One action after another: by clicks where a game has tokens, else from the list or as text."""
        self.serve()
        plans = {"linez": (["human"], {}, 3), "inc": (["human", "random", "random"], {}, 3), "chesspuzzle": (["human"], {"rows": "6", "columns": "6"}, 4),
                 "polyomino": (["human"], {"width": "20", "height": "20", "covered": "100"}, 2)}
        for game, (seats, parameters, actions) in plans.items():
            with self.subTest(game):
                identity = self.play(game, seats, "4", **parameters)
                for number in range(actions):
                    before = self.wait_for_turn_of_person(identity)["length"]
                    legal = self.header(identity)["live"]["legal"]["texts"]
                    self.wait(lambda: self.turns() == before and not self.one(".action").get_attribute("hidden"), "it is the person's turn")
                    text = legal[len(legal) // 2]
                    by_clicks = self.script("""
                        const cells = [...document.querySelectorAll('.cell.pickable')];
                        const token = (cell) => cell.getAttribute('aria-label').split(' ').slice(0, -1).join(' ') || cell.getAttribute('aria-label');
                        const texts = new Set(cells.map(token));
                        return [...texts].slice(0, 3)""")
                    if by_clicks and game in ("inc", "chesspuzzle"):
                        self.one(".cell.pickable").click()
                    else:
                        self.one("#action").send_keys(text, Keys.ENTER)
                    self.wait(lambda: self.header(identity)["length"] > before, f"{game}: action {number} '{text}' was played")


