"""Positions of Inc, read from text."""

from collections import namedtuple

import agon

# A line after `line` rows (axis "H") or columns (axis "V"), from 1, and the group whose digits change: "T" or "B" for
# the top or bottom one, "L" or "R" for the left or right one.
Move = namedtuple("Move", "axis line group")


class Position:
    """The match as the seat to move sees it."""

    def __init__(self, text, seat):
        board, *facts = text.split()
        facts = dict(fact.split("=") for fact in facts)
        self.cells = [[0 if digit == "." else int(digit) for digit in row] for row in board.split("/")]  # 0: empty
        self.rows = len(self.cells)
        self.columns = len(self.cells[0])
        self.turns_left = int(facts["turns"])  # of all seats, with this one
        self.increment = int(facts["inc"])  # what a move adds to the digits of its group: -1 or 1
        self.seat = seat  # to move; its digit is seat + 1

    def moves(self):
        """Returns all moves, in the order in which a seat prefers equally good ones."""
        return [
            Move(axis, line, group)
            for axis, end in (("H", self.rows), ("V", self.columns))
            for group in {"H": "TB", "V": "LR"}[axis]
            for line in range(1, end)
        ]

    def digit_after(self, move, row, column):
        """Returns the digit of a square after the move; 0 if it is empty."""
        digit = self.cells[row][column]
        in_first = (row if move.axis == "H" else column) < move.line
        if digit == 0 or in_first != (move.group in "TL"):
            return digit
        return (digit - 1 + self.increment) % 3 + 1


class Strategy:
    """The base class of bots."""

    def __init__(self, session):
        self.session = session

    def move(self, position):
        """Returns one of position.moves()."""
        raise NotImplementedError

    def turn(self, text):
        return "%s%d%s" % self.move(Position(text, self.session.seat))


play = agon.play
