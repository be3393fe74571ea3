"""Pages that need no server, opened from disk: those of matches and standings."""

import base64
import json
import pathlib
import re
import subprocess
import urllib.parse
import zlib

import browser
from browser import BrowserTest, Keys, boards
from serving import ServedTest

TONGA = ("--game", "tonga", "--plugin", "greedy", "--plugin", "random", "--seed", "3", "--set", "n=6")


# The class of each cell, and the attributes and the text of each part of it.
PARTS = """return [...document.querySelectorAll(arguments[0])].map((cell) => [cell.getAttribute("class"),
    ...[...cell.querySelectorAll("path, circle, rect, text")].map((part) => [...[...part.attributes].map((each) => each.value), part.textContent])])"""


def header_of(page):
    """Returns the header of the match in a page."""
    return json.loads(re.search('id="match">(.*?)</script>', page.read_text())[1])


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
        for key, expected in ((Keys.RIGHT, "13"), (Keys.LEFT, "12"), (Keys.PAGE_DOWN, "22"), (Keys.PAGE_UP, "12"), ("l", "22"), ("J", "12"), (Keys.HOME, "0"),
                              (Keys.END, "36"), (Keys.LEFT, "35")):
            self.press(key)
            self.assertEqual(expected, self.turn())
        self.wait(lambda: browser.browser.current_url.endswith("#turn=35"), "the address names the turn")
        self.press("?")
        self.assertIn("Page up", self.text("dialog[open]"))
        self.press(Keys.ESCAPE)
        self.script("location.hash = '#turn=7'")
        self.wait(lambda: self.turn() == "7", "the address changes the turn")
        area = self.one(".plot .area")
        browser.webdriver.ActionChains(browser.browser).move_to_element(area).click().perform()
        self.assertAlmostEqual(18, int(self.turn()), delta=1)
        self.script("const speed = document.querySelector('.playback select'); speed.value = '100'; speed.dispatchEvent(new Event('change'))")
        browser.browser.refresh()
        self.assertEqual("100", self.script("const speed = document.querySelector('.playback select').value; localStorage.clear(); return speed"))
        self.press(Keys.HOME, Keys.SPACE)
        self.wait(lambda: self.turn() == "36", "it plays to the end")
        self.assertEqual("Watch (Space)", self.one("button.primary").get_attribute("aria-label"))

    def test_draws_stones_balls_tiles_and_counters(self):
        plans = {"tonga": ("greedy", "greedy", "n=8"), "linez": ("greedy", "moves=40"), "polyomino": ("champion", "width=12", "height=12"),
                 "chesspuzzle": ("random", "depth=10", "rows=8", "columns=8"), "inc": ("random", "random", "random")}
        kinds = set()
        for game, words in plans.items():
            with self.subTest(game):
                self.export("--game", game, "--seed", "3", *[word for each in words for word in ("--set" if "=" in each else "--plugin", each)])
                self.open_file("page.html", "#turn=20")
                self.assertEqual(1, len(self.all("path.last")))
                self.assertEqual(sum("=" not in each for each in words), 1 + len(self.all("path.earlier")), "one mark for each seat")
                kinds |= {kind for cell in self.script(PARTS, "svg.board g.cell") for kind, *_ in cell[1:]}
        self.assertLessEqual({"tile", "bond", "disc", "glyph", "plate", "counter", "highlight"}, kinds)

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
        self.export(*TONGA)
        self.open_file("page.html")
        self.go(20)
        self.assertEqual(36, len(self.all("svg.board .cell")))
        self.assertEqual([], self.script("return performance.getEntriesByType('resource').map((each) => each.name)"))

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
        shown = self.text(".seatfacts")
        # Name, version, an option and its value, reason and log.
        self.assertEqual(6, shown.count("document.title='x'\">\\u202e"))
        self.assertNotIn("\u202e", shown)

    def ways(self):
        """Returns what is drawn of the lines of reports: [seat, number, row, column, whether it is an arrow] each."""
        return sorted(self.script("""return [...document.querySelectorAll(".board .ways .way")].map((way) => [Number(way.classList[1].slice(1)),
            Number(way.querySelector("text").textContent), ...["cy", "cx"].map((at) => Math.floor(way.querySelector("circle").getAttribute(at) / 40)),
            way.querySelector("polygon") !== null])"""))

    def report(self, *reports):
        """Writes the page of match.jsonl, in which strategies have reported these lines: (number of the action, words of the line)."""
        transcript = json.loads((self.folder / "match.jsonl").read_text())
        transcript["usage"]["evaluations"] = [{"action": action, "share": 0.6, "depth": 5, "line": " ".join(words)} for action, words in reports]
        (self.folder / "match.jsonl").write_text(json.dumps(transcript) + "\n")
        self.run_host("replay", "match.jsonl", "--html", "page.html")

    def test_draws_what_both_seats_expect_as_long_as_the_match_follows_it(self):
        actions = [each["action"] for each in self.export(*TONGA)["actions"]]
        self.report((7, actions[6:11]), (8, [actions[7], actions[20], actions[9]]))
        cells = lambda seat, expected: [[seat, i + 1, *map(int, each.split()), False] for i, each in enumerate(expected)]
        self.open_file("page.html", "#turn=7")
        self.assertEqual(cells(0, actions[7:11]), self.ways())
        self.assertEqual(["expects to beat 60 % of its opponents, depth 5"], [each.text for each in self.all(".minds p")])
        self.go(8)
        self.assertEqual(cells(0, actions[8:11]) + cells(1, [actions[20], actions[9]]), self.ways())
        self.assertEqual([["Black", " ".join(actions[6:11])], ["White", " ".join([actions[7], actions[20], actions[9]])]],
                         [[each.find_element("css selector", name).text for name in ("h3", "code")] for each in self.all(".minds > div")])
        self.go(9)
        self.assertEqual(cells(0, actions[9:11]), self.ways())
        self.go(20)
        self.assertEqual([], self.ways())

    def test_draws_an_expected_way_from_cell_to_cell_as_an_arrow(self):
        actions = [each["action"] for each in self.export("--game", "chess", "--plugin", "random", "--plugin", "random", "--seed", "3")["actions"]]
        self.report((1, actions[:4]))
        self.open_file("page.html", "#turn=1")
        self.assertEqual([[0, i + 1, 8 - int(each[3]), "abcdefgh".index(each[2]), True] for i, each in enumerate(actions[1:4])], self.ways())

    def test_shows_the_values_of_a_match_that_blame_has_judged_and_what_the_reference_plays_instead(self):
        self.record("match.jsonl", "--game", "tonga", "--seats", "listed", "--plugin", "greedy", "--plugin", "random", "--seed", "2")
        told = json.loads(self.run_host("blame", "match.jsonl", "--reference", "server", "--seconds", "600", "--quiet", "--json", "--html", "page.html"))
        found = told["found"]
        self.open_file("page.html", f"#turn={found['action']}")
        self.assertEqual(told["answer"], self.text(".curvecard p"))
        self.assertEqual(len(told["values"]), self.script("return document.querySelector('.curve .range').getAttribute('d')").count("M"))
        self.assertEqual(sum(each["established"] for each in told["tested"]), self.script("return document.querySelector('.curve .costly').getAttribute('d')").count("M"))
        self.assertIn(f"server plays {found['instead_text']}", self.text(".turn"))
        self.assertEqual([[0, 1, *map(int, found["instead"][0]["action"].split()), False]], self.ways())

    def test_names_what_differs_from_the_record(self):
        self.export(*TONGA)
        transcript = json.loads((self.folder / "match.jsonl").read_text())
        transcript["actions"][20]["action"] = transcript["actions"][19]["action"]
        (self.folder / "match.jsonl").write_text(json.dumps(transcript) + "\n")
        self.run_host("replay", "match.jsonl", "--html", "page.html", code=1)
        self.open_file("page.html")
        self.assertIn("does not play as recorded", self.text(".problem"))
        self.assertEqual("20", self.turn())


