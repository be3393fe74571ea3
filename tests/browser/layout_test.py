"""The page of a match: where its parts are, its list of turns, its result, and what it says while a match is played."""

import json

from selenium.webdriver import ActionChains

import browser
from browser import Keys
from serving import TONGA, ServedTest

CHAMPIONS = {"chess": (2, {}), "chesspuzzle": (1, {"rows": "6", "columns": "6", "depth": "1"}), "go": (2, {"size": "5"}), "inc": (3, {"turns": "8"}), "linez": (1, {"moves": "8"}),
             "polyomino": (1, {"width": "24", "height": "20", "covered": "0"}), "tonga": (2, {"n": "6"})}

# Numbers on more than one line, or out of the window or their card; and a page wider than the window.
FAULTS = r"""
const found = [];
for (const cell of document.querySelectorAll("td.number, th.number, .count, .time, .axis span")) {
  if (!cell.textContent || !cell.checkVisibility()) continue;
  const range = document.createRange();
  const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    range.selectNodeContents(text);
    if (new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1 && /^[-\u2212\d.,\s]*$/.test(text.data)) found.push(`wrapped: ${text.data}`);
  }
  if (cell.closest(".scroll") || !cell.closest(".card")) continue;
  range.selectNodeContents(cell);
  const box = range.getBoundingClientRect();
  const card = cell.closest(".card").getBoundingClientRect();
  if (box.right > card.right + 0.5 || box.left < card.left - 0.5 || card.right > innerWidth) found.push(`outside: ${cell.textContent}`);
}
if (document.documentElement.scrollWidth > innerWidth) found.push(`${document.documentElement.scrollWidth} pixels wide`);
return found;
"""


def record_champions(test):
    """Records a match of each champion, whose options are the longest there are, and returns the files' names."""
    for game, (seats, parameters) in CHAMPIONS.items():
        words = [word for name, value in parameters.items() for word in ("--set", f"{name}={value}")]
        test.record(f"{game}.jsonl", "--game", game, *["--plugin", "champion"] * seats, *words, "--seed", "5", "--time", "1")
    return [f"{game}.jsonl" for game in CHAMPIONS]


class Layout(ServedTest):
    def test_all_is_in_sight_on_a_laptop_and_in_order_on_a_phone(self):
        self.record("match.jsonl", "--game", "tonga", "--plugin", "greedy", "--plugin", "random", "--set", "n=16", "--seed", "3")
        self.serve("match.jsonl")
        self.resize(1366, 768)
        self.open_match("file-1")
        self.wait(lambda: self.all("svg.board .cell"), "the board is shown")
        board, moves, curve, playback = (self.box(each) for each in ("svg.board", ".turnlist", ".plot", ".playback"))
        self.assertLessEqual(max(each[1] for each in (board, moves, curve, playback)), 768)
        self.assertLess(board[3], moves[2])
        self.assertLess(playback[1], curve[0])
        self.resize(400, 800)
        tops = [self.box(each)[0] for each in (".status", "svg.board", ".turnlist", ".plot")]
        self.assertEqual(sorted(tops), tops)

    def test_what_is_printed_has_a_title_dark_ink_and_nothing_to_click_on(self):
        self.run_host("tournament", *TONGA, "--seeds", "1-3", "--quiet", "--db", "results.db")
        self.run_host("standings", "--db", "results.db", "--html", "standings.html")
        self.serve()
        self.addCleanup(browser.browser.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"media": "", "features": []})
        self.resize(1000, 700)
        browser.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print", "features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        for address, there in ((self.link + "match?id=run-1-1", "svg.board .stone"), (self.link + "run?id=1", ".seeds td"), ((self.folder / "standings.html").as_uri(), "table")):
            with self.subTest(there):
                self.open(address, there)
                self.assertIn(self.text("h1"), self.script("return document.body.innerText"))
                self.assertEqual([], [each.text for each in self.all("button, select, input, nav a") if each.is_displayed() and each.get_attribute("class") != "plain"])
                self.assertLess(self.script("return getComputedStyle(document.body).color.match(/\\d+/g).reduce((sum, part) => sum + Number(part), 0)"), 200)

    def test_boards_side_by_side_are_whole(self):
        self.run_host("tournament", "--game", "tonga", "--plugin", "greedy", "--plugin", "random", "--set", "n=16", "--seeds", "1", "--keep", "--quiet",
                      "--db", "results.db")
        self.serve()
        self.resize(1366, 768)
        browser.browser.get(self.link + "compare?left=run-1-0&right=run-1-1")
        self.wait(lambda: len(self.all(".compare svg.board .cell")) == 512, "both boards are there")
        for side in (1, 2):
            self.assertLessEqual(self.box(f".compare > :nth-child({side}) svg.board")[1], self.box(".shared")[0])


