#!/usr/bin/env python3
"""The example of docs/learning.md: its rules, its values, and a short training that beats greedy.

    tonga_value_test.py EXAMPLE HOST PACKAGE      EXAMPLE is the folder; exit code 77: numpy or the package agon is missing
"""

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy as np
except ImportError:
    print("skipped: python3-numpy is not installed")
    sys.exit(77)

EXAMPLE, HOST, PACKAGE = sys.argv[1:4] if len(sys.argv) == 4 else (*sys.argv[1:3], "")
if not PACKAGE:
    print("skipped: the Python package was not built: pybind11 (pybind11-dev) or Python's headers (python3-dev) are missing")
    sys.exit(77)
sys.dont_write_bytecode = True
sys.path[:0] = [EXAMPLE, PACKAGE]
import agon  # noqa: E402
import train  # noqa: E402


def loaded(path):
    """Returns the bot's module, which reads the weights beside it."""
    spec = importlib.util.spec_from_file_location("bot", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def lead(board):
    """Returns the lead of 1 over 2 by walking through each isle."""
    total, seen = 0, set()
    for start in range(36):
        isle, todo = set(), [start] if start not in seen else []
        while todo:
            square = todo.pop()
            if square in isle:
                continue
            isle.add(square)
            row, column = divmod(square, 6)
            for down, right in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if 0 <= down < 6 and 0 <= right < 6 and board[6 * down + right] == board[square]:
                    todo.append(6 * down + right)
        seen |= isle
        total += len(isle) ** 2 * (1 if board[start] == 1 else -1)
    return total


class Example(unittest.TestCase):
    def setUp(self):
        self.random = np.random.default_rng(7)
        self.values = train.Values()
        self.values.tables = self.random.random(self.values.tables.shape)

    def value(self, board):
        stones = int((board != 0).sum())
        return self.values.tables[self.values.phase(stones)][train.CLASSES, self.values.codes(board[None])[0]].sum()

    def board(self, stones):
        board = np.zeros(36, dtype=np.int64)
        board[self.random.permutation(36)[:stones]] = self.random.integers(1, 3, stones)
        return board

    def test_self_play_goes_from_empty_boards_to_full_ones_and_scores_what_their_isles_are_worth(self):
        batch = agon.Batch("tonga", 30, seed=4, n=6)
        for _ in range(2):  # the second time, in the places of the first
            after, results = train.play(batch, self.values, 0.3, self.random)
            for stones, boards in enumerate(after, start=1):
                self.assertTrue(((boards != 0).sum(axis=1) == stones).all())
                self.assertTrue(((boards == 1).sum(axis=1) == (stones + 1) // 2).all())
            leads = np.rint(np.sign(results) * results**2).astype(int)
            self.assertEqual(leads.tolist(), [-lead(board) for board in after[-1]])  # White sees the last board
        for first, second in zip(after, after[1:]):
            self.assertTrue((((3 - first) % 3 == second) | (second == 1)).all())

    def test_without_exploring_each_move_has_the_highest_value(self):
        batch = agon.Batch("tonga", 5, seed=4, n=6)
        after, _ = train.play(batch, self.values, 0, self.random)
        before = (3 - after[9]) % 3
        worth = np.where(before == 0, self.values.of_moves(before, 10), -np.inf)
        moves = ((after[10] != 0) & (before == 0)).argmax(axis=1)
        np.testing.assert_allclose(worth[np.arange(5), moves], worth.max(axis=1), atol=1e-5)

    def test_a_move_gains_the_difference_of_two_values(self):
        for stones in (0, 7, 20, 35):
            board = self.board(stones)
            gains = self.values.of_moves(board[None], stones)[0]
            table = self.values.tables[self.values.phase(stones + 1)]
            now = table[train.CLASSES, self.values.codes(board[None])[0]].sum()
            for square in np.flatnonzero(board == 0):
                then = board.copy()
                then[square] = 1
                self.assertAlmostEqual(gains[square], self.value(then) - now)

    def test_the_windows_are_all_rectangles_in_six_classes(self):
        grid = np.arange(36).reshape(6, 6)
        flat = {frozenset(grid[r : r + 2, c : c + 3].ravel()) for r in range(5) for c in range(4)}
        tall = {frozenset(grid[r : r + 3, c : c + 2].ravel()) for r in range(4) for c in range(5)}
        self.assertEqual({frozenset(window) for window in train.WINDOWS}, flat | tall)
        self.assertEqual(len(train.WINDOWS), 40)
        self.assertEqual(sorted(np.bincount(train.CLASSES)), [4, 4, 8, 8, 8, 8])

    def test_learning_moves_a_value_towards_its_target(self):
        board = self.board(12)
        before = self.value(board)
        self.values.learn(board[None], 12, np.array([before + 8]), 0.01)
        self.assertGreater(self.value(board), before)
        self.assertLess(self.value(board), before + 8)

    def test_without_numpy_or_agon_the_training_says_where_they_are(self):
        for name, said in (("numpy", "numpy is missing; [^\\n]*apt-get install python3-numpy"),
                           ("agon", "the package agon is not in a folder of PYTHONPATH; ./play builds it to build/release/python")):
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, name + ".py"), "w", encoding="utf-8") as file:
                    file.write("raise ImportError('none here')\n")
                environment = dict(os.environ, PYTHONPATH=folder, PYTHONDONTWRITEBYTECODE="1")
                done = subprocess.run([sys.executable, os.path.join(EXAMPLE, "train.py")], cwd=folder, env=environment,
                                      capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stderr, f"^train.py: {said}[^\\n]*\\n$")

    def test_without_values_the_bot_says_what_writes_them(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(os.path.join(EXAMPLE, "bot.py"), folder)
            command = [HOST, "--game", "tonga", "--set", "n=6", "--plugin", "./bot.py", "--isolation", "process"]
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            self.assertIn("values.json is missing beside bot.py: 'python3 train.py' writes it", done.stdout)

    def test_a_short_training_beats_greedy_and_the_bot_plays_what_was_trained(self):
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(os.path.join(EXAMPLE, "bot.py"), folder)
            weights = os.path.join(folder, "values.json")
            trained = train.train(games=1000, batch=500, seed=1)
            train.write(trained, weights)
            best = loaded(os.path.join(folder, "bot.py")).best
            for stones in (0, 9, 22, 34):
                board = self.board(stones)
                gains = trained.of_moves(board[None], stones)[0]
                self.assertAlmostEqual(gains[best(list(board))], gains[board == 0].max(), delta=0.05)
            bot = "./bot.py,start=600"  # seconds, for a busy machine
            command = [HOST, "compare", "--game", "tonga", "--set", "n=6", "--plugin", bot, "--against", "greedy"]
            command += ["--seeds", "1-10", "--isolation", "process", "--json"]
            environment = dict(os.environ, XDG_DATA_HOME=os.path.join(folder, "data"))
            done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            result = json.loads(done.stdout)
            self.assertEqual(result["new"]["failures"], 0)
            self.assertEqual(result["answer"], "better")
            self.assertGreater(result["interval"][0], 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
