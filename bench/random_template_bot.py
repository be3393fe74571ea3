"""Plays PseudoTonga at random, with the modules of the template."""

import random

import tonga


class Bot(tonga.Strategy):
    def move(self, position):
        return random.choice(position.empty())


tonga.play(Bot)