class List(ServedTest):
    def rows(self):
        return self.script("return [...document.querySelectorAll('.turnrow')].map((row) => [...row.children].map((part) => part.textContent).filter(Boolean))")

    def test_lists_all_turns_and_leads_to_each(self):
        transcript = self.record("match.jsonl", "--game", "linez", "--plugin", "greedy", "--set", "colours=2", "--set", "moves=3000", "--seed", "3")
        actions = [action["action"] for action in transcript["actions"]]
        self.assertGreater(len(actions), 1000)
        self.serve("match.jsonl")
        self.open_match("file-1")
        self.wait(lambda: self.turn() == str(len(actions)), "a match that is over opens at its end")
        self.wait(lambda: [str(len(actions)), actions[-1]] in [row[:2] for row in self.rows()], "the last action is listed")
        self.assertLess(len(self.rows()), 100)
        self.one(".record input").send_keys("700", Keys.ENTER)
        self.wait(lambda: self.turn() == "700" and ["700", actions[699]] in [row[:2] for row in self.rows()], "the list follows a jump")
        self.script("document.querySelector('[data-turn=\"702\"]').click()")
        self.wait(lambda: self.turn() == "702", "a click on a row leads to its turn")
        self.one(".turnlist").send_keys(Keys.ARROW_DOWN)
        self.wait(lambda: self.script("return document.querySelector('.turnrow[aria-selected=true]').dataset.turn") == "703", "and an arrow to the next")

    def test_shows_time_logs_failures_and_branches(self):
        self.serve()
        identity = self.play("tonga", ["greedy", "random"], n="6")
        self.wait(lambda: self.over(), "the match is over")
        self.wait(lambda: any("s" in row[-1] and row[0] == "36" for row in self.rows()), "the last turn has its time")
        self.assertTrue(self.script("return document.querySelector('.track path').getAttribute('d')"))
        branch = self.ask("api/branch", {"id": identity, "turn": 34, "seats": [{"plugin": "human"}, {"plugin": "random"}]})["id"]
        self.open_match(identity)
        self.wait(lambda: any(row[0] == "34" and "⑂ 1" in row for row in self.rows()), "the turn of the branch is marked")
        self.wait(lambda: self.all(".tree a"), "the branch is in the tree")
        self.one(".tree a").click()
        self.wait(lambda: self.identity() == branch and self.all(".tree a"), "the tree leads to the branch")
        self.assertIn("after turn 34", self.text(".tree"))
        self.click("Resign")
        self.click("Really resign?")
        self.wait(lambda: any(row[-1].startswith("✕") for row in self.rows()), "a failure is marked")
        self.assertIn("resigned", self.text(".status"))
        self.assertNotIn("error", self.text(".seatfacts"))


class Results(ServedTest):
    def test_the_labels_of_a_large_board_can_be_read(self):
        self.serve()
        self.resize(1366, 768)
        self.play("go", ["human", "human"], size="19")
        self.wait(lambda: len(self.all(".board .label")) == 38, "the board is shown")
        self.assertGreaterEqual(self.script("return document.querySelector('.board .label').getBoundingClientRect().height"), 8)

    def test_where_a_win_is_one_point_no_margin_is_told(self):
        winner = self.record("match.jsonl", "--game", "go", "--plugin", "random", "--set", "size=5")["result"]["scores"].index(1)
        self.serve("match.jsonl")
        self.open_match("file-1")
        self.assertEqual(f"{('Black', 'White')[winner]} (random) wins", self.text(".status"))

    def test_says_who_has_won_and_starts_the_next_match(self):
        transcript = self.record("match.jsonl", *TONGA, "--seed", "3")
        score = transcript["result"]["scores"][0]
        said = "Draw" if score == 0 else f"{'Black (greedy)' if score > 0 else 'White (random)'} wins by {abs(score)}"
        self.serve("match.jsonl")
        self.open_match("file-1")
        self.assertEqual(said, self.text(".status"))
        self.wait(lambda: self.text(".score"), "the last turn is shown")
        self.assertEqual(score, int(self.text(".score").replace("\u2212", "-")))
        for name, seed, seats in (("Rematch", 3, ["greedy", "random"]), ("Swap sides", 3, ["random", "greedy"]), ("Next seed", 4, ["greedy", "random"])):
            self.open_match("file-1")
            self.click(name)
            self.wait(lambda: self.identity() != "file-1" and self.over(), "the next match is played")
            played = json.loads(self.transcript(self.identity()))
            self.assertEqual((seed, 6, seats), (played["setup"]["seed"], played["setup"]["parameters"]["n"], [seat["strategy"] for seat in played["seats"]]))
        browser.browser.get(self.link)
        self.wait(lambda: [self.text(f".matches li:nth-child({i}) span") not in (None, "") for i in (1, 2, 3, 4)] == [True] * 4, "each match has its result")

    def test_a_next_match_that_can_not_begin_says_why(self):
        self.record("match.jsonl", *TONGA, "--seed", "3")
        self.serve("match.jsonl")
        self.open_match("file-1")
        self.wait(lambda: self.all(".record .buttons button"), "the next matches are offered")
        self.script("window.fetch = () => Promise.reject(); document.querySelector('.record .buttons button').click()")
        self.wait(lambda: self.text(".problem") == "The server does not answer: it has probably ended.", "the page says why")

    def test_a_match_of_a_run_is_the_one_that_was_counted_or_says_that_it_is_not(self):
        self.run_host("tournament", *TONGA, "--seeds", "1", "--quiet", "--db", "results.db")
        self.run_host("tournament", *TONGA, "--seeds", "2", "--quiet", "--db", "results.db")
        self.run_host("standings", "--prune", "--run", "2", "--db", "results.db")
        self.serve()
        self.open_match("run-1-0")
        self.assertFalse(self.all(".moves"))
        scores = self.header("run-1-0")["match"]["result"]["scores"]
        self.wait(lambda: [int(cell.text.replace("\u2212", "-")) for cell in self.all(".score") if cell.text] == scores, "the stored scores are shown")
        self.open_match("run-2-0")
        self.assertIn("No transcript of this match was kept", self.text(".moves"))