def inflated(page, element):
    """Returns the JSON in an element of a page, as text."""
    return zlib.decompress(base64.b64decode(re.search(f'id="{element}">([^<]*)<', page)[1])).decode()


class DeflatedPage(ServedTest):
    def answer(self, path):
        return self.request("GET", urllib.parse.urlsplit(self.link).path + path)[1]

    def test_a_page_has_the_same_turns_as_the_server(self):
        plans = {"tonga": ("champion", "greedy", "n=6"), "linez": ("greedy", "colours=2", "moves=600"), "polyomino": ("champion", "width=30", "height=30"),
                 "chess": ("random", "random"), "chesspuzzle": ("random", "depth=3"), "inc": ("random", "random", "random"), "go": ("random", "random", "size=5")}
        lengths = {}
        for game, words in plans.items():
            record = self.record(f"{game}.jsonl", "--game", game, "--seed", "3", "--time", "1", *[word for each in words for word in ("--set" if "=" in each else "--plugin", each)])
            lengths[game] = len(record["actions"])
        self.assertGreater(max(lengths.values()), 300)
        self.serve(*[f"{game}.jsonl" for game in plans])
        for number, game in enumerate(plans, 1):
            with self.subTest(game):
                page = self.answer(f"api/page?id=file-{number}")
                self.wait(lambda: not self.header(f"file-{number}").get("loading"), "the server has replayed it")
                self.assertEqual(self.header(f"file-{number}")["plot"], json.loads(inflated(page, "plot")))
                blocks = re.findall('id="(block-[0-9]+)"', page)
                self.assertEqual((lengths[game] + 255) // 256, len(blocks))
                for block, element in enumerate(blocks):
                    self.assertEqual(self.answer(f"api/block?id=file-{number}&number={block}"), inflated(page, element))

    def test_a_page_of_a_site_has_all_turns_of_a_long_match(self):
        self.run_host("--game", "linez", "--plugin", "greedy", "--set", "colours=2,moves=5000", "--seed", "3", "--time", "0", "--quiet", "--db", "results.db")
        self.run_host("standings", "--db", "results.db", "--html", "site")
        page, = (self.folder / "site/match").glob("*.html")
        self.assertEqual(5000, header_of(page)["length"])
        self.open_file(str(page.relative_to(self.folder)))
        self.wait(lambda: self.all("svg.board .cell"), "the board is shown")
        self.assertEqual("5000 / 5000", self.text(".count"))
        for turn in (10, 4990):
            self.go(turn)
            self.wait(lambda: f"Turn {turn} " in self.text(".side"), "this turn is shown")
            self.assertFalse(self.all(".problem")[0].is_displayed())


class Notebook(BrowserTest):
    """What a state of the Python package shows in a notebook."""

    def shown(self, *words):
        """Opens the frame that Python prints."""
        package = pathlib.Path(browser.host).resolve().parents[1] / "python"
        if not (package / "agon").exists():
            self.skipTest("the Python package is not built")
        printed = subprocess.run(["/usr/bin/python3", "-B", "-c", *words], env={**self.environment, "PYTHONPATH": str(package)}, capture_output=True, text=True, check=True)
        (self.folder / "notebook.html").write_text("<!doctype html><meta charset='utf-8'>" + printed.stdout)
        self.open_file("notebook.html")
        self.addCleanup(browser.browser.switch_to.default_content)
        browser.browser.switch_to.frame(self.one("iframe"))

    def test_a_state_is_drawn_as_on_the_page_of_its_match(self):
        record = self.record("match.jsonl", *TONGA)
        self.run_host("replay", "match.jsonl", "--html", "page.html")
        self.open_file("page.html", "#turn=9")
        expected = self.script(PARTS, "svg.board g.cell")
        lines = self.script("return [...document.querySelectorAll('.lines p')].map((line) => line.textContent)")
        self.shown("import sys, agon; state = agon.State('tonga', seed=3, n=6); [state.act(action) for action in sys.argv[1:]]; print(state._repr_html_())",
                   *[event["action"] for event in record["actions"][:9]])
        self.assertEqual(expected, self.script(PARTS, "svg.board g.cell"))
        self.assertEqual(lines, self.script("return [...document.querySelectorAll('p')].map((line) => line.textContent)"))
        self.assertFalse(self.script("const root = document.documentElement; return root.scrollHeight > innerHeight || root.scrollWidth > innerWidth"), "it is seen as a whole")

    def test_a_large_board_is_painted(self):
        self.shown("import agon; print(agon.State('polyomino', seed=3, width=90, height=100, covered=5800).html())")
        self.assertTrue(self.script("const { width, height } = document.querySelector('canvas.dense').getBoundingClientRect(); return width > 100 && height > 100"))
        self.assertFalse(self.one("svg.board").is_displayed())


class ReportPage(BrowserTest):
    """The pages that `standings --html` writes, opened from disk."""

    def report(self, change=lambda data: None):
        """Opens standings.html with changed data, and returns them."""
        page = (self.folder / "standings.html").read_text()
        before, after = page.split('id="report">', 1)
        text, after = after.split("</script>", 1)
        data = json.loads(text)
        change(data)
        (self.folder / "changed.html").write_text(before + 'id="report">' + json.dumps(data).replace("<", "\\u003c") + "</script>" + after)
        self.open_file("changed.html")
        return data

    def play(self, *more, game="tonga", strategies=("random", "greedy", "*/random,name=other"), seeds="1-4"):
        plugins = [word for strategy in strategies for word in ("--plugin", strategy)]
        self.run_host("tournament", "--game", game, *plugins, *more, "--seeds", seeds, "--quiet", "--db", "results.db")
        self.run_host("standings", "--db", "results.db", "--html", "standings.html")

    def card(self, title):
        """Returns the text of the section with this heading; None if there is none."""
        return self.script("return [...document.querySelectorAll('.card')].find((card) => card.querySelector('h2').textContent === arguments[0])?.textContent ?? null", title)

    def titles(self):
        """Returns the titles of what the charts draw."""
        return self.script("return [...document.querySelectorAll('.chart title')].map((title) => title.textContent)")

    def cells(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0] + ' tbody tr')].map((row) => [...row.cells].map((cell) => cell.firstChild?.textContent ?? ''))", selector)

    def test_its_tables_are_sorted_by_a_click(self):
        self.play("--set", "n=6")
        self.report()
        self.assertEqual("Agon", self.text(".top .brand"))
        heads = [cell.text for cell in self.all("table.cards")[0].find_elements("css selector", "thead th")]
        for column in (heads.index("rating"), heads.index("mean score")):
            for down in (True, False):
                self.script("document.querySelectorAll('table.cards thead th')[arguments[0]].firstChild.click()", column)
                values = [float(row[column].replace("\u2212", "-")) for row in self.cells("table.cards")[:3]]
                self.assertEqual(sorted(values, reverse=down), values)
        self.script("document.querySelectorAll('table.cards thead th')[0].firstChild.click()")
        self.assertEqual(["greedy", "other", "random"], [row[0] for row in self.cells("table.cards")[:3]])

    def test_shows_strategies_that_meet(self):
        self.play()
        data = self.report()
        self.assertEqual("Standings: tonga", browser.browser.title)
        self.assertEqual("Standings: tonga", self.text("h1"))
        strategies = data["standings"]["strategies"]
        (wins, ties, losses), first, second = data["head_to_head"][0][1], strategies[0]["label"], strategies[1]["label"]
        self.assertIn(f"Black:\u00a0{strategies[0]['by_seat'][0]['wins']}, White:", self.card("Table"))
        self.assertEqual(f"{first} against {second}: {wins} won, {ties} tied, {losses} lost", self.one(".matrix td[title]").get_attribute("title"))
        self.assertIn(f"{wins}/{ties}/{losses}", self.card("Each against each"))
        self.assertIn("n ", self.card("By parameter"))
        self.assertIn("None.", self.card("Failures"))
        # Every chart says what it is, in words that are there.
        for chart in self.all("figure svg"):
            self.assertEqual("img", chart.get_attribute("role"))
            texts = [self.text(f"#{word}") for word in chart.get_attribute("aria-labelledby").split()]
            self.assertEqual([True, True], [bool(text) for text in texts])

    def test_shows_strategies_that_play_alone(self):
        self.play(game="linez", strategies=("greedy", "random"))
        data = self.report()
        self.assertIn("of the best", self.card("Table"))
        self.assertIn("in % of the seeds that both played", self.card("Each against each"))
        self.assertIsNone(self.card("Ratings"))
        self.assertIn("95 % intervals", self.card("Mean scores"))

    def test_shows_failures_builds_and_what_is_open(self):
        failing = str(pathlib.Path(browser.host).parents[1] / "tests/fixtures/failing.so") + ":fails"
        self.play("--set", "n=6", strategies=("greedy", failing))

        def change(data):
            strategies = data["standings"]["strategies"]
            strategies[0].update(rating_interval=[310, None], label="\u00e4 rather long name of a strategy, number 1\u00fc")
            strategies[1].update(rating_interval=[None, -310])
            data["head_to_head"][0][1] = None
            data["parameters"] = [{"values": ["n 6", "n 8 to 10"], "rows": [[[2.5, 0.75], None], [None, None]]}]
            data["standings"]["failures"].append(dict(data["standings"]["failures"][0], kind="crash"))
            data["failed"].append(dict(data["failed"][0], seat=1 - data["failed"][0]["seat"], again=None))
            data["failed"][1]["log"] = "last words"
            data["groups"] = "They are in 2 groups."
            data["standings"]["rating_groups"] = 2
            standing = dict(strategies[0], failures={"crash": 1})
            data["histories"] = [{"strategy": "greedy", "builds": [{"label": f"1.0.0 #{n}", "first_played": "2024-05-01", "standing": standing} for n in (11, 22)]}]
        data = self.report(change)
        name = data["standings"]["strategies"][0]["label"]
        self.assertIn(f"{name} (group 1)", self.titles())
        self.assertEqual("\u00e4 rather long name of a strategy, number 1\u00fc", self.cells("table.cards")[0][0])
        self.assertIn("They are in 2 groups.", self.card("Table"))
        self.assertIn("\u00e4 rather lon\u2026 1\u00fc (group 1)", self.card("Ratings"))
        self.assertIn("from 310", self.card("Table"))
        self.assertIn("up to \u2212310", self.card("Ratings"))
        self.assertEqual(["\u2013", "75 %"], [self.text(".matrix td:nth-child(3)"), self.text("td[data-label='n 6'] .below")])
        self.assertEqual([["1.0.0 #11", "2024-05-01"], ["1.0.0 #22", "2024-05-01"]], [row[:2] for row in self.cells("h3 ~ .scroll table")])
        failures = self.card("Failures")
        self.assertIn("8 failures.", failures)
        self.assertIn("last words", failures)
        self.assertIn("names several strategies with the same name", failures)
        self.assertIn("the opening book is closed", failures)
        self.assertEqual({"Black", "White"}, {cell.text for cell in self.all("td[data-label=seat]")})
        self.assertNotIn("failing.so", self.script("return [...document.querySelectorAll('details')].map((each) => each.textContent).join()"))
        drawn = self.script("return [...document.querySelectorAll('.chart *')].flatMap((shape) => [...shape.attributes]).map((each) => each.value)")
        self.assertEqual([], [value for value in drawn if "NaN" in value or "Infinity" in value])

    def test_shows_hostile_texts_as_text(self):
        self.play("--set", "n=6")
        evil = "</script><script>document.title='x'</script><img src=x onerror=\"document.title='x'\">"

        def change(data):
            for strategy in data["standings"]["strategies"]:
                strategy.update(label=evil, version=evil, failures={evil: 1})
            data.update(title=evil, notes=[evil], command=[evil], groups=evil, seat_names=[evil, evil])
            data["standings"].update(failure_count=1, contest=evil, failures=[{"strategy": evil, "seed": 1, "count": 1, "kind": evil, "reason": evil}])
            data["failed"] = [{"seat": 0, "run": 1, "number": 1, "log": evil, "again": [evil]}]
        self.report(change)
        self.assertEqual("Standings: tonga", browser.browser.title)
        self.assertEqual([], self.all("img"))
        self.assertEqual(evil, self.text("h1"))
        self.assertIn(evil, self.card("Failures"))

    def test_needs_no_network(self):
        self.play("--set", "n=6")
        self.report()
        self.assertEqual([], self.script("return performance.getEntriesByType('resource').map((each) => each.name)"))
        self.assertEqual(3, len(self.all("figure.chart")) + len(self.all("table.matrix")))


