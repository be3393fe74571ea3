"""Matches that are played by clicks: whole matches of every game, and what one can do in between."""

import json
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import time

import browser
from browser import PATIENCE, Keys
from serving import ServedTest


def settled(line):
    """Returns a transcript without what depends on the machine."""
    record = json.loads(line)
    for name in ("cpu_s", "wall_s", "peak_kib"):
        record.get("result", {}).pop(name, None)
    record.pop("usage", None)
    return record


class WholeMatches(ServedTest):
    def play_to_the_end(self, identity, choose):
        """Plays until the match is over. `choose(legal)` returns the text of an action."""
        turn = 0
        if not self.shown(".action"):
            turn = self.wait_for_next(-1)
        while not self.over():
            self.click_action(choose(self.legal()))
            turn = self.wait_for_next(turn)
        line = self.transcript(identity)
        (self.folder / "played.jsonl").write_text(line)
        self.assertIn("1 match plays as recorded", self.run_host("replay", "played.jsonl", "--quiet"))
        return json.loads(line)

    def test_the_curve_of_a_game_with_points_has_those_of_all_seats_and_not_their_places(self):
        self.serve()
        identity = self.play("inc", ["random", "human", "random"], "4", turns="8")
        self.play_to_the_end(identity, lambda legal: legal[len(legal) // 2])
        glyphs = self.script("return [...document.querySelectorAll('.board .cell')].map((each) => each.dataset.glyph)")
        points = [glyphs.count(seat) for seat in "123"]
        self.assertEqual(points, [curve[-1] for curve in self.header(identity)["plot"]["points"]])
        self.assertGreater(max(points), 3)

    def test_a_second_click_before_the_answer_is_no_second_action(self):
        self.serve()
        for game, parameters, clicks in (("go", {"size": "5"}, [1]), ("linez", {"rows": "5", "columns": "5", "line": "3", "moves": "3"}, [1, 2])):
            with self.subTest(game):
                identity = self.play(game, ["human"] * (2 if game == "go" else 1), "4", **parameters)
                self.wait(lambda: self.all(".deck"), "a person is to move")
                self.script("""window.told = [];
                    new MutationObserver(() => told.push(document.querySelector(".deck .bad").textContent)).observe(document.querySelector(".deck .bad"), { childList: true })""")
                for turn in (1, 2):
                    for click in clicks:
                        self.wait(lambda: self.all(".cell.pickable:not(.chosen)"), "a cell can be picked")
                        if click == 2:
                            self.wait(lambda: self.all(".cell.chosen"), "a cell is picked")
                        self.script("""const cell = document.querySelector(".cell.pickable:not(.chosen)");
                            for (let i = 0; i < arguments[0]; ++i) cell.dispatchEvent(new MouseEvent("click", { bubbles: true }))""", 2 if click == clicks[-1] else 1)
                    self.wait_for_person(turn)
                self.assertEqual(2, self.header(identity)["live"]["turn"])
                self.assertEqual([], [sentence for sentence in self.script("return told") if sentence])

    def test_a_tile_is_taken_turned_and_placed(self):
        self.serve()
        identity = self.play("polyomino", ["human"], "4", width="4", height="3", covered="0")
        for turn in (0, 2):
            self.click("get 3")
            self.wait_for_person(turn + 1)
            # The tile is turned until it fits somewhere, and then put there.
            self.wait(lambda: self.all(".tray svg"), "the tile is shown")
            self.wait(lambda: self.all(".cell.pickable"), "it fits somewhere")
            held = self.text(".tray")
            self.press("r")
            self.wait(lambda: self.all(".cell.pickable") and "in hand: tile" in self.text(".tray"), "it is turned")
            self.assertEqual(held, self.text(".tray"))
            self.click_first_cell()
            self.wait_for_person(turn + 2)
        self.click("end the match")
        self.wait(self.over, "the match is over")
        record = json.loads(self.transcript(identity))
        self.assertEqual(["get 3", "place 0", "get 3", "place 1", "done"], [re.match("[a-z]+( [0-9])?", each["action"]).group() for each in record["actions"]])
        self.assertEqual([18], [round(score) for score in record["result"]["scores"]])

    def test_a_click_on_what_is_not_possible_says_why_and_pointing_shows_what_a_choice_changes(self):
        self.serve()
        click = "document.querySelector(`.cell[data-token='${arguments[0]}']`).dispatchEvent(new MouseEvent('click', { bubbles: true }))"
        point = "document.querySelector(`.cell[data-token='${arguments[0]}']`).dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))"
        outlined = lambda: self.script("return (document.querySelector('.preview').getAttribute('d') ?? '').split('M').length - 1")
        self.play("tonga", ["human", "human"], n="6")
        self.wait_for_person(0)
        self.script(click, "2 3")
        self.wait_for_next(0)
        self.wait(lambda: self.all(".cell.pickable"), "a cell can be picked")
        self.script(click, "2 3")
        self.wait(lambda: self.text(".deck .bad"), "the game says why")
        self.assertIn("2 3", self.text(".deck .bad"))
        self.script(point, "1 1")
        self.wait(lambda: outlined() == 4, "the stone's square is outlined")
        self.play("linez", ["human"], board="1......../........./........./........./........./........./........./........./.........")
        self.wait_for_person(0)
        self.wait(lambda: len(self.all(".cell.pickable")) == 1, "the only number can be chosen")
        self.script(click, "A1")
        self.wait(lambda: len(self.all(".cell.pickable")) == 80, "it reaches all other cells")
        self.script(click, "A1")
        self.wait(lambda: len(self.all(".cell.pickable")) == 1, "it is taken back")
        self.script(click, "C3")
        self.wait(lambda: "C3" in self.text(".deck .bad"), "an empty cell begins nothing")
        self.play("inc", ["human", "human", "human"], rows="4", columns="6")
        self.wait_for_person(0)
        self.wait(lambda: self.all(".cell.pickable"), "a group can be picked")
        self.script(point, "H2T")
        self.wait(lambda: outlined() == 2 * 6 + 2 * 2, "two rows are outlined")

    def test_a_game_from_outside_that_lists_its_actions_is_played_by_clicks(self):
        self.environment["AGON_GAME_PATH"] = str(pathlib.Path(browser.host).parents[1] / "tests/small_games/four")
        self.serve()
        identity = self.play("four", ["human", "*/random"], "4")
        record = self.play_to_the_end(identity, lambda legal: legal[len(legal) // 2])
        self.assertGreaterEqual(len(record["actions"]), 7)

    def test_a_game_from_outside_is_played_to_its_end(self):
        """It lists no actions, so they are typed."""
        self.pebbles("plugins", "plugins")
        self.serve()
        identity = self.play("pebbles", ["human", "gatherer"], heaps="2")
        turn = 0
        self.wait(lambda: self.shown(".action"), "it is the person's turn")
        while not self.over():
            for heap in range(2):
                self.type_action(f"1 from {heap}")
                self.wait(lambda: self.turns() > turn or self.text(".deck .bad"), "the action is answered")
                if self.turns() > turn:
                    break
            turn = self.wait_for_next(turn)
        self.assertIn("result", json.loads(self.transcript(identity)))

    def test_a_person_plays_the_same_match_in_the_browser_at_the_terminal_and_through_a_pipe(self):
        self.serve()
        identity = self.play("tonga", ["human", "greedy"], "7", n="6")
        for seat in (2, 2**32, 2**64 - 1):
            self.assertEqual({"error": f"There is no seat {seat}."}, self.ask("api/resign", {"id": identity, "seat": seat}))
        record = self.play_to_the_end(identity, lambda legal: legal[len(legal) // 3])
        lines = [action["action"] for action in record["actions"] if action["seat"] == 0]
        words = ["--game", "tonga", "--set", "n=6", "--seed", "7", "--seats", "listed", "--plugin", "human", "--plugin", "greedy", "--no-db"]
        subprocess.run([browser.host, *words, "--record", "pipe.jsonl", "--quiet"], cwd=self.folder, env=self.environment, check=True,
                       input="\n".join(lines) + "\n", text=True, capture_output=True, timeout=PATIENCE)
        self.type_at_terminal([*words, "--record", "terminal.jsonl"], lines)
        expected = settled(self.transcript(identity))
        self.assertEqual(expected, settled((self.folder / "pipe.jsonl").read_text()))
        self.assertEqual(expected, settled((self.folder / "terminal.jsonl").read_text()))

    def type_at_terminal(self, words, lines):
        """Runs the host at a terminal of its own, and types a line whenever it asks for one."""
        terminal, inside = pty.openpty()
        process = subprocess.Popen([browser.host, *words], cwd=self.folder, env={**self.environment, "TERM": "dumb"}, stdin=inside,
                                   stdout=inside, stderr=inside, start_new_session=True)
        os.close(inside)
        waiting = [*lines, ""]  # Enter, when the match is over
        said = ""
        end = time.monotonic() + PATIENCE
        try:
            while process.poll() is None or select.select([terminal], [], [], 0)[0]:
                self.assertLess(time.monotonic(), end, said[-2000:])
                if not select.select([terminal], [], [], 0.1)[0]:
                    continue
                try:
                    part = os.read(terminal, 65536).decode(errors="replace")
                except OSError:  # the host has ended
                    break
                said += part
                if waiting and re.search(r"\n(\d+\. Black|over): $", said):
                    os.write(terminal, (waiting.pop(0) + "\n").encode())
                    said += "\n"
        finally:
            os.close(terminal)
            if process.poll() is None and waiting:
                process.kill()
            code = process.wait(PATIENCE)
        self.assertEqual((0, []), (code, waiting), said[-2000:])

    def type_action(self, text):
        field = self.one("#action")
        field.clear()
        field.send_keys(text, Keys.ENTER)


    def test_a_move_is_chosen_piece_by_square_and_a_pawn_becomes_what_one_chooses(self):
        self.serve()
        identity = self.play("chess", ["human", "random"], fen="8/P7/8/8/8/k7/8/7K w - - 0 1")
        self.wait_for_person(0)
        click = "document.querySelector(`[data-token='${arguments[0]}']`).dispatchEvent(new MouseEvent('click', { bubbles: true }))"
        self.script(click, "a3")
        self.wait(lambda: self.text(".deck .bad") == "no piece of White is on a3", "a click on the other's piece says why not")
        self.script(click, "a7")
        self.wait(lambda: self.all("[data-token=a8].pickable"), "the pawn is chosen")
        self.script(click, "b5")
        self.wait(lambda: self.text(".deck .bad") == "the piece on a7 can't go to b5", "an illegal square says why not")
        self.script(click, "a8")
        self.wait(lambda: [each.text for each in self.all(".tray button")] == ["queen", "rook", "bishop", "knight"], "what it becomes is asked")
        self.all(".tray button")[1].click()
        self.wait_for_next(0)
        self.assertEqual("a7a8r", json.loads(self.transcript(identity))["actions"][0]["action"])
        self.assertEqual("error", next(iter(self.ask(f"api/choices?id={identity}&begun=nothing"))))
        self.assertTrue(self.header(identity)["live"]["waits"], "a question that makes no sense harms nothing")


class Forms(ServedTest):
    def start(self, game, seats, parameters):
        """Starts a match with the form of the page."""
        self.open(self.link + "play", "#game")
        self.choose("#game", game)
        self.script("document.querySelector('#seed').value = '5'")
        for name, value in parameters.items():
            self.script("""const label = [...document.querySelectorAll(".settings label")].find((each) => each.textContent === arguments[0]);
                        document.getElementById(label.htmlFor).value = arguments[1]""", name, value)
        for seat, player in enumerate(seats):
            self.choose(f".player-form:nth-of-type({seat + 1}) > select", player)
        self.script("document.querySelector('.play-form button[type=submit]').click()")
        self.wait(lambda: self.text(".count b") is not None, "the match is shown")

    def open_card(self, title):
        """Opens a card of the page, and returns what selects it."""
        self.wait(lambda: self.script("""
            const card = [...document.querySelectorAll("details.card")].find((each) => each.firstChild.textContent === arguments[0]);
            if (!card) return false;
            card.open = true;
            document.querySelector("#card")?.removeAttribute("id");
            card.id = "card";
            return true""", title), f"the card '{title}' is there")
        return "#card"

    def ask_for_hint(self, strategy):
        """Asks a strategy for a hint. Returns its action, and those that it has considered with their shares in %, as they are listed."""
        card = self.open_card("What would a strategy do?")
        self.choose(f"{card} select", self.script("return [...document.querySelector(arguments[0]).options].find((each) => each.text === arguments[1]).value", f"{card} select", strategy))
        self.script("document.querySelector(arguments[0]).click()", f"{card} button[type=submit]")
        self.wait(lambda: self.text(f"{card} .candidates"), "candidates are listed")
        listed = self.script("return [...document.querySelectorAll('.candidates meter')].map((each) => [each.parentNode.querySelector('code').textContent, 100 * each.value])")
        return self.text(f"{card} p code"), listed

    def heat(self):
        """Returns the coloured cells of a hint: [opacity, row, column], the strongest first."""
        return sorted(self.script("""return [...document.querySelectorAll(".board .heat rect")].map((each) =>
            [Number(each.getAttribute("fill-opacity")), ...["y", "x"].map((name) => Math.floor(each.getAttribute(name) / 40))])"""), reverse=True)

    def test_a_hint_to_place_a_tile_outlines_its_cells_on_a_large_board_too(self):
        self.serve()
        for width in (12, 60):
            with self.subTest(f"{width} columns"):
                identity = self.play("polyomino", ["human"], width=str(width), height="50", covered=str(width * 45))
                self.ask("api/act", {"id": identity, "turn": 0, "action": "get 3"})
                cells = self.ask("api/hint", {"id": identity, "turn": 1, "player": {"plugin": "triomino", "options": {}}})["cells"]
                self.assertEqual(3, len(cells))
                self.wait_for_person(1)
                card = self.open_card("What would a strategy do?")
                self.choose(f"{card} select", "triomino")
                self.script("document.querySelector(arguments[0]).click()", f"{card} button[type=submit]")
                self.wait(lambda: self.script("return document.querySelector('.board .hint').getAttribute('d')"), "the hint is drawn")
                self.assertEqual(width > 50, bool(self.all(".is-dense canvas")))
                # On the screen, each cell is where it is drawn: the outlined ones span these rows and columns.
                box = self.script("""const [outline, board] = [".board .hint", ".is-dense canvas, .boardbox:not(.is-dense) .ground"].map((each) => document.querySelector(each).getBoundingClientRect());
                    return ["x", "y"].map((each) => outline[each] - board[each]).concat(board.width, board.height)""")
                self.assertAlmostEqual(min(cell % width for cell in cells), box[0] / box[2] * width, delta=0.7)
                self.assertAlmostEqual(min(cell // width for cell in cells), box[1] / box[3] * 50, delta=0.7)
                # Tiles between which a strategy chooses colour their cells, and these are where the board has them, up to its edges.
                self.choose(f"{card} select", "*/montecarlo")
                self.script("document.querySelector(arguments[0]).click()", f"{card} button[type=submit]")
                self.wait(lambda: len(self.all(".board .heat rect")) >= 6, "several places of the tile are coloured")
                off = self.script("""const board = document.querySelector(".is-dense canvas, .boardbox:not(.is-dense) .ground").getBoundingClientRect();
                    return Math.max(...[...document.querySelectorAll(".board .heat rect")].map((each) => {
                      const [box, cell] = [each.getBoundingClientRect(), each.x.baseVal.value];
                      return Math.abs((box.x - board.x) / board.width * arguments[0] - cell / 40);
                    }))""", width)
                self.assertLess(off, 0.1)
        # A picture of so many elements is refused.
        sharing = self.open_card("Share")
        self.click("SVG")
        self.wait(lambda: self.text(f"{sharing} .bad") == "This board has too many cells for SVG: take PNG.", "the page says so")

    def test_a_hint_colours_the_board_by_the_shares_of_its_candidates_and_goes_away_with_its_position(self):
        self.environment["AGON_GAME_PATH"] = str(pathlib.Path(browser.host).parents[1] / "tests/small_games/four")
        self.serve()
        ways = "return document.querySelectorAll('.board .ways .way').length"
        for game, strategy, parameters in (("tonga", "uct", {"n": "6"}), ("go", "champion", {"size": "5"})):
            with self.subTest(game):
                self.play(game, ["human", "human"], **parameters)
                self.wait_for_person(0)
                action, listed = self.ask_for_hint(strategy)
                self.assertEqual(action, listed[0][0])
                shares = [share for _, share in listed]
                self.assertEqual(sorted(shares[1:], reverse=True), shares[1:])
                self.assertTrue(0 < sum(shares) <= 100.01, shares)
                heat = self.heat()
                self.assertGreaterEqual(len(heat), 3)
                token = "return document.querySelector(`[transform='translate(${arguments[0]} ${arguments[1]})']`).dataset.token"
                self.assertIn(action, [self.script(token, column * 40, row * 40) for _, row, column in heat])
                # Another position hides it; it is seen again with its own, and an undo removes it for good.
                self.click_first_cell()
                self.wait_for_next(0)
                self.assertEqual(([], ""), (self.heat(), self.text("#card [role=status]")))
                self.go(0)
                self.wait(lambda: len(self.heat()) == len(heat), "the hint is seen with its position")
                self.go(1)
                self.click("Undo")
                self.wait(lambda: self.turns() == 0, "the action is taken back")
                self.assertEqual([], self.heat())
        # Ways from cell to cell are arrows; and a game without a board has the list alone.
        for game, arrows in (("chess", 4), ("four", 0)):
            with self.subTest(game):
                self.play(game, ["human", "human"])
                self.wait_for_person(0)
                action, listed = self.ask_for_hint("mcts")
                self.assertEqual(action, listed[0][0])
                self.assertEqual([], self.heat())
                drawn = self.script(ways)  # of the best four; a slow machine looks at fewer
                self.assertTrue(min(arrows, 1) <= drawn <= arrows, drawn)

    def test_a_match_is_steered_with_the_forms_of_its_page(self):
        self.serve()
        self.start("tonga", ["human", "greedy"], {"n": "6"})
        self.wait_for_person(0)
        self.assertEqual(36, len(self.all(".cell.pickable")))
        # Two browsers, and an illegal action.
        first = browser.browser.current_window_handle
        identity = self.identity()
        browser.browser.switch_to.new_window("tab")
        second = browser.browser.current_window_handle
        self.open_match(identity)
        browser.browser.switch_to.window(first)
        self.one("#action").send_keys("0 77", Keys.ENTER)
        self.wait(lambda: self.text(".deck .bad") != "", "the refusal is said")
        self.assertEqual(0, self.turns())
        self.one("#action").clear()
        self.one("#action").send_keys("5 ")
        self.assertEqual([f"5 {column}" for column in range(6)], self.legal())
        self.one("#action").clear()
        # A hint, and it is played.
        card = self.open_card("What would a strategy do?")
        self.choose(f"{card} select", "greedy")
        self.script("document.querySelector(arguments[0]).click()", f"{card} button[type=submit]")
        self.wait(lambda: self.text(f"{card} code"), "the strategy answers")
        hint = self.text(f"{card} code")
        row, column = map(int, hint.split())
        self.assertIn(f"M{column * 40} {row * 40}h40", self.script("return document.querySelector('.board .hint').getAttribute('d')"))
        self.script("document.querySelector(arguments[0]).click()", f"{card} [role=status] button")
        self.wait_for_next(0)
        self.assertEqual(hint, json.loads(self.transcript(identity))["actions"][0]["action"])
        browser.browser.switch_to.window(second)
        self.wait(lambda: self.turns() == 2 and self.turn() == "2", "the other browser follows")
        browser.browser.close()
        browser.browser.switch_to.window(first)
        # Another player for White.
        card = self.open_card("Exchange players")
        self.choose(f"{card} form:nth-of-type(2) select", "random")
        self.script("document.querySelector(arguments[0]).click()", f"{card} form:nth-of-type(2) button[type=submit]")
        self.wait(lambda: "From its next turn on." in self.text(card), "it takes over")
        self.click_first_cell()
        self.wait_for_next(2)
        self.assertIn("random", self.text(".seats tbody tr:nth-child(2)"))
        self.assertEqual([4, 1, "random"], [self.header(identity)["match"]["takeovers"][0][key] for key in ("action", "seat")]
                         + [self.header(identity)["match"]["takeovers"][0]["player"]["strategy"]])
        # Undo, of the last turn and of the one before.
        self.one(".moves .left button").click()
        self.wait_for_person(2)
        self.one(".moves .left button").click()
        self.wait_for_person(0)
        for turn in (0, 2, 4):
            self.click_first_cell()
            self.wait_for_next(turn)
        # A branch from turn 2, in which strategies play on.
        before = json.loads(self.transcript(identity))["actions"]
        self.go(2)
        card = self.open_card("Go on from this turn")
        for seat in (1, 2):
            self.choose(f"{card} .player-form:nth-of-type({seat}) > select", "random")
        self.script("document.querySelector(arguments[0]).click()", f"{card} button[type=submit]")
        self.wait(lambda: self.identity() != identity and self.over(), "the branch is played to its end")
        branch = json.loads(self.transcript(self.identity()))
        self.assertEqual(2, branch["origin"]["actions"])
        self.assertEqual(before[:2], branch["actions"][:2])
        self.assertEqual(36, len(branch["actions"]))
        # The browser was closed in the middle of the match: it is taken up again, and then given up.
        browser.browser.get(self.link)
        self.wait(lambda: len(self.all(".matches a")) == 2, "both matches are listed")
        self.all(".matches a")[1].click()
        self.wait_for_person(6)
        self.click("Resign")
        self.click("Really resign?")
        self.wait(lambda: self.over(), "the match is over")
        self.assertEqual(["resigned", None], [each.get("reason") for each in self.header(identity)["match"]["result"]["outcomes"]])

    def test_forms_begin_with_who_plays_and_with_what_options(self):
        self.serve()
        made = self.ask("api/play", {"game": "tonga", "seed": "1", "parameters": {"n": "6"}, "seats": [{"plugin": "human"}, {"plugin": "*/mcts", "options": {"simulations": "7"}}]})
        self.open_match(made["id"])
        for title in ("Exchange players", "Go on from this turn"):
            card = self.open_card(title)
            self.assertEqual(["human", "*/mcts"], self.script("return [...document.querySelectorAll(arguments[0])].map(({ value }) => value)", f"{card} .player-form > select"))
            self.assertEqual("7", self.script("""const label = [...document.querySelectorAll(arguments[0])].find(({ textContent }) => textContent === "simulations");
                                                 return document.getElementById(label.htmlFor).value""", f"{card} label"))

    def test_a_strategy_for_every_game_that_is_called_as_one_of_the_game_is_told_apart_from_it(self):
        self.serve()
        self.play("tonga", ["human", "human"], "1", n="6")
        card = self.open_card("Exchange players")
        names = self.script("return [...document.querySelector(arguments[0]).options].map(({ text, value }) => [text, value])", f"{card} select")
        for each in (["random", "random"], ["*/random", "*/random"], ["mcts", "*/mcts"]):
            self.assertIn(each, names)

    def test_a_running_match_is_held_and_continued(self):
        self.serve()
        self.start("linez", ["greedy"], {"colours": "2"})
        self.wait(lambda: self.turns() > 20, "it is played")
        self.click("Hold")
        self.wait(lambda: self.text(".status") == "On hold", "it is on hold")
        self.wait(lambda: self.header(self.identity())["length"] == self.turns(), "the page has all turns")
        held = self.turns()
        self.assertEqual(held, self.header(self.identity())["length"])
        self.click("Continue")
        self.wait(lambda: self.turns() > held, "it goes on")
        self.click("Hold")

    def test_a_new_build_takes_over_in_the_middle_of_a_match(self):
        plugins = pathlib.Path(browser.host).parent / "plugins/tonga"
        mine = self.folder / "mine.so"
        shutil.copy(plugins / "random.so", mine)
        self.serve("--plugin", str(mine))
        made = self.ask("api/play", {"game": "tonga", "seed": "1", "parameters": {"n": "6"}, "reload": True,
                                     "seats": [{"plugin": "human"}, {"plugin": str(mine)}]})
        self.open_match(made["id"])
        self.wait_for_person(0)
        click = "document.querySelector('.cell.pickable').dispatchEvent(new MouseEvent('click', { bubbles: true }))"
        self.script(click)
        self.wait_for_next(0)
        self.build(mine, b"no library")
        self.script(click)
        self.wait_for_next(2)
        self.wait(lambda: "mine.so" in self.text(".moves"), "the build that can't be loaded is reported")
        self.build(mine, (plugins / "random.so").read_bytes() + b"\0")  # what is behind an ELF file's end is ignored
        self.script(click)
        self.wait_for_next(4)
        takeover = self.header(made["id"])["match"]["takeovers"][0]
        self.assertEqual((6, 1), (takeover["action"], takeover["seat"]))
        self.assertNotEqual(self.header(made["id"])["match"]["seats"][1]["sha256"], takeover["player"]["sha256"])

    def build(self, file, content):
        (self.folder / "new.so").write_bytes(content)
        os.replace(self.folder / "new.so", file)
        time.sleep(0.2)  # a file that has just changed may still be written to