class Around(ServedTest):
    def test_pages_are_light_or_dark_as_the_browser_is_set(self):
        self.serve()
        self.open(self.link, ".top")
        self.addCleanup(browser.browser.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"features": []})
        seen = []
        for scheme in ("light", "dark"):
            browser.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            seen.append(self.script("return getComputedStyle(document.body).backgroundColor"))
        self.assertEqual(["rgb(245, 247, 249)", "rgb(15, 19, 23)"], seen)

    def test_what_does_not_exist_leads_back(self):
        self.serve()
        self.assertEqual(404, self.request("GET", "/" + self.link.split("/", 3)[3] + "nowhere")[0])
        for page, said in (("nowhere", "There is no page 'nowhere'."), ("match", "names no match"), ("run", "names no run"), ("compare", "name two matches")):
            browser.browser.get(self.link + page)
            self.wait(lambda: said in (self.text("p.problem") or ""), f"the page '{page}' says why")
            self.assertEqual(self.link, self.one("main a").get_attribute("href"))
            self.assertIn("can't be shown", browser.browser.title)
        browser.browser.get_log("browser")  # the browser itself reports the page that does not exist


class Live(ServedTest):
    def test_the_address_of_a_live_match_stays_right(self):
        self.serve()
        self.play("tonga", ["human", "greedy"], n="6")
        self.wait_for_person(0)
        self.click_first_cell()
        self.wait_for_next(0)
        self.press(Keys.HOME)
        self.wait(lambda: browser.browser.current_url.endswith("#turn=0"), "the address names an earlier turn")
        self.press(Keys.END)
        self.wait(lambda: "#" not in browser.browser.current_url, "but not the last one")
        self.click_first_cell()
        self.wait_for_next(2)
        browser.browser.refresh()
        self.wait_for_person(4)

    def test_the_past_offers_only_the_way_back(self):
        self.serve()
        self.play("tonga", ["human", "greedy"], n="6")
        self.wait_for_person(0)
        self.click_first_cell()
        self.wait_for_next(0)
        self.go(1)
        self.wait(lambda: "turn 1" in self.text(".past"), "the page says that this is the past")
        self.assertEqual([False] * 3, [self.shown(each) for each in (".action", ".legal", ".moves .left button")])
        self.script("document.querySelector('.past + button').click()")
        self.wait_for_person(2)

    def test_who_plays_with_the_keyboard_keeps_the_focus(self):
        self.serve()
        identity = self.play("tonga", ["human", "greedy"], n="6")
        self.wait_for_person(0)
        self.script("document.querySelector('.cell[tabindex=\"0\"]').focus()")
        for turn in (0, 2, 4):
            ActionChains(browser.browser).send_keys(Keys.ENTER).perform()  # to the cell that has the focus, even if it is drawn anew
            self.wait_for_next(turn)
            self.wait(lambda: self.script("return document.activeElement.matches('.cell.pickable')"), "a cell that can be picked has the focus")
        self.assertEqual(6, self.header(identity)["length"])

    def test_names_who_plays_next(self):
        self.serve()
        self.play("tonga", ["human", "greedy"], n="6")
        self.wait_for_person(0)
        self.ask("api/swap", {"id": self.identity(), "seat": 1, "player": {"plugin": "random", "options": {}}})
        self.wait(lambda: "random" in self.text(".seats") and "random" in self.text(".heading"), "the new player is named before its first turn")
