"""Answers that come late, and clicks that come too early: twice before the answer, or after the match has gone on."""

import json
import signal

import browser
from browser import PATIENCE
from serving import ServedTest

# Lets `hold(word)` hold the answers of requests to addresses with this word, and `release(word)` give them.
HOLDING = """
  const gates = {};
  const real = window.fetch;
  window.hold = (word) => { let open; gates[word] = { passed: new Promise((done) => { open = done; }), open: () => open(), waiting: 0 }; };
  window.release = (word) => { gates[word].open(); delete gates[word]; };
  window.waiting = (word) => gates[word].waiting;
  window.fetch = async (path, ...more) => {
    const answer = await real(path, ...more);
    const word = Object.keys(gates).find((each) => `${path} ${more[0]?.body ?? ""}`.includes(each));
    if (word !== undefined) {
      const gate = gates[word];
      ++gate.waiting;
      await gate.passed;
    }
    return answer;
  };"""
CLICK = """const found = [...document.querySelectorAll(arguments[0])].find((each) => each.textContent.startsWith(arguments[1]));
           found.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: arguments[2] }))"""


class Late(ServedTest):
    def actions(self, identity):
        return [each["action"] for each in json.loads(self.transcript(identity))["actions"]]

    def wait_for_held(self, word):
        self.wait(lambda: self.script("return waiting(arguments[0])", word) > 0, f"the answer of {word} is held")

    def test_who_clicks_on_and_on_starts_one_match_or_run(self):
        self.serve()
        clicking = "const button = [...document.querySelectorAll('main button')].find((each) => each.textContent === arguments[0]); setInterval(() => button.click(), 1)"
        for page, what in (("play?game=tonga", "matches"), ("start?game=tonga", "runs")):
            self.open(self.link + page, ".play-form [type=submit]")
            self.script(clicking, "Start")
            self.wait(lambda: "?id=" in browser.browser.current_url, "what was started is shown")
            self.assertEqual(1, len(self.ask(f"api/{what}")))
        self.play("tonga", ["random", "greedy"], n="6")
        for done, button in enumerate(("Rematch", "Swap sides", "Next seed")):
            before = self.identity()
            self.wait(lambda: button in (self.text(".record .buttons") or ""), "the match is over")
            self.script(clicking, button)
            self.wait(lambda: self.identity() != before, "the next match is shown")
            self.assertEqual(3 + done, len(self.ask("api/matches")))

    def test_a_button_is_marked_until_its_answer_is_there(self):
        self.serve()
        identity = self.play("tonga", ["human", "greedy"], n="6")
        self.wait_for_person(0)
        self.click_first_cell()
        self.wait_for_next(0)
        self.script(HOLDING + "hold('api/undo')")
        self.click("Undo")
        self.wait_for_held("api/undo")
        self.assertEqual(["Undo"], self.script("return [...document.querySelectorAll('[aria-busy]')].map(({ textContent }) => textContent)"))
        self.script("release('api/undo')")
        self.wait(lambda: not self.all("[aria-busy]"), "the answer is there")
        self.wait_for_person(0)
        self.assertEqual([], self.actions(identity))

    def test_the_second_click_of_a_double_click_is_no_action_at_the_next_turn(self):
        self.serve()
        identity = self.play("go", ["human", "random"], size="5")
        self.wait_for_person(0)
        for selector, text in ((".tray button", "pass"), (".legal button", "C")):
            with self.subTest(text):
                self.one("#action").clear()
                if text != "pass":
                    self.one("#action").send_keys("C")
                turn = self.turns()
                self.wait(lambda: any(each.text.startswith(text) for each in self.all(selector)), "it can be chosen")
                self.script(CLICK, selector, text, 1)
                self.wait_for_next(turn)
                if text != "pass":
                    self.one("#action").send_keys("C")
                self.wait(lambda: any(each.text.startswith(text) for each in self.all(selector)), "it can be chosen again")
                self.script(CLICK, selector, text, 2)
                self.wait(lambda: self.all(".cell.pickable"), "a cell can be picked")
                self.click_first_cell()
                self.wait_for_next(turn + 2)
                self.assertEqual(turn + 4, len(self.actions(identity)))
        self.script(CLICK, ".moves button", "Resign", 1)
        self.script(CLICK, ".moves button", "Really", 2)
        self.script(CLICK, ".moves button", "Hint", 1)
        self.wait(lambda: self.text("[role=status] > p code"), "a hint is there")
        self.assertFalse(self.header(identity)["live"]["over"])
        self.script(CLICK, ".moves button", "Really", 1)
        self.wait(self.over, "the match is given up")

    def test_keys_do_nothing_while_the_past_is_shown(self):
        self.serve()
        identity = self.play("go", ["human", "human"], size="5")
        for turn in (0, 1):
            self.wait_for_person(turn)
            self.click_first_cell()
        self.wait_for_person(2)
        self.go(1)
        self.wait(lambda: self.shown(".past"), "an earlier turn is shown")
        self.press("r")
        self.go(2)
        self.wait(lambda: self.shown(".tray"), "the present is shown")
        self.press("r")
        self.wait_for_person(3)
        self.assertEqual("pass", self.actions(identity)[2])

    def test_a_block_that_comes_after_an_undo_is_not_shown(self):
        self.serve()
        identity = self.play("tonga", ["human", "human"], n="6")
        self.wait_for_person(0)
        self.script(HOLDING + "hold('api/block')")
        for turn, action in enumerate(("0 0", "1 1")):
            self.ask("api/act", {"id": identity, "turn": turn, "action": action})
        self.wait_for_held("api/block")
        self.wait(lambda: self.turns() == 2, "the page knows of both turns")
        self.ask("api/undo", {"id": identity, "turn": 1})
        self.ask("api/act", {"id": identity, "turn": 1, "action": "5 5"})
        version = self.header(identity)["version"]
        self.wait(lambda: self.script("return performance.getEntriesByType('resource').filter(({ name }) => name.includes('api/match')).length") > 1
                  and self.header(identity)["version"] == version, "the page has asked")
        self.script("release('api/block')")
        stones = lambda: [(row, column) for row, cells in enumerate(self.glyphs()) for column, glyph in enumerate(cells) if glyph not in ("", " ", ".")]
        self.wait(lambda: stones() == [(0, 0), (5, 5)] and self.turns() == 2, "the page shows what counts")
        self.wait(lambda: "5 5" in self.text(".turnlist") and "1 1" not in self.text(".turnlist"), "and lists it")

    def test_a_turn_that_comes_again_after_an_undo_has_choices_of_its_own(self):
        self.serve()
        identity = self.play("tonga", ["human", "greedy"], n="6")
        self.wait_for_person(0)
        self.ask("api/act", {"id": identity, "turn": 0, "action": "0 0"})
        self.wait_for_person(2)
        tokens = lambda: sorted(self.script("return [...document.querySelectorAll('.cell.pickable')].map((each) => each.dataset.token)"))
        self.wait(lambda: len(tokens()) == 34, "the other cells can be picked")
        self.script("""const real = window.fetch;
            const gate = new Promise((done) => { window.release = done; });
            window.fetch = async (path, ...more) => { if (path.includes("api/match")) await gate; return real(path, ...more); }""")
        self.ask("api/undo", {"id": identity, "turn": 0})
        self.ask("api/act", {"id": identity, "turn": 0, "action": "5 5"})
        self.wait(lambda: self.header(identity)["live"]["waits"] and self.header(identity)["length"] == 2, "the strategy has played")
        self.script("release()")
        self.wait(lambda: tokens() == sorted(self.header(identity)["live"]["legal"]["texts"]), "what is legal now can be picked")

    def test_only_the_last_question_for_a_hint_is_answered_and_it_waits_for_that(self):
        self.serve()
        identity = self.play("tonga", ["human", "human"], n="6")
        self.wait_for_person(0)
        self.click("Hint")
        panel = "#hints "
        self.script("[...document.querySelectorAll('details.card')].find((each) => each.firstChild.textContent === 'What would a strategy do?').id = 'hints'")
        self.wait(lambda: self.text(panel + "code"), "a hint is there")
        self.script(HOLDING + "hold('server')")
        for strategy in ("server", "greedy"):
            self.choose(panel + "select", strategy)
            self.script("document.querySelector(arguments[0]).click()", panel + "[type=submit]")
        self.wait_for_held("server")
        said = lambda: self.text(panel + "[role=status]")
        self.wait(lambda: "greedy at turn 0" in said(), "the last one is answered")
        self.script("release('server'); hold('random')")
        self.choose(panel + "select", "random")
        self.script("document.querySelector(arguments[0]).click()", panel + "[type=submit]")
        self.wait_for_held("random")
        self.ask("api/act", {"id": identity, "turn": 0, "action": "0 0"})
        self.wait_for_person(1)
        self.assertEqual("It is thinking.", said())
        self.script("release('random')")
        self.wait(lambda: "random at turn 0" in said(), "it is answered")

    def test_a_page_says_that_its_server_has_gone_until_it_is_back(self):
        self.serve()
        self.play("tonga", ["human", "greedy"], n="6")
        self.wait_for_person(0)
        for times in range(2):
            self.server.send_signal(signal.SIGINT)
            self.server.wait(PATIENCE)
            self.server.stdout.close()
            self.wait(lambda: "does not answer" in self.text(".problem"), "the page says so")
            link = self.link
            self.assertEqual(link, self.serve())
            self.wait(lambda: self.text(".problem") == "", "the page says that no longer")
        self.click_first_cell()
        self.wait_for_next(0)
        browser.browser.get_log("browser")  # of the requests that failed

    def test_a_run_that_goes_on_leaves_what_the_reader_has_opened_and_sorted(self):
        slow = self.folder / "slow.py"
        slow.write_text("#!/usr/bin/env python3\nimport random, sys, time\nfor line in sys.stdin:\n    word, *rest = line.split()\n    if word == 'start': print('ready', flush=True)\n"
                        "    if word == 'turn':\n        time.sleep(.03)\n        at = rest[1].replace('/', '').index('.')\n        size = rest[1].index('/')\n"
                        "        print('action', *((-1, -1) if random.random() < .02 else (at // size, at % size)), flush=True)\n")  # failures are folded
        slow.chmod(0o755)
        self.serve("--plugin", str(slow))
        made = self.ask("api/run", {"command": "tournament", "game": "tonga", "seeds": "1-2000", "label": "",
                                    "players": [{"plugin": plugin, "options": {}} for plugin in ("greedy", str(slow), "random")]})
        self.open(f"{self.link}run?id={made['id']}", "button")
        drawn = lambda: self.script("return document.querySelector('.report table')?.rows.length === 4 && document.querySelectorAll('.report details').length > 0")
        self.wait(drawn, "all have played")
        self.script("""document.querySelector(".report th button").click();
                       for (const each of document.querySelectorAll(".report summary")) each.click();
                       document.querySelector(".report td").dataset.old = "yes";
                       [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Stop").focus()""")
        self.wait(lambda: drawn() and not self.all("[data-old]"), "it has gone on")
        self.assertEqual(["strategy ↑", "Stop"], self.script("return [document.querySelector('.report [aria-sort]')?.textContent, document.activeElement.textContent]"))
        self.assertTrue(self.all(".report details[open]"))
        self.assertEqual("running", self.text(".state"))
        self.click("Stop")
        self.wait(lambda: self.text(".state") == "interrupted", "it is stopped")

    def test_a_comparison_that_fails_says_why(self):
        self.record("one.jsonl", "--game", "linez", "--plugin", "greedy", "--set", "colours=3", "--set", "moves=400")
        line = (self.folder / "one.jsonl").read_text()
        self.assertGreater(len(json.loads(line)["actions"]), 256, "they have two blocks each")
        (self.folder / "two.jsonl").write_text(line + line)
        self.serve("two.jsonl")
        self.open(f"{self.link}compare?left=file-1&right=file-2", ".compare section:nth-of-type(2) .cell")
        self.script("window.real = window.fetch; window.fetch = () => Promise.reject(new TypeError())")
        self.click("First difference")
        self.wait(lambda: "does not answer" in (self.text(".shared .bad") or ""), "the page says why")
        self.script("window.fetch = real")
        self.click("First difference")
        self.wait(lambda: "They are equal." in self.text(".shared") and not self.text(".shared .bad"), "then it compares")

    def test_a_picture_of_a_turn_waits_until_the_turn_is_shown(self):
        self.record("one.jsonl", "--game", "linez", "--plugin", "greedy", "--set", "colours=3", "--set", "moves=1000")
        self.serve("one.jsonl")
        self.open_match("file-1")
        self.wait(lambda: self.all(".board .cell") and "1000" in self.text(".count"), "the last turn is shown")
        self.script(HOLDING + """hold('api/block');
            window.saved = [];
            HTMLAnchorElement.prototype.click = function () { window.saved.push(this.download, document.querySelector("[aria-label=Turn] h2").textContent.trim()); };""")
        self.go(400)
        self.click("SVG")
        self.wait_for_held("api/block")
        self.assertEqual([], self.script("return saved"))
        self.script("release('api/block')")
        self.wait(lambda: self.script("return saved"), "the picture is made")
        self.assertEqual(["file-1-400.svg", "Turn 400"], self.script("return saved"))
