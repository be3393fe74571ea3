"""`host serve`: what its pages show of files and runs, and what it refuses."""

import json
import pathlib
import shutil
import socket
import subprocess
import urllib.parse

import browser
from browser import PATIENCE, Keys, boards
from serving import TONGA, ServedTest


class Watching(ServedTest):
    def test_shows_files_runs_and_their_matches(self):
        transcript = self.record("match.jsonl", *TONGA, "--seed", "3")
        self.run_host("tournament", *TONGA, "--seeds", "1-3", "--secret", "hush", "--quiet", "--db", "results.db")
        self.run_host("standings", "--prune", "--db", "results.db")
        self.serve("match.jsonl")
        browser.browser.get(self.link)
        self.wait(lambda: len(self.all("td.command")) == 1, "the run is listed")
        self.one(".matches a").click()
        self.wait(lambda: self.text(".count") == f"{len(transcript['actions'])} / {len(transcript['actions'])}", "the match is loaded")
        printed = boards(self.run_host("replay", "match.jsonl"))
        for turn in (7, 36, 0):
            self.go(turn)
            self.wait(lambda: self.glyphs() == printed[turn], f"turn {turn}")
        self.open(self.link, "th a")
        self.one("th a").click()
        self.wait(lambda: len(self.all(".seeds tbody tr")) == 6, "all matches are in the table")
        self.assertEqual(["Table", "Ratings", "Each against each", "Scores", "Failures", "Seeds", "Matches"], [heading.text for heading in self.all("h2")])
        self.assertEqual({"6"}, {cell.text for cell in self.all(".cards td:nth-child(2)")})
        self.one("input[type=search]").send_keys("2")
        self.assertEqual({"2"}, {cell.text for cell in self.all(".seeds tbody td:nth-child(2)")})
        self.all(".seeds thead button")[3].click()
        scores = [int(cell.text.split(":")[0].replace("\u2212", "-")) for cell in self.all(".seeds tbody td:nth-child(4)")]
        self.assertEqual(sorted(scores, reverse=True), scores)
        self.assertEqual([["1"], ["2"], ["3"]], [[row.find_element("css selector", "th").text] for row in self.all(".heat tbody tr")])
        self.assertEqual(6, len(self.all(".heat tbody td a")))
        # The address has order and filter.
        browser.browser.refresh()
        self.wait(lambda: self.all(".seeds tbody a"), "the matches are in the table")
        self.assertEqual("2", self.one("input[type=search]").get_property("value"))
        self.assertEqual(scores, [int(cell.text.split(":")[0].replace("\u2212", "-")) for cell in self.all(".seeds tbody td:nth-child(4)")])
        self.wait(lambda: "all runs" in self.text(".heading a"), "the standings of all runs are offered")
        # No transcript was kept, so the match is played again, with the stored result.
        shown = self.one(".seeds tbody td:nth-child(4)").text
        place = self.script("document.querySelector('.seeds tbody a').scrollIntoView({ block: 'center' }); return scrollY")
        self.assertGreater(place, 0)
        self.one(".seeds tbody a").click()
        self.wait(lambda: self.over(), "the match is played again")
        self.assertEqual("", self.text(".problem"))
        self.press(Keys.END)
        self.wait(lambda: " : ".join(cell.text for cell in self.all(".score")) == shown, "it has the stored scores")
        self.assertIn("CPU time", self.text(".turn"))
        browser.browser.back()
        self.wait(lambda: self.all(".seeds tbody a") and abs(self.script("return scrollY") - place) < 2, "the run is where it was left")

    def test_runs_are_found_by_words(self):
        for game, seats in (("tonga", 2), ("linez", 1)):
            self.run_host("--game", game, *["--plugin", "random"] * seats, "--seeds", "1-2", "--quiet", "--db", "results.db")
        self.serve()
        browser.browser.get(self.link)
        names = lambda: [link.text for link in self.all("th a")]
        self.wait(lambda: names() == ["Run 2", "Run 1"], "both runs are listed")
        for words, found in (("tonga finished", ["Run 1"]), ("tonga linez", []), ("random", ["Run 2", "Run 1"])):
            field = self.one("input[type=search]")
            field.clear()
            field.send_keys(words)
            self.wait(lambda: names() == found, f"{words}: {found}")

    def test_numbers_counts_and_durations_are_written_for_readers(self):
        self.serve()
        browser.browser.get(self.link)
        written = browser.browser.execute_async_script("""
            const done = arguments[0];
            import("./dom.js").then(({ numberText, fixedText, counted, durationText, readNumber }) => done({
              numbers: [0, -3, 1858, 9999, -10000, 174749, 12345.678, 1234567, -0.001, 0.125, 1e21, null].map(numberText),
              fixed: [[174749.5, 1], [-12345678, 0], [-0.001, 2], [0.5, 3], [999.999, 1], [undefined, 2]].map(([value, digits]) => fixedText(value, digits)),
              counts: [[0, "turn"], [1, "turn"], [2, "turn"], [1, "match"], [12000, "match"], [2, "loss"]].map(([count, what]) => counted(count, what)),
              durations: [0, 999, 1000, 12345, 999400, 999600, 1250000].map(durationText),
              read: ["174,749", "\u221212,345.5", "1,5", "0", "x"].map(readNumber) }));""")
        self.assertEqual({
            "numbers": ["0", "\u22123", "1858", "9999", "\u221210,000", "174,749", "12,345.68", "1,234,567", "0", "0.13", "1e+21", "\u2013"],
            "fixed": ["174,749.5", "\u221212,345,678", "0.00", "0.500", "1000.0", "\u2013"],
            "counts": ["0 turns", "1 turn", "2 turns", "1 match", "12,000 matches", "2 losses"],
            "durations": ["0 \u00b5s", "999 \u00b5s", "1.00 ms", "12.3 ms", "999 ms", "1.00 s", "1.25 s"],
            "read": [174749, -12345.5, None, 0, None]}, written)

    def test_a_match_is_taken_away_as_a_picture_and_as_a_page(self):
        self.record("match.jsonl", *TONGA, "--seed", "3")
        self.serve("match.jsonl")
        self.open_match("file-1")
        self.wait(lambda: self.all(".sharing button"), "it can be shared")
        self.script("""window.saved = [];
            HTMLAnchorElement.prototype.click = function () { window.saved.push([this.download, this.href]); };
            [...document.querySelectorAll(".sharing button")].slice(0, 2).forEach((button) => button.click())""")
        self.wait(lambda: self.script("return window.saved.length") == 2 or self.text(".sharing .bad"), "both pictures are made")
        self.assertEqual("", self.text(".sharing .bad"))
        saved = dict(self.script("return window.saved"))
        self.assertEqual({"file-1-36.svg", "file-1-36.png"}, set(saved))
        self.assertGreater(len(saved["file-1-36.png"]), 5000)
        (self.folder / "turn.svg").write_text(urllib.parse.unquote(saved["file-1-36.svg"].split(",", 1)[1]))
        status, page = self.request("GET", urllib.parse.urlsplit(self.link).path + "api/page?id=file-1")
        self.assertEqual(200, status)
        self.run_host("replay", "match.jsonl", "--html", "expected.html")
        self.assertEqual((self.folder / "expected.html").read_text(), page)
        self.open_file("turn.svg")
        self.assertEqual(36, len(self.all("g.cell")))
        self.assertIn("rgb", self.script("return getComputedStyle(document.querySelector('.t0 .disc')).fill"))

    def test_a_link_to_a_turn_leads_there_as_soon_as_the_match_is_played_again(self):
        self.run_host("tournament", "--game", "tonga", "--plugin", "greedy", "--plugin", "random", "--set", "n=16", "--seeds", "1",
                      "--quiet", "--db", "results.db")
        self.run_host("standings", "--prune", "--db", "results.db")
        self.serve()
        for page in ("match?id=run-1-1#turn=200", "compare?left=run-1-0&right=run-1-1#turn=200"):
            browser.browser.get("about:blank")
            browser.browser.get(self.link + page)
            self.wait(lambda: self.text(".count") == "200 / 256", "turn 200 is shown")

    def test_shows_two_matches_of_a_seed_side_by_side(self):
        self.run_host("tournament", *TONGA, "--seeds", "1-2", "--keep", "--quiet", "--db", "results.db")
        self.serve()
        self.open(self.link + "run?id=1", ".seeds tbody a")
        self.one(".seeds tbody tr td:last-child a").click()
        self.wait(lambda: len(self.all(".compare svg.board .cell")) == 72, "both boards are there")
        self.assertEqual(["rgb(29, 31, 36)"] * 2, self.script("return [...document.querySelectorAll('.compare .dot.s0')].map((each) => getComputedStyle(each).backgroundColor)"),
                         "Black is black")
        shown = urllib.parse.parse_qs(urllib.parse.urlsplit(browser.browser.current_url).query)
        records = [json.loads(self.transcript(shown[side][0])) for side in ("left", "right")]
        self.assertEqual([1, 1], [record["setup"]["seed"] for record in records])
        for turn in (7, 36, 1):
            self.go(turn)
            expected = [f"Turn {turn}: " + "Black White".split()[record["actions"][turn - 1]["seat"]] + " " + record["actions"][turn - 1]["action"]
                        for record in records]
            self.wait(lambda: [each.text for each in self.all(".compare .turn")] == expected, f"turn {turn} of both")
        different = next(turn for turn in range(36) if records[0]["actions"][turn] != records[1]["actions"][turn]) + 1
        self.click("First difference")
        self.wait(lambda: self.text(".shared [role=status]") == f"They differ from turn {different} on.", "the difference is found")
        self.assertEqual(str(different), self.turn())
        self.wait(lambda: len(self.all(".tools select")) == 2, "other matches of the seed can be chosen")

    def test_starts_the_files_of_a_run_and_says_which_are_gone(self):
        self.pebbles("plugins", "mine")
        self.run_host("tournament", "--game", "pebbles", "--plugin", "mine/gatherer.so", "--plugin", "mine/gatherer.so,leave=1,name=mild", "--seeds", "1",
                      "--quiet", "--db", "results.db")
        self.run_host("standings", "--prune", "--db", "results.db")
        self.serve()
        self.open_match("run-1-1")
        self.wait(lambda: self.over(), "it is played again by the files that the run has stored")
        self.stop()
        (self.folder / "mine").rename(self.folder / "moved")
        self.serve()
        self.open(self.link + "match?id=run-1-1", "p.problem")
        self.assertIn("the strategy 'gatherer' was given as mine/gatherer.so", self.text("p.problem"))
        self.assertIn("name its file with --plugin PATH", self.text("p.problem"))
        browser.browser.get_log("browser")  # the browser itself reports the refused request
        self.stop()
        self.serve("--plugin", "moved/gatherer.so")
        self.open_match("run-1-1")
        self.wait(lambda: self.over(), "it is played again")
        self.assertEqual("", self.text(".problem"))

    def test_matches_that_nobody_looks_at_give_up_their_processes(self):
        self.serve()
        watched = self.play("tonga", ["human", "greedy"], n="6")
        ids = [self.ask("api/play", {"game": "tonga", "seed": "1", "parameters": {"n": "6"}, "seats": [{"plugin": "human"}, {"plugin": "random"}]})["id"]
               for _ in range(24)]
        views = lambda: len(subprocess.run(["ps", "--ppid", str(self.server.pid), "-o", "pid="], capture_output=True, text=True).stdout.split())
        self.wait(lambda: views() <= 21, "the oldest ones have none")
        self.assertTrue(self.header(ids[0])["live"]["waits"], "they go on as soon as somebody comes")
        self.assertEqual({}, self.ask("api/act", {"id": ids[0], "turn": 0, "action": "0 0"}))
        self.click_first_cell()
        self.wait_for_person(2)
        self.assertEqual(watched, self.identity())

    def test_a_game_that_crashes_ends_its_match_only(self):
        game = str(pathlib.Path(browser.host).parents[1] / "tests/hostile_plugins/games.so")
        words = ("--game", game, "--plugin", game + ":player")
        self.run_host(*words, "--seed", "3", "--record", "sound.json", "--quiet", "--no-db")
        record = (self.folder / "sound.json").read_text()
        (self.folder / "faulty.json").write_text(record.replace('"fault":"none"', '"fault":"null_write"'))
        self.serve(*words, "faulty.json", "sound.json")
        browser.browser.get(self.link + "match?id=file-1")
        self.wait(lambda: self.all("p.problem") and "crashed (SIGSEGV)" in self.text("p.problem"), "the page says why")
        browser.browser.get_log("browser")  # the browser itself reports a refused request
        self.open_match("file-2")
        self.assertEqual(4, self.turns())
        seats = [{"plugin": game + ":player"}]
        refused = self.ask("api/play", {"game": "faulty", "seed": "3", "parameters": {"fault": "abort", "where": "create"}, "seats": seats})
        self.assertEqual("the game crashed (SIGABRT) when the match was opened", refused["error"])
        played = self.ask("api/play", {"game": "faulty", "seed": "3", "parameters": {"fault": "abort"}, "seats": seats})["id"]
        self.wait(lambda: "error" in self.header(played), "the match has ended")
        self.assertEqual("The game faulty crashed (SIGABRT). This match can't be shown any more.", self.header(played)["error"])
        sound = self.ask("api/play", {"game": "faulty", "seed": "3", "seats": seats})["id"]
        self.wait(lambda: self.header(sound)["live"]["over"], "another match is played")
        self.assertEqual(0, self.stop())

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

    def test_does_not_start_with_what_does_not_exist(self):
        (self.folder / "broken.db").write_bytes(b"no database" * 100)
        shutil.copy(pathlib.Path(browser.host).parent / "plugins/tonga/tonga.so", self.folder / "game.so")
        for words, code, said in ((["--plugin", "./nobody.so"], 3, "nobody.so"), (["--plugin", "nobody"], 2, "--plugin nobody: it plays none of the games"),
                                  (["--plugin", "./game.so"], 2, "--plugin ./game.so: it plays none of the games"), (["--game", "nothing"], 2, "no game called 'nothing'"),
                                  (["--db", "broken.db"], 5, "broken.db: is no results database")):
            with self.subTest(words):
                result = subprocess.run([browser.host, "serve", *words], cwd=self.folder, env=self.environment, capture_output=True, text=True,
                                        timeout=PATIENCE)
                self.assertEqual((code, ""), (result.returncode, result.stdout))
                self.assertIn(said, result.stderr)

    def test_refuses_requests_that_are_no_players_with_a_sentence(self):
        self.serve()
        for change in ({"seats": 5}, {"seats": [5, 6]}, {"seats": [None, None]}, {"reload": "yes"}):
            status, answer = self.request("POST", urllib.parse.urlsplit(self.link).path + "api/play", json.dumps(
                {"game": "tonga", "seed": "1", "seats": [{"plugin": "human"}, {"plugin": "human"}], **change}), Origin=self.link.rsplit("/", 2)[0])
            self.assertEqual(200, status, answer)
            self.assertIn("error", answer)
            self.assertNotIn("json", answer.lower().replace("no json object", ""))

    def test_says_that_its_port_is_taken(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            result = subprocess.run([browser.host, "serve", "--port", port], cwd=self.folder, env=self.environment, capture_output=True,
                                    text=True, timeout=PATIENCE)
        self.assertEqual(7, result.returncode)
        self.assertRegex(result.stderr, rf"^host: port {port} of 127\.0\.0\.1 is in use by another program: .*\n$")
