#!/usr/bin/env python3
"""The example of docs/python.md: what it says where something is missing, and a short training that beats greedy.

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
import train  # noqa: E402


def loaded(path):
    """Returns the bot's module, which reads the weights beside it."""
    spec = importlib.util.spec_from_file_location("bot", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Example(unittest.TestCase):
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
            random = np.random.default_rng(7)
            for stones in (0, 9, 22, 34):
                board = np.zeros(36, dtype=np.int64)
                board[random.permutation(36)[:stones]] = random.integers(1, 3, stones)
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
