"""What stays: matches and the link after a restart; runs that the page starts; and what one can take away of a match."""

import json
import os
import pathlib
import shutil
import signal
import stat
import subprocess
import urllib.parse
import xml.etree.ElementTree

import browser
from serving import PATIENCE, TONGA, ServedTest


class Restart(ServedTest):
    def test_a_match_goes_on_after_a_restart_under_the_same_link(self):
        link = self.serve()
        identity = self.play("tonga", ["human", "greedy"], n="6")
        self.wait_for_person(0)
        self.click_first_cell()
        self.wait_for_person(2)
        self.ask("api/swap", {"id": identity, "seat": 1, "player": {"plugin": "random", "options": {}}})
        before = self.transcript(identity)
        self.stop()
        self.assertEqual(link, self.serve())
        served = self.folder / ".local/share/agon/served"
        self.assertEqual((0o700, 0o600), (stat.S_IMODE(os.stat(served).st_mode), stat.S_IMODE(os.stat(served / "link").st_mode)))
        self.open(self.link, ".matches a")
        self.assertIn("turn 2", self.text(".matches li"))
        self.all(".matches a")[0].click()
        self.wait_for_person(2)
        self.assertEqual(["human", "random"], [player["strategy"] for player in self.header(identity)["live"]["players"]])
        self.click_first_cell()
        self.wait_for_person(4)
        (self.folder / "played.jsonl").write_text(self.transcript(identity))
        self.assertNotIn("origin", self.transcript(identity))
        self.assertIn(before.split('"actions"')[1].split("]")[0].rstrip("}"), self.transcript(identity))
        self.run_host("replay", "played.jsonl", "--quiet")
        used = [json.loads(line)["usage"]["cpu_us"][:2] for line in (before, self.transcript(identity))]
        self.assertGreater(used[0][1], 0)
        self.assertEqual(used[0], used[1], "what the turns before have used is kept")

    def test_a_match_that_is_over_is_a_record_after_a_restart(self):
        self.serve()
        identity = self.play("tonga", ["greedy", "greedy"], n="6")
        self.wait(lambda: self.over() and self.header(identity)["live"]["over"], "the match is over")
        self.wait(lambda: any("match" in each["header"] for each in self.ask("api/matches")), "it is saved")
        result = self.text(".status")
        self.stop()
        self.serve()
        browser.browser.get(self.link)
        self.wait(lambda: result in (self.text(".matches li") or ""), "the list has the result")
        self.open_match(identity)
        self.assertEqual(36, self.turns())
        self.assertEqual(result, self.text(".status"))
        self.assertNotIn("live", self.header(identity))

    def test_a_match_whose_player_has_gone_is_a_record(self):
        mine = self.folder / "mine.so"
        shutil.copy(pathlib.Path(browser.host).parent / "plugins/tonga/random.so", mine)
        self.serve("--plugin", str(mine))
        identity = self.play("tonga", ["human", str(mine)], n="6")
        self.wait_for_person(0)
        self.click_first_cell()
        self.wait_for_person(2)
        self.stop()
        self.serve()
        self.open_match(identity)
        self.wait(lambda: "is none of the strategies" in (self.text(".problem") or ""), "the page says why it does not go on")
        self.assertEqual(2, self.turns())
        self.stop()
        self.serve("--plugin", str(mine))
        self.open_match(identity)
        self.wait_for_person(2)

    def test_two_servers_do_not_share_matches(self):
        link = self.serve()
        self.play("tonga", ["human", "random"], n="6")
        self.wait_for_person(0)
        self.assertEqual(1, len(self.ask("api/matches")))
        first = self.server
        self.assertNotEqual(link, self.serve())
        self.assertEqual([], self.ask("api/matches"))
        browser.browser.get("about:blank")  # else the page misses its server
        first.send_signal(signal.SIGINT)
        first.wait(PATIENCE)
        first.stdout.close()

    def test_the_link_is_refused_to_others(self):
        served = self.folder / ".local/share/agon/served"
        served.mkdir(parents=True)
        served.chmod(0o755)
        self.assertEqual("", self.run_host("serve", code=5))


