#!/usr/bin/env python3
"""mybot plays PseudoTonga: it takes the square with the most adjacent stones of its own."""

import tonga


class Bot(tonga.Strategy):
    def move(self, position):
        # Here to begin: an isle scores the square of its size, so joining two large ones is worth more than growing a
        # small one. self.session has the seat, a seed, the time left and the log.
        return max(position.empty(), key=lambda cell: worth_of(cell, position))


def worth_of(cell, position):
    return sum(position.at(near) == position.mine for near in position.neighbours(cell))


if __name__ == "__main__":
    tonga.play(Bot)
