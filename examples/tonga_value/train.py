#!/usr/bin/env python3
"""Trains a value function for Tonga on 6 x 6 squares by self-play, with numpy and the package agon, and writes values.json
for bot.py.

    PYTHONPATH=../../build/release/python /usr/bin/python3 train.py [--games N] [--seed N] [--out values.json]

docs/python.md explains each part. Exit code: 0, or 1 if numpy or agon is missing.
"""

import argparse
import json
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit("train.py: numpy is missing; on Debian, 'sudo apt-get install python3-numpy' installs it for /usr/bin/python3")
try:
    import agon
except ImportError:
    sys.exit("train.py: the package agon is not in a folder of PYTHONPATH; ./play builds it to build/release/python, "
             "if Debian's pybind11-dev and python3-dev are installed")

N = 6  # rows and columns
SQUARES = N * N
PHASES = 4  # tables of weights: one for each nine stones
CODES = 3**6  # contents of six squares: 0 empty, 1 the mover's, 2 the other's


# 1. Windows: every rectangle of 2 x 3 or 3 x 2 squares. Those that a turn or a reflection of the board takes to one
# another share their weights.


def windows():
    """Returns the squares of each window, and the number of its class: two arrays (40, 6) and (40,)."""
    grid = np.arange(SQUARES).reshape(N, N)
    views = [np.rot90(board, turns) for board in (grid, grid.T) for turns in range(4)]
    squares, classes, seen = [], [], set()
    for view in views:
        for row in range(N // 2):  # the places of a window in one corner of the board: each stands for a class
            for column in range(N // 2 - 1):
                window = view[row : row + 2, column : column + 3].ravel()
                if frozenset(window) in seen:
                    continue
                seen.add(frozenset(window))
                squares.append(window)
                classes.append(row * (N // 2 - 1) + column)
    return np.array(squares), np.array(classes)


WINDOWS, CLASSES = windows()
POWERS = 3 ** np.arange(6)


# 2. The value of a board for the seat that has just moved: the mean of what its windows say.


class Values:
    def __init__(self):
        self.tables = np.zeros((PHASES, CLASSES.max() + 1, CODES))

    def phase(self, stones):
        return min(stones * PHASES // SQUARES, PHASES - 1)

    def codes(self, boards):
        """Returns the content of each window, (games, 40), as a number."""
        return boards[:, WINDOWS] @ POWERS

    def of_moves(self, boards, stones):
        """Returns by how much each move raises the value, (games, 36), for the seat that is 1 on these boards."""
        table = self.tables[self.phase(stones + 1)]
        codes = self.codes(boards)
        now = table[CLASSES, codes]
        gains = np.zeros(boards.shape)
        for place in range(6):
            # Each window has a stone more at this place. On squares that are taken, the number means nothing.
            codes_then = np.minimum(codes + POWERS[place], CODES - 1)
            change = table[CLASSES, codes_then] - now
            for window in range(len(WINDOWS)):
                gains[:, WINDOWS[window, place]] += change[:, window]
        return gains

    def learn(self, boards, stones, targets, rate):
        """Moves the values of these boards towards the targets."""
        table = self.tables[self.phase(stones)]
        codes = self.codes(boards)
        error = targets - table[CLASSES, codes].sum(axis=1)
        used = (CLASSES * CODES + codes).ravel()
        counts = np.bincount(used, minlength=table.size)
        sums = np.bincount(used, np.repeat(error, len(WINDOWS)), minlength=table.size)
        table += rate * (sums / np.maximum(counts, 1)).reshape(table.shape)
        return float((error**2).mean())  # before it learned


# 3. Self-play: both seats take the move of the highest value, and now and then a random one. agon.Batch has the rules.


def boards_of(batch):
    """Returns the boards as the seats to move see them, (games, 36): their own stones are 1."""
    cells = batch.observations["cells"][:, :SQUARES].astype(np.int64)  # 0 empty, 1 Black, 2 White
    return np.where(batch.to_move[:, None] == 0, cells, (3 - cells) % 3)


def play(batch, values, exploring, random):
    """Plays a match in each place of the batch, from its start to its end. Returns the boards after each move as their mover
    sees them, and Black's results as the contest counts them: the signed root of its lead."""
    everyone = np.arange(batch.count)
    after = []
    for stones in range(SQUARES):
        boards = boards_of(batch)
        worth = values.of_moves(boards, stones) + 1e-6 * random.random(boards.shape)  # draws among equal ones
        worth[boards != 0] = -np.inf
        squares = worth.argmax(axis=1)
        explores = random.random(batch.count) < exploring
        sampled = batch.samples[explores]  # random legal actions
        squares[explores] = sampled["row"] * N + sampled["column"]
        boards[everyone, squares] = 1
        after.append(boards)
        batch.step(batch.actions(row=squares // N, column=squares % N))
    if not batch.over.all() or batch.illegal.any():
        raise RuntimeError("a match was not over after 36 moves")
    scores = batch.final_scores[:, 0]
    return after, np.sign(scores) * np.sqrt(np.abs(scores))


def train(games, batch, seed):
    random = np.random.default_rng(seed)
    values = Values()
    matches = agon.Batch("tonga", batch, seed=seed, n=N)
    rounds = max(1, games // batch)
    for number in range(rounds):
        left = 1 - number / rounds
        after, result = play(matches, values, 0.02 + 0.2 * left, random)
        errors = []
        for stones, boards in enumerate(after, start=1):
            own = result if stones % 2 == 1 else -result  # Black made the moves with odd numbers
            errors.append(values.learn(boards, stones, own, 0.002 + 0.02 * left))
        if number % max(1, rounds // 10) == 0:
            print(f"{number * batch:7} games, mean squared error {np.mean(errors):5.1f}", flush=True)
    return values


# 4. What the bot needs: the windows, their classes, and the weights.


def write(values, path):
    content = {
        "windows": WINDOWS.tolist(),
        "classes": CLASSES.tolist(),
        "tables": np.round(values.tables, 3).tolist(),
    }
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--batch", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="values.json")
    options = parser.parse_args()
    began = time.process_time()
    values = train(options.games, options.batch, options.seed)
    write(values, options.out)
    print(f"{time.process_time() - began:.0f} s of CPU time")


if __name__ == "__main__":
    main()
