#!/usr/bin/env python3
"""Trains a value function for Tonga on 6 x 6 squares by self-play, with numpy alone, and writes values.json for bot.py.

    python3 train.py [--games N] [--seed N] [--out values.json]

docs/learning.md explains each part. Exit code: 0, or 1 if numpy is missing.
"""

import argparse
import json
import sys
import time

try:
    import numpy as np
except ImportError:
    sys.exit("train.py: numpy is missing; on Debian, 'sudo apt-get install python3-numpy' installs it for /usr/bin/python3")

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


# 2. The rules that learning needs: what a full board scores.


def leads(boards):
    """Returns Black's points less White's for full boards of 1 and 2, (games, 36)."""
    games = len(boards)
    cells = boards.reshape(games, N, N)
    labels = np.arange(games * SQUARES).reshape(games, N, N)
    while True:  # each stone takes the smallest label of its isle
        before = labels.copy()
        for axis in (1, 2):
            first = [slice(None)] * 3
            second = [slice(None)] * 3
            first[axis], second[axis] = slice(0, N - 1), slice(1, N)
            first, second = tuple(first), tuple(second)
            same = cells[first] == cells[second]
            least = np.minimum(labels[first], labels[second])
            labels[first] = np.where(same, least, labels[first])
            labels[second] = np.where(same, np.minimum(least, labels[second]), labels[second])
        if (labels == before).all():
            break
    sizes = np.bincount(labels.ravel(), minlength=games * SQUARES).reshape(games, SQUARES)
    colour = np.where(boards == 1, 1, -1)  # a label is the square of one of its isle's stones
    return (colour * sizes.astype(np.int64) ** 2).sum(axis=1)


def results(boards):
    """Returns Black's contest score: the signed root of its lead."""
    lead = leads(boards)
    return np.sign(lead) * np.sqrt(np.abs(lead))


# 3. The value of a board for the seat that has just moved: the mean of what its windows say.


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


# 4. Self-play: both seats take the move of the highest value, and now and then a random one.


def play(values, games, exploring, random):
    """Returns the boards after each move as their mover sees them, and Black's results."""
    boards = np.zeros((games, SQUARES), dtype=np.int64)  # as the seat to move sees them: its own stones are 1
    everyone = np.arange(games)
    after = []
    for stones in range(SQUARES):
        worth = values.of_moves(boards, stones) + 1e-6 * random.random(boards.shape)  # draws among equal ones
        explores = random.random(games) < exploring
        worth[explores] = random.random((int(explores.sum()), SQUARES))
        worth[boards != 0] = -np.inf
        boards[everyone, worth.argmax(axis=1)] = 1
        after.append(boards.copy())
        boards = (3 - boards) % 3  # the other seat's view
    return after, results(boards)  # after 36 moves Black is to move, and its stones are 1 again


def train(games, batch, seed):
    random = np.random.default_rng(seed)
    values = Values()
    rounds = max(1, games // batch)
    for number in range(rounds):
        left = 1 - number / rounds
        after, result = play(values, batch, 0.02 + 0.2 * left, random)
        errors = []
        for stones, boards in enumerate(after, start=1):
            own = result if stones % 2 == 1 else -result  # Black made the moves with odd numbers
            errors.append(values.learn(boards, stones, own, 0.002 + 0.02 * left))
        if number % max(1, rounds // 10) == 0:
            print(f"{number * batch:7} games, mean squared error {np.mean(errors):5.1f}", flush=True)
    return values


# 5. What the bot needs: the windows, their classes, and the weights.


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
