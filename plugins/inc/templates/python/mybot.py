#!/usr/bin/env python3
"""mybot plays Inc: it makes the move after which the most squares have its digit."""

import inc


class Bot(inc.Strategy):
    def move(self, position):
        # Here to begin: only the final board counts, and two others move before your next turn. What will they answer?
        return max(position.moves(), key=lambda move: worth_of(move, position))


def worth_of(move, position):
    squares = [(row, column) for row in range(position.rows) for column in range(position.columns)]
    return sum(position.digit_after(move, *square) == position.seat + 1 for square in squares)


if __name__ == "__main__":
    inc.play(Bot)
