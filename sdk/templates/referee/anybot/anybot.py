#!/usr/bin/env python3
"""A bot for MyGame that takes any number of stones that it may take."""

import random
import sys

for line in sys.stdin:
    word, *rest = line.split()
    if word == "start":
        print("ready", flush=True)
    elif word == "new":
        chance = random.Random(int(rest[rest.index("seed") + 1]))
    elif word == "turn":
        print("action", chance.randint(1, min(3, int(rest[1]))), flush=True)
