#!/usr/bin/env python3
"""Plays Tonga on 6 x 6 squares by the value function that train.py has written: the move of the highest value."""

import json
import os
import sys

try:
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "values.json"), encoding="utf-8") as file:
        VALUES = json.load(file)
except FileNotFoundError:
    print("error values.json is missing beside bot.py: 'python3 train.py' writes it", flush=True)
    sys.exit(1)
WINDOWS, CLASSES, TABLES = VALUES["windows"], VALUES["classes"], VALUES["tables"]
SQUARES = 36


def best(board):
    """Returns the square that raises the value most. On `board`, 0 is empty, 1 the bot's, 2 the other's."""
    stones = sum(content != 0 for content in board)
    table = TABLES[min((stones + 1) * len(TABLES) // SQUARES, len(TABLES) - 1)]
    gains = [0.0] * SQUARES
    for squares, kind in zip(WINDOWS, CLASSES):
        code = sum(board[square] * 3**place for place, square in enumerate(squares))
        for place, square in enumerate(squares):
            if board[square] == 0:
                gains[square] += table[kind][code + 3**place] - table[kind][code]
    return max((square for square in range(SQUARES) if board[square] == 0), key=lambda square: gains[square])


def main():
    seat = 0
    for line in sys.stdin:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "start":
            print("ready", flush=True)
        elif word == "new":
            facts = rest.split()
            seat = int(facts[facts.index("seat") + 1])
        elif word == "turn":
            rows = rest.split(" ", 1)[1].split("/")
            if len(rows) != 6:
                print("error it plays on 6 x 6 squares only: --set n=6", flush=True)
                continue
            mine = "BW"[seat]
            square = best([0 if each == "." else 1 if each == mine else 2 for each in "".join(rows)])
            print(f"action {square // 6} {square % 6}", flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main()
