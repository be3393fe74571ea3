#!/usr/bin/env python3
"""mybot plays ChessPuzzle: it clicks the highest stack, and dead ends last."""

import chesspuzzle


class Bot(chesspuzzle.Strategy):
    def click(self, position):
        # Here to begin: position.reach() returns where the top tile of a cell leads, so that you can look several clicks
        # ahead. Cells to which few others lead soon become unreachable.
        return max(position.legal(), key=lambda cell: worth_of(cell, position))


def worth_of(cell, position):
    return position.left(cell) if position.reach(cell, position.top(cell)) else 0


if __name__ == "__main__":
    chesspuzzle.play(Bot)
