"""A whole match of every game by mouse, by touch on a phone, and by keyboard alone: what the browser gets is what a device sends."""

import json

from selenium.webdriver import ActionChains

import browser
from browser import Keys
from serving import ServedTest

# Of a game its seats, its parameters, and what a person chooses: the token of a cell, how a button begins, or "*" for any cell. At the end
# of the list it begins again.
PLANS = {"chess": (["human", "human"], {"fen": "7k/R7/6K1/8/8/8/8/8 w - - 0 1"}, ["a7", "a8"]),
         "chesspuzzle": (["human"], {"rows": "6", "columns": "6", "depth": "1"}, ["*"]),
         "go": (["human", "human"], {"size": "5"}, ["*", "*", "pass", "pass"]),
         "inc": (["random", "human", "random"], {"turns": "4"}, ["*"]),
         "linez": (["human"], {"rows": "5", "columns": "5", "line": "3", "moves": "3"}, ["*"]),
         "polyomino": (["human"], {"width": "4", "height": "3", "covered": "0"}, ["get 3", "turn", "*", "get 3", "*", "end the match"]),
         "tonga": (["human", "greedy"], {"n": "4"}, ["*"])}

# Returns what can be chosen: elements whose names begin with a word, or any cells.
CHOICES = """
const [wanted] = arguments;
const cells = [...document.querySelectorAll(".cell.pickable")].filter((cell) => wanted === "*" ? !cell.classList.contains("chosen") : cell.dataset.token === wanted);
const buttons = [...document.querySelectorAll(".tray button")].filter((button) => button.textContent.trim().startsWith(wanted));
return [...cells, ...buttons].filter((each) => each.checkVisibility());
"""
# The same within a script: between two scripts, the board may be drawn again.
THERE = "(function () {" + CHOICES + "})(...arguments)"
# What changes with each choice.
STATE = """return [".count", ".tray", ".status", ".deck .bad"].map((each) => document.querySelector(each)?.innerHTML)
    .concat([...document.querySelectorAll(".cell.pickable")].map((cell) => cell.dataset.cell + cell.className.baseVal)).join()"""


class Ways(ServedTest):
    def play_all(self, choose):
        self.serve()
        for game, (seats, parameters, choices) in PLANS.items():
            with self.subTest(game):
                identity = self.play(game, seats, "4", **parameters)
                for choice in range(200):
                    self.wait(lambda: self.over() or self.script(CHOICES, choices[choice % len(choices)]), f"choice {choice} can be made")
                    if self.over():
                        break
                    before = self.script(STATE)
                    choose(choices[choice % len(choices)])
                    self.wait(lambda: self.script(STATE) != before, f"choice {choice} changes something")
                    self.assertFalse(self.text(".deck .bad"))
                (self.folder / "played.jsonl").write_text(self.transcript(identity))
                self.assertIn("result", json.loads((self.folder / "played.jsonl").read_text()))
                self.assertIn("1 match plays as recorded", self.run_host("replay", "played.jsonl", "--quiet"))

    def test_a_board_of_a_size_for_people_is_seen_as_a_whole_on_a_phone(self):
        self.serve()
        self.resize(400, 800, mobile=True)
        for game in ("polyomino", "chesspuzzle"):
            made = self.ask("api/play", {"game": game, "seed": "1", "parameters": {}, "people": True, "seats": [{"plugin": "human"}]})
            self.open_match(made["id"])
            self.wait(lambda: len(self.all(".board .tile")) >= 50, "the board is shown")
            hidden = "const box = document.querySelector('.boardbox'); return box.scrollWidth - box.clientWidth"
            self.assertEqual(0, self.script(hidden))
            self.assertGreaterEqual(self.script("return document.querySelector('.board .tile').getBoundingClientRect().width"), 24)

    def test_cells_of_a_large_board_are_large_enough_for_a_finger(self):
        self.serve()
        self.resize(400, 800, mobile=True)
        self.play("tonga", ["human", "greedy"], "4", n="16")
        self.wait(lambda: self.script(CHOICES, "*"), "a cell can be chosen")
        self.assertGreaterEqual(self.script("return document.querySelector('.cell.pickable .tile').getBoundingClientRect().width"), 28)
        self.assertLessEqual(self.script("return document.documentElement.scrollWidth"), 400)
        before = self.script("return document.querySelector('.count').textContent")
        self.script(CHOICES, "*")[-1].click()
        self.wait(lambda: self.script("return document.querySelector('.count').textContent") != before, "a cell beyond the edge is chosen")
        self.assertEqual([], self.script("return [...document.querySelectorAll('.deck .bad')].map((each) => each.textContent).filter(Boolean)"))

    def test_each_game_is_played_by_mouse(self):
        def click(wanted):
            ActionChains(browser.browser).move_to_element(self.script(CHOICES, wanted)[0]).click().perform()
        self.play_all(click)

    def test_each_game_is_played_by_touch_on_a_phone(self):
        self.resize(400, 800, deviceScaleFactor=2, mobile=True)
        self.addCleanup(browser.browser.execute_cdp_cmd, "Emulation.setTouchEmulationEnabled", {"enabled": False})
        browser.browser.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})

        def tap(wanted):
            x, y = self.script("const [there] = " + THERE + """;
                there.scrollIntoView({ block: "center", behavior: "instant" });
                const box = there.getBoundingClientRect();
                return [box.x + box.width / 2, box.y + box.height / 2]""", wanted)
            for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
                browser.browser.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        self.play_all(tap)

    def test_each_game_is_played_by_keyboard(self):
        at = "const [at, there] = [document.activeElement, " + THERE + """];
                if (there.includes(at)) return "there";
                if (!at.matches(".cell.pickable") || !there[0].matches(".cell")) return "elsewhere";
                const columns = new Set([...document.querySelectorAll("svg.board .cell")].map((cell) => cell.getAttribute("transform").split(/[( ]/)[1])).size;
                const [down, right] = [(i) => Math.floor(i / columns), (i) => i % columns].map((part) => part(there[0].dataset.cell) - part(at.dataset.cell));
                return right < 0 ? "left" : right > 0 ? "right" : down < 0 ? "up" : "down" """

        def find(wanted):
            for _ in range(100):
                where = self.script(at, wanted)
                key = {"there": Keys.ENTER, "elsewhere": Keys.TAB, "left": Keys.ARROW_LEFT, "right": Keys.ARROW_RIGHT, "up": Keys.ARROW_UP, "down": Keys.ARROW_DOWN}[where]
                ActionChains(browser.browser).send_keys(key).perform()
                if where == "there":
                    return
            self.fail(f"{wanted} can't be reached")
        self.play_all(find)
