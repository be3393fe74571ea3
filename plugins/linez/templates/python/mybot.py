#!/usr/bin/env python3
"""mybot plays Linez: it makes the move that forms the longest row of equal numbers."""

import linez


class Bot(linez.Strategy):
    def move(self, position):
        # Here to begin: a row that no empty cell can extend is worth little, and the row that the number leaves is lost.
        # position.next has the numbers that fall next.
        return max(position.moves(), key=lambda move: worth_of(move, position))


def worth_of(move, position):
    ways = ((0, 1), (1, 0), (1, 1), (1, -1))
    return max(1 + run(move, down, right, position) + run(move, -down, -right, position) for down, right in ways)


def run(move, down, right, position):
    """Returns how many cells after move's end contain its number, without the cell that it leaves."""
    start, (row, column) = move
    length = 0
    while True:
        row, column = row + down, column + right
        cell = (row, column)
        if not position.inside(cell) or cell == start or position.at(cell) != position.at(start):
            return length
        length += 1


if __name__ == "__main__":
    linez.play(Bot)