class SitePages(BrowserTest):
    """The site that `standings --html FOLDER` writes, opened from disk."""

    def setUp(self):
        super().setUp()
        self.run_host("tournament", "--game", "tonga", "--plugin", "greedy", "--plugin", "random", "--set", "n=6", "--seeds", "1-2", "--quiet", "--db", "results.db")
        self.run_host("standings", "--db", "results.db", "--html", "site")

    def follow(self, text):
        """Clicks on the first link with this text, and waits for its page."""
        before = browser.browser.current_url
        self.script("[...document.querySelectorAll('a')].find((link) => link.textContent === arguments[0]).click()", text)
        self.wait(lambda: browser.browser.current_url != before and self.all("header.top"), f"{text} leads to a page")

    def test_leads_from_the_index_to_a_strategy_and_a_match_and_back(self):
        self.open_file("site/index.html")
        self.assertEqual("Standings: tonga", self.text("h1"))
        self.follow("greedy")
        self.assertEqual("greedy: tonga", self.text("h1"))
        self.assertEqual("greedy: tonga", browser.browser.title)
        titles = [each.text for each in self.all(".card h2")]
        self.assertEqual(["Results", "Against each", "Failures", "Matches"], titles)
        self.assertEqual(4, len([link for link in self.all("a") if link.text == "watch"]))
        self.follow("watch")
        self.wait(lambda: self.all("svg.board .cell"), "the board is shown")
        self.assertEqual("36 / 36", self.text(".count"))
        self.go(20)
        self.assertEqual(36, len(self.all("svg.board .cell")))
        self.follow("random")
        self.assertEqual("random: tonga", self.text("h1"))
        self.follow("Standings")
        self.assertEqual("Standings: tonga", self.text("h1"))

    def test_shows_in_a_match_what_its_own_page_shows(self):
        transcript = self.record("match.jsonl", *TONGA)
        self.run_host("tournament", "--game", "tonga", "--plugin", "greedy", "--plugin", "random", "--set", "n=6", "--seeds", "3", "--quiet", "--db", "results.db")
        self.run_host("standings", "--db", "results.db", "--html", "site")
        pages = {header_of(page)["match"]["seats"][0]["strategy"]: page for page in (self.folder / "site/match").glob("*.html")}
        self.run_host("replay", "match.jsonl", "--html", "page.html")
        shown = []
        for name in (str(pages[transcript["seats"][0]["strategy"]].relative_to(self.folder)), "page.html"):
            self.open_file(name, "#turn=20")
            self.wait(lambda: self.all("svg.board .cell"), "the board is shown")
            shown.append([self.glyphs(), self.text(".turn code"), [cell.text for cell in self.all(".score")]])
        self.assertEqual(shown[1], shown[0])
