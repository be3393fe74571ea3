"""Plays PseudoTonga at random: the smallest bot of docs/programs.md."""

import random, sys

for line in sys.stdin:
    word, *rest = line.split()
    if word == "start":
        print("ready", flush=True)
    elif word == "turn":
        rows = rest[1].split("/")
        free = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == "."]
        print("action", *random.choice(free), flush=True)