class Runs(ServedTest):
    def begin(self, seeds, game="tonga"):
        self.open(self.link + "start", "#game")
        self.choose("#game", game)
        for number, name in ((1, "greedy"), (2, "random")):
            self.choose(f".player-form:nth-of-type({number}) > select", name)
        self.one("#seeds").clear()
        self.one("#seeds").send_keys(seeds)
        self.script("document.querySelector('.play-form button[type=submit]').click()")

    def test_a_run_is_started_watched_and_stopped(self):
        self.serve()
        self.begin("1-100000")
        self.wait(lambda: "Run 1" in (self.text("h1") or ""), "its page is shown")
        self.wait(lambda: "left" in self.text("[role=status]") and "of 200,000 matches" in self.text("[role=status]"), "it tells rate and rest")
        self.click("Stop")
        self.wait(lambda: self.text(".state") == "interrupted", "it is stopped")
        self.assertGreater(self.ask("api/run?id=1")["matches"], 0)
        self.assertIn("is not one that this server plays", self.ask("api/stop", {"id": 1})["error"])
        self.open(self.link, "tbody tr")
        self.assertEqual("Run 1", self.text("tbody th a"))

    def test_a_run_that_can_not_be_says_why(self):
        self.serve()
        self.begin("twenty")
        self.wait(lambda: "twenty" in self.text(".play-form .problem"), "the form says why")
        refused = {"command": "tournament", "game": "tonga", "seeds": "1", "players": [{"plugin": "/bin/true", "options": {}}]}
        self.assertIn("none of the strategies", self.ask("api/run", refused)["error"])
        self.assertIn("error", self.ask("api/run", {**refused, "command": "validate"}))
        self.assertEqual([], self.ask("api/runs"))

    def test_a_run_is_its_own_if_others_begin_at_the_same_time(self):
        self.serve()
        request = {"command": "tournament", "game": "tonga", "players": [{"plugin": "greedy"}, {"plugin": "random"}]}
        for seeds in ("11", "12", "13"):
            others = [subprocess.Popen([browser.host, "tournament", *TONGA, "--seeds", "1", "--quiet", "--db", "results.db"], cwd=self.folder, env=self.environment,
                                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) for _ in range(2)]
            run = self.ask("api/run", {**request, "seeds": seeds})["id"]
            self.assertEqual([0, 0], [other.wait(browser.PATIENCE) for other in others])
            self.assertIn(f"--seeds {seeds}", self.ask(f"api/run?id={run}")["command"])

    def test_a_run_of_another_process_can_not_be_stopped_here(self):
        self.serve()
        run = subprocess.Popen([browser.host, "tournament", *TONGA, "--seeds", "1-100000", "--quiet", "--db", "results.db"], cwd=self.folder, env=self.environment,
                               stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.addCleanup(run.wait, PATIENCE)
        self.addCleanup(run.send_signal, signal.SIGINT)
        self.wait(lambda: self.ask("api/runs") and self.ask("api/runs")[0]["matches"] > 0, "it is played")
        self.open(f"{self.link}run?id=1", ".state.running")
        self.wait(lambda: self.all(".report table"), "its standings are shown")
        stop = "return [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Stop').hidden"
        self.assertTrue(self.script(stop))
        self.begin("1-100000")
        self.wait(lambda: "Run 2" in (self.text("h1") or "") and self.script(stop) is False, "one of this server can be stopped")

    def test_a_run_ends_with_the_server_and_keeps_its_matches(self):
        self.serve()
        self.begin("1-100000")
        self.wait(lambda: self.ask("api/runs") and self.ask("api/runs")[0]["matches"] > 0, "it is played")
        self.assertEqual(0, self.stop())
        self.assertIn("interrupted", self.run_host("standings", "--run", "list", "--db", "results.db"))

    def test_the_title_of_a_run_tells_its_end(self):
        self.serve()
        self.begin("1-100000")
        self.wait(lambda: "Run 1" in (self.text("h1") or ""), "its page is shown")
        self.ask("api/stop", {"id": 1})
        self.wait(lambda: browser.browser.title.startswith("✓ Run 1, tonga"), "the title of its tab tells that it is over")

    def test_final_positions_are_seen_before_a_match_is_opened(self):
        self.record("match.jsonl", *TONGA, "--seed", "3")
        self.run_host("tournament", *TONGA, "--seeds", "1-3", "--quiet", "--db", "results.db")
        self.serve("match.jsonl")
        browser.browser.get(self.link)
        self.wait(lambda: len(self.all(".matches .thumb svg.board .stone")) == 36, "the match of the file is over, its board is full")
        self.open(self.link + "run?id=1", ".heat td a")
        for link in (".heat td a", ".seeds tbody a"):
            for begin, end in (("pointerenter", "pointerleave"), ("focus", "blur")):
                self.script("document.querySelector(arguments[0]).dispatchEvent(new Event(arguments[1]))", link, begin)
                self.wait(lambda: len(self.all(".thumb.beside .stone")) == 36, "the final position is beside the link")
                self.script("document.querySelector(arguments[0]).dispatchEvent(new Event(arguments[1]))", link, end)
                self.assertEqual([], self.all(".thumb.beside"))
        self.assertTrue(all(row["kept"] for row in self.ask("api/run?id=1")["table"]))
        self.run_host("standings", "--prune", "--run", "1", "--db", "results.db")
        self.assertFalse(any(row["kept"] for row in self.ask("api/run?id=1")["table"]))

    def test_a_trial_of_a_search_is_not_listed_and_ranks_nobody(self):
        self.run_host("compare-trial", "--game", "tonga", "--plugin", "greedy", "--against", "random", "--set", "n=6", "--seeds", "1-3", "--quiet",
                      "--db", "results.db")
        self.serve()
        self.assertEqual([], self.ask("api/runs"))
        browser.browser.get(self.link + "run?id=1")
        self.wait(lambda: "A trial of a search" in [each.text for each in self.all(".card h2")], "the page says what it is")
        self.assertIn("Its points are no players to be ranked", self.text(".report"))
        self.assertFalse(self.all(".matrix"))


class Sharing(ServedTest):
    def test_an_animation_has_each_turn_of_a_range(self):
        self.record("match.jsonl", *TONGA, "--seed", "3")
        self.serve("match.jsonl")
        self.open_match("file-1")
        self.wait(lambda: self.all(".sharing button"), "the card is there")
        self.script("""window.kept = []; const make = URL.createObjectURL; URL.createObjectURL = (blob) => { blob.text().then((text) => kept.push(text)); return make(blob); };
                       const [from, to] = document.querySelectorAll(".turns-range input"); from.value = 5; to.value = 9;
                       document.querySelector(".turns-range button").click()""")
        self.wait(lambda: self.script("return window.kept.length") == 1, "the picture is made")
        picture = xml.etree.ElementTree.fromstring(self.script("return window.kept[0]"))
        groups = {each.get("class"): each for each in picture.iter("{http://www.w3.org/2000/svg}g") if (each.get("class") or "")[:1] in "fo"}
        self.assertEqual({f"{kind}{i}" for kind in "fo" for i in range(5)}, {name for name in groups if name and name[1:].isdigit()})
        self.assertEqual(36, len(groups["f0"]))
        self.assertLess(len(groups["f1"]), 36)

    def test_board_and_slider_can_be_embedded(self):
        self.serve()
        identity = self.play("tonga", ["human", "greedy"], n="6")
        path = urllib.parse.urlsplit(self.link).path + f"match?id={identity}"
        self.request("GET", path)
        self.assertIn("frame-ancestors 'none'", self.headers["Content-Security-Policy"])
        self.request("GET", path + "&embed=yes")
        self.assertNotIn("frame-ancestors", self.headers["Content-Security-Policy"])
        self.open(self.link + f"match?id={identity}&embed=yes", "svg.board .cell")
        shown = "return [...document.querySelectorAll(arguments[0])].some((each) => each.checkVisibility())"
        self.assertTrue(self.script(shown, ".slider"))
        for hidden in (".top nav", ".record", ".side", ".curvecard", ".moves", ".cell.pickable"):
            self.assertFalse(self.script(shown, hidden), hidden)


class Beginning(ServedTest):
    def test_the_gallery_moves_and_leads_to_a_guided_match(self):
        self.serve()
        browser.browser.get(self.link)
        self.wait(lambda: self.script("return [...document.querySelectorAll('.demo svg.board')].some((each) => each.querySelectorAll('.piece').length > 0)"), "a board is shown")
        board = "return document.querySelector('.demo svg.board').outerHTML"
        before = self.script(board)
        self.wait(lambda: self.script(board) != before, "it moves")
        self.assertEqual([], self.ask("api/matches"))
        self.open(self.link + "play?game=tonga&guide=yes", "#game")
        self.assertEqual("tonga", self.script("return document.querySelector('#game').value"))
        self.script("document.querySelector('.play-form button[type=submit]').click()")
        self.wait(lambda: "would choose" in (self.text(".deck") or ""), "a move is advised")
        advised = self.text(".deck code")
        row, column = map(int, advised.split())
        self.assertIn(f"M{column * 40} {row * 40}h40", self.script("return document.querySelector('.board .hint').getAttribute('d')"))
        self.click_action(advised)
        self.wait(lambda: self.turns() == 2 and self.text(".deck code") not in (None, advised), "and the next one")

    def test_a_hint_goes_with_its_turn_and_a_long_thought_is_timed(self):
        self.serve("--time", "2000")  # so much that a turn takes seconds
        self.play("tonga", ["human", "*/mcts"], n="16")
        self.wait_for_person(0)
        self.click("Hint")
        answer = "return document.querySelector('details [role=status] code')?.textContent"
        self.wait(lambda: self.script(answer), "a strategy answers")
        self.click_first_cell()
        self.wait(lambda: self.turns() == 1 and not self.script(answer), "the answer has gone")
        self.wait(lambda: (self.script("return document.querySelector('.status').dataset.clock") or "").endswith(" s"), "the page tells how long it thinks")

    def test_the_curve_has_what_strategies_expect(self):
        self.record("match.jsonl", "--game", "tonga", "--plugin", "*/mcts", "--plugin", "random", "--set", "n=6", "--seed", "3", "--time", "2")
        self.serve("match.jsonl")
        self.open_match("file-1")
        self.wait(lambda: "as Black expects" in (self.text(".plot .legend") or ""), "the legend names it")
        self.assertTrue(self.script("return document.querySelector('.curve .expected').getAttribute('d')").startswith("M"))
