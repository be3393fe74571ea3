#!/usr/bin/env python3
"""Matches with strategies and Python functions; transcripts and results as tables."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest

from package import HOST, main

import agon


def first_free(turn):
    return turn.legal_actions()[0]


def host(*words, cwd=None):
    done = subprocess.run([HOST, *words], capture_output=True, text=True, check=False, cwd=cwd)
    assert done.returncode == 0, done.stderr
    return done.stdout


def bot(folder, fault):
    """Writes a program that runs the code of a fault at its first turn. Returns its path."""
    path = os.path.join(folder, "bot.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write("#!/usr/bin/python3\nimport sys\nfor line in sys.stdin:\n    if line.startswith('start'):\n"
                   "        print('ready', flush=True)\n    elif line.startswith('turn'):\n        " + fault + "\n")
    os.chmod(path, 0o755)
    return path


def without_times(line):
    """Returns what determines a match and its scores."""
    record = json.loads(line)
    return {**{name: record[name] for name in ("game", "setup", "actions")}, "scores": record["result"]["scores"]}


class Matches(unittest.TestCase):
    def test_a_match_is_that_of_the_command_line_at_every_isolation(self):
        with tempfile.TemporaryDirectory() as folder:
            host(*"--game tonga --plugin greedy --plugin random --seats listed --seed 9 --set n=6 --quiet --no-db".split(),
                 "--record", "match.jsonl", cwd=folder)
            with open(os.path.join(folder, "match.jsonl"), encoding="utf-8") as file:
                expected = without_times(file.read())
        for isolation in ("sandbox", "process", "none"):
            match = agon.play("tonga", "greedy", "random", seed=9, n=6, isolation=isolation)
            self.assertEqual(without_times(match.line), expected)
            self.assertEqual(match.outcomes, ["ok", "ok"])
            self.assertEqual(match.scores, expected["scores"])
        self.assertIn("greedy", match._repr_html_())

    def test_an_opening_is_that_of_the_command_line(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "openings"), "w", encoding="utf-8") as file:
                file.write("5 5; 0 3\n")
            for words, opening in (("--openings openings", {"opening": ["5 5", "0 3"]}), ("--opening-plies 3", {"opening_plies": 3})):
                host(*"--game tonga --plugin greedy --plugin random --seats listed --seed 9 --set n=6 --quiet --no-db".split(),
                     *words.split(), "--record", "match.jsonl", cwd=folder)
                with open(os.path.join(folder, "match.jsonl"), encoding="utf-8") as file:
                    expected = without_times(file.read())
                match = agon.play("tonga", "greedy", "random", seed=9, n=6, **opening)
                self.assertEqual(without_times(match.line), expected)
                if "opening" in opening:
                    self.assertEqual([action["action"] for action in match.actions[:2]], opening["opening"])
        with self.assertRaises(agon.Error):
            agon.play("tonga", "greedy", "random", n=6, opening=["5 5", "5 5"])

    def test_a_function_plays(self):
        seen = []

        def player(turn):
            seen.append((turn.seat, turn.seats, turn.fields["cells"].shape, turn.position.count(".")))
            row, column = divmod(turn.position.replace("/", "").index("."), 6)
            turn.log(f"row {row}")
            return f"{row} {column}"

        match = agon.play("tonga", player, first_free, n=6)
        usage = match.record["usage"]
        self.assertEqual(len(usage["cpu_us"]), len(match.actions))
        self.assertEqual(usage["logs"][3], {"action": 7, "log": "row 1\n", "cut": 0})
        self.assertEqual(match.outcomes, ["ok", "ok"])
        self.assertEqual([each["action"] for each in match.actions[:3]], ["0 0", "0 1", "0 2"])
        self.assertEqual(seen[1], (0, 2, (6, 6), 34))
        self.assertEqual([seat["name"] for seat in match.seats], ["player", "first_free"])

    def test_a_match_has_what_a_strategy_has_reported_in_each_turn(self):
        usage = agon.play("tonga", "uct,simulations=20", first_free, n=6).record["usage"]
        self.assertEqual([each["action"] for each in usage["evaluations"]], list(range(1, 37, 2)))
        self.assertEqual(set(usage["evaluations"][0]), {"action", "value", "depth", "nodes", "line"})
        self.assertGreaterEqual(usage["evaluations"][0]["nodes"], 20)

    def test_a_function_plays_against_a_strategy_in_several_matches(self):
        arena = agon.Arena("tonga", "random", first_free, n=6)
        matches = [arena.play(seed) for seed in (3, 4, 3)]
        self.assertEqual([match.seed for match in matches], [3, 4, 3])
        self.assertEqual(matches[0].actions, matches[2].actions)
        self.assertNotEqual(matches[0].actions, matches[1].actions)

    def test_actions_inside_a_turn_return_replies(self):
        replies = []

        def player(turn):
            replies.append(turn.act({"kind": 1, "value": 3}))
            return {"kind": 3}

        match = agon.play("polyomino", player, seed=2)
        self.assertEqual(match.outcomes, ["ok"])
        self.assertEqual(len(match.actions), 2)
        self.assertIsNotNone(replies[0])

    def test_a_function_that_raises_or_returns_nonsense_fails_with_the_reason(self):
        def fault(turn):
            turn.log("before the fault")
            raise KeyError("no such square")

        def absurd(turn):
            return "9 9"

        def nothing(turn):
            return None

        for player, outcome, reason in (
            (fault, "error", "KeyError: 'no such square'"),
            (absurd, "illegal", "off the board"),
            (nothing, "error", "TypeError"),
        ):
            match = agon.play("tonga", player, first_free, n=6)
            self.assertEqual(match.outcomes, [outcome, "ok"])
            self.assertIn(reason, match.seats[0]["reason"])
        match = agon.play("tonga", fault, first_free, n=6)
        self.assertTrue(match.seats[0]["log"].startswith("before the fault\nTraceback"))

    def test_an_interrupt_in_a_function_ends_the_match(self):
        def interrupted(turn):
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            agon.play("tonga", interrupted, first_free, n=6)

    def test_a_turn_is_over_when_its_function_has_returned(self):
        kept = []

        def player(turn):
            kept.append(turn)
            return first_free(turn)

        agon.play("tonga", player, first_free, n=6)
        with self.assertRaisesRegex(RuntimeError, "this turn is over"):
            kept[0].log("too late")

    def test_a_strategy_that_exceeds_a_limit_loses_by_it(self):
        loop = "while True: pass"
        fill = "kept = [b'x' * (1 << 20) for _ in range(4096)]"
        wait = "import time; time.sleep(3600)"
        with tempfile.TemporaryDirectory() as folder:
            for fault, limits, outcome in (
                (loop, {"time": 0.5}, "time"),
                (loop, {"turn_time": 0.5, "time": 0}, "time"),
                (fill, {"memory": 200, "time": 100}, "memory"),
                (wait, {"wall": 2}, "stall"),
            ):
                with self.subTest(limits):
                    path = bot(folder, fault)
                    match = agon.play("tonga", path, first_free, n=6, isolation="process", **limits)
                    self.assertEqual(match.outcomes, [outcome, "ok"])
                    self.assertEqual(match.scores, [-1296, 1296])

    def test_a_strategy_has_limits_of_its_own(self):
        for isolation in ("sandbox", "none"):
            with self.subTest(isolation):
                match = agon.play("tonga", "greedy,time=0.000001", "greedy", n=6, isolation=isolation)
                self.assertEqual(match.outcomes, ["time", "ok"])
        with self.assertRaisesRegex(agon.Error, "strategy greedy's limit memory needs workers"):
            agon.play("tonga", "greedy,memory=64", "greedy", isolation="none")

    def test_limits_have_the_range_of_the_command_line(self):
        for wrong, reason in (
            ({"time": -1}, "time -1: it takes seconds"),
            ({"memory": float("nan")}, "memory nan: it takes MiB"),
            ({"turn_time": 1e10}, "turn_time 1e[+]10: it takes seconds|turn_time 10000000000: it takes seconds"),
            ({"threads": 0}, "threads 0: it takes the number"),
            ({"time": 0, "increment": 1}, "increment 1 needs a limit of CPU time to add to: also give time"),
            ({"isolation": "none", "memory": 64}, "memory needs workers: it does not go with isolation none"),
            ({"isolation": "none", "fresh": True}, "fresh needs workers"),
        ):
            with self.subTest(wrong), self.assertRaisesRegex(agon.Error, reason) as caught:
                agon.play("tonga", "random", "random", **wrong)
            self.assertEqual(caught.exception.exit_code, 2)

    def test_wrong_players_are_refused(self):
        with self.assertRaisesRegex(agon.Error, "2 seats"):
            agon.play("tonga", first_free)
        with self.assertRaises(TypeError):
            agon.play("tonga", first_free, 7)


class Tables(unittest.TestCase):
    def test_transcripts_and_results_of_the_host_are_read_as_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            host(*"--game tonga --plugin greedy --plugin random --seeds 1-3 --set n=6 --quiet --db results.db".split(),
                 "--record", "matches.jsonl", cwd=folder)
            matches = agon.read_transcripts(os.path.join(folder, "matches.jsonl"))
            rows = agon.results(os.path.join(folder, "results.db"), run=1)
            none = agon.results(os.path.join(folder, "results.db"), game="linez")
        self.assertEqual([match["seed"] for match in matches], [1, 2, 3])
        self.assertTrue(all(len(match["actions"]) == 36 for match in matches))
        self.assertEqual({(seat["turns"], seat["wall_s"] > 0) for match in matches for seat in match["seats"]}, {(18, True)})
        self.assertEqual(len(rows), 6)
        self.assertEqual(none, [])
        table = agon.columns(rows)
        self.assertEqual(table["seed"], [1, 1, 2, 2, 3, 3])
        self.assertEqual(table["score"], [seat["score"] for match in matches for seat in match["seats"]])
        self.assertEqual(set(table["name"]), {"greedy", "random"})

    def test_standings_add_results_up_and_cover_leagues(self):
        with tempfile.TemporaryDirectory() as folder:
            host(*"tournament --game tonga --plugin greedy --plugin random --seeds 1-3 --set n=6 --quiet --db results.db".split(), cwd=folder)
            rows = agon.standings(os.path.join(folder, "results.db"))
            host(*"league init weekly --game tonga".split(), cwd=folder)
            league = os.path.join(folder, "weekly")
            with open(os.path.join(league, "league.toml"), "a", encoding="utf-8") as file:
                file.write("set = ['n=6']\n")
            os.mkdir(os.path.join(league, "bots/ada"))
            shutil.copy(os.path.join(os.path.dirname(HOST), "plugins/tonga/greedy.so"), os.path.join(league, "bots/ada/mine.so"))
            host("league", "run", league, "--once")
            ranked = agon.standings(league)
            seats = agon.results(league)
        self.assertEqual({row["name"] for row in rows}, {"greedy", "random"})
        self.assertGreaterEqual(rows[0]["mean_contest"], rows[1]["mean_contest"])
        self.assertEqual({row["matches"] for row in rows}, {6})
        self.assertEqual(sum(row["wins"] + row["losses"] + row["ties"] for row in rows), 12)
        self.assertEqual({row["name"] for row in ranked}, {"server", "ada/mine@1"})
        self.assertEqual(sum(row["matches"] for row in ranked), len(seats))
        self.assertEqual([row["rating"] for row in ranked], sorted((row["rating"] for row in ranked), reverse=True))
        self.assertNotEqual(ranked[0]["rating"], 0)

    def test_a_missing_or_damaged_file_is_an_error_with_the_exit_code_of_the_host(self):
        with tempfile.TemporaryDirectory() as folder:
            damaged = os.path.join(folder, "damaged.jsonl")
            with open(damaged, "w", encoding="utf-8") as file:
                file.write("{}\n")
            missing = os.path.join(folder, "missing")
            for read, code in (
                (lambda: agon.read_transcripts(missing), 4),
                (lambda: agon.read_transcripts(damaged), 4),
                (lambda: agon.read_transcripts(folder), 4),
                (lambda: agon.results(missing), 5),
            ):
                with self.assertRaises(agon.Error) as caught:
                    read()
                self.assertEqual(caught.exception.exit_code, code)


main()
