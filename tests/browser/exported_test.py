"""The page that `replay --html` writes, opened from disk."""

import json

import browser
from browser import BrowserTest, Keys, boards

TONGA = ("--game", "tonga", "--plugin", "greedy", "--plugin", "random", "--seed", "3", "--set", "n=6")


class ExportedPage(BrowserTest):
    def export(self, *words):
        transcript = self.record("match.jsonl", *words)
        self.run_host("replay", "match.jsonl", "--html", "page.html")
        return transcript

    def test_shows_each_turn_as_the_terminal_does(self):
        transcript = self.export(*TONGA)
        printed = boards(self.run_host("replay", "match.jsonl"))
        length = len(transcript["actions"])
        self.assertEqual(length + 1, len(printed))
        self.open_file("page.html")
        self.assertEqual(f"{length} / {length}", self.text(".count"))
        # Back and forth, so that scenes are computed in both directions.
        for turn in [*range(length, -1, -3), *range(length + 1)]:
            self.go(turn)
            self.assertEqual(printed[turn], self.glyphs(), f"turn {turn}")
            if turn > 0:
                self.assertIn(transcript["actions"][turn - 1]["action"], self.text(".turn code"))
        scores = [cell.text.replace("\u2212", "-") for cell in self.all(".score")]
        self.assertEqual([str(score) for score in transcript["result"]["scores"]], scores)

    def test_is_steered_by_keys_address_plot_and_player(self):
        self.export(*TONGA)
        self.open_file("page.html", "#turn=12")
        self.assertEqual("12", self.turn())
        for key, expected in ((Keys.RIGHT, "13"), (Keys.LEFT, "12"), (Keys.HOME, "0"), (Keys.END, "36")):
            self.press(key)
            self.assertEqual(expected, self.turn())
        self.wait(lambda: browser.browser.current_url.endswith("#turn=36"), "the address names the turn")
        self.script("location.hash = '#turn=7'")
        self.wait(lambda: self.turn() == "7", "the address changes the turn")
        area = self.one(".plot .area")
        browser.webdriver.ActionChains(browser.browser).move_to_element(area).click().perform()
        self.assertAlmostEqual(18, int(self.turn()), delta=1)
        self.script("const speed = document.querySelector('.speed select'); speed.value = '100'")
        self.press(Keys.HOME, Keys.SPACE)
        self.wait(lambda: self.turn() == "36", "it plays to the end")
        self.assertEqual("Play (Space)", self.one("button.primary").get_attribute("aria-label"))

    def test_shows_large_boards_and_stays_small(self):
        transcript = self.export("--game", "polyomino", "--plugin", "triomino", "--seed", "3", "--set", "width=90", "--set",
                                 "height=100", "--set", "covered=5800")
        self.assertGreater(len(transcript["actions"]), 1000)
        self.assertLess((self.folder / "page.html").stat().st_size, 1_000_000)
        self.open_file("page.html")
        self.go(500)
        self.assertEqual("500", self.turn())
        painted = self.script("""
            const canvas = document.querySelector('canvas.dense');
            const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
            const colours = new Set();
            for (let i = 0; i < data.length; i += 4 * 61) colours.add(data.slice(i, i + 3).join());
            return colours.size""")
        self.assertGreater(painted, 8)

    def test_needs_no_network(self):
        transcript = self.export(*TONGA)
        command = browser.browser.execute_cdp_cmd
        command("Network.enable", {})
        command("Network.emulateNetworkConditions", {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0})
        try:
            self.open_file("page.html")
            self.go(20)
            self.assertIn(transcript["actions"][19]["action"], self.text(".turn code"))
            self.assertEqual(36, len(self.all("svg.board .cell")))
            self.assertEqual([], self.script("return performance.getEntriesByType('resource').map((each) => each.name)"))
        finally:
            command("Network.emulateNetworkConditions", {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
            command("Network.disable", {})

    def test_shows_hostile_texts_as_text(self):
        self.export(*TONGA)
        evil = "</script><script>document.title='x'</script><img src=x onerror=\"document.title='x'\">\u202e"
        transcript = json.loads((self.folder / "match.jsonl").read_text())
        transcript["seats"][0].update(name=evil, version=evil, options={evil: evil})
        transcript["result"]["outcomes"][1] = {"kind": "crash", "reason": evil, "log": evil + "\n"}
        (self.folder / "match.jsonl").write_text(json.dumps(transcript) + "\n")
        self.run_host("replay", "match.jsonl", "--html", "page.html")
        self.open_file("page.html")
        self.assertEqual("PseudoTonga, seed 3", browser.browser.title)
        self.assertEqual([], self.all("img"))
        shown = self.text(".seats")
        # Name, version, an option and its value, reason and log.
        self.assertEqual(6, shown.count("document.title='x'\">\\u202e"))
        self.assertNotIn("\u202e", shown)

    def test_names_what_differs_from_the_record(self):
        self.export(*TONGA)
        transcript = json.loads((self.folder / "match.jsonl").read_text())
        transcript["actions"][20]["action"] = transcript["actions"][19]["action"]
        (self.folder / "match.jsonl").write_text(json.dumps(transcript) + "\n")
        self.run_host("replay", "match.jsonl", "--html", "page.html", code=1)
        self.open_file("page.html")
        self.assertIn("does not play as recorded", self.text(".problem"))
        self.assertEqual("20", self.turn())

    def test_has_the_same_board_as_the_picture(self):
        self.export(*TONGA)
        self.open_file("page.html", "#turn=20")
        expected = self.glyphs()
        (self.folder / "board.svg").write_text(self.run_host("replay", "match.jsonl", "--svg", "20"))
        self.open_file("board.svg")
        self.assertEqual(expected, self.glyphs())


class StandingsPage(BrowserTest):
    def test_its_tables_are_sorted_by_a_click(self):
        self.run_host("tournament", "--game", "tonga", "--plugin", "random", "--plugin", "greedy", "--plugin", "*/random,name=other", "--set", "n=6",
                      "--seeds", "1-2", "--quiet", "--db", "results.db")
        self.run_host("standings", "--db", "results.db", "--html", "standings.html")
        self.open_file("standings.html")
        self.wait(lambda: self.all("thead button"), "the headings are buttons")
        self.assertEqual("Agon", self.text(".top .brand"))

        def column(number):
            return [cell.text.split("\n")[0] for cell in self.all(f"table.cards tbody tr > :nth-child({number})")][:3]
        heads = [cell.text for cell in self.all("table.cards")[0].find_elements("css selector", "thead th")]
        mean = heads.index("mean score") + 1
        for down in (True, False):
            self.script("document.querySelectorAll('table.cards thead th')[arguments[0]].firstChild.click()", mean - 1)
            values = [float(text) for text in column(mean)]
            self.assertEqual(sorted(values, reverse=down), values)
        self.script("document.querySelectorAll('table.cards thead th')[0].firstChild.click()")
        self.assertEqual(["greedy", "other", "random"], column(1))
