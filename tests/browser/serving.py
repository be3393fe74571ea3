"""A server, and what tests ask of it: by its pages or by its addresses."""

import http.client
import json
import pathlib
import signal
import subprocess
import urllib.parse

import browser
from browser import PATIENCE, BrowserTest, Keys

ROOT = pathlib.Path(__file__).resolve().parents[2]
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

    def pebbles(self, game, strategy):
        """Builds a game from outside the tree and its strategy, each into a folder. The host looks for games in the first one."""
        for folder, name in ((game, "pebbles"), (strategy, "gatherer")):
            (self.folder / folder).mkdir(exist_ok=True)
            subprocess.run(["cc", "-std=c99", "-shared", "-fPIC", "-fvisibility=hidden", "-I", ROOT / "sdk/include",
                            ROOT / f"tests/abi/1.0/{name}.c", "-o", self.folder / folder / f"{name}.so"], check=True)
        self.environment["AGON_GAME_PATH"] = str(self.folder / game)

    def wait_for_person(self, turn):
        """Waits until the page shows that a person is to move at a turn, or that the match is over."""
        self.wait(lambda: self.text(".count b") == str(turn) and self.turns() == turn
                  and (self.shown(".action") or self.over()), f"turn {turn} is shown")
        return not self.over()

    def wait_for_next(self, turn):
        """Waits until the page shows a later turn than this one, and a person is to move or the match is over. Returns its number."""
        self.wait(lambda: self.turns() > turn and self.turn() == str(self.turns())
                  and (self.shown(".action") or self.over()), f"a turn after {turn}")
        return self.turns()

    def over(self):
        return self.shown(".status.over")

    def click_first_cell(self):
        """Clicks on the first cell that can be picked, as soon as the board of the shown turn is there."""
        self.wait(lambda: self.all(".cell.pickable"), "a cell can be picked")
        self.script("document.querySelector('.cell.pickable').dispatchEvent(new MouseEvent('click', { bubbles: true }))")

    def click_action(self, text):
        """Clicks on the cells whose tokens make up an action; if there are none, on the action in the list."""
        clicked = self.script("""
            const compact = (text) => text.replace(/\\s+/g, "");
            const wanted = compact(arguments[0]);
            const cells = [...document.querySelectorAll(".cell[data-token]:not([data-token=''])")];
            const token = (cell) => compact(cell.dataset.token);
            const click = (...chosen) => chosen.forEach((cell) => cell.dispatchEvent(new MouseEvent("click", { bubbles: true })));
            const whole = cells.find((cell) => token(cell) === wanted);
            if (whole) { click(whole); return true; }
            for (const first of cells) {
              if (!wanted.startsWith(token(first))) continue;
              const second = cells.find((cell) => token(first) + token(cell) === wanted);
              if (second) { click(first, second); return true; }
            }
            return false;""", text)
        if clicked:
            return
        field = self.one("#action")
        field.clear()
        field.send_keys(text)
        self.click(text, ".legal button")

    def legal(self):
        return self.script("return [...document.querySelectorAll('.legal button')].map((each) => each.textContent)")

    def choose(self, selector, value):
        """Selects an entry of a list as a person does."""
        self.script("""const list = document.querySelector(arguments[0]); list.value = arguments[1];
                    list.dispatchEvent(new Event("change", { bubbles: true }))""", selector, value)

    def transcript(self, identity):
        return self.request("GET", urllib.parse.urlsplit(self.link).path + f"api/transcript?id={identity}")[1]

    def identity(self):
        """Returns the id of the match that the page shows."""
        return urllib.parse.parse_qs(urllib.parse.urlsplit(browser.browser.current_url).query)["id"][0]
