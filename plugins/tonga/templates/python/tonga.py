"""Positions of PseudoTonga, read from text. Squares are pairs (row, column), from 0."""

import agon


class Position:
    """The board as the seat to move sees it."""

    def __init__(self, text, seat):
        self.rows = text.split("/")  # of ".", "B" and "W"
        self.size = len(self.rows)
        self.mine = "BW"[seat]  # the colour of the seat to move
        self.theirs = "WB"[seat]

    def at(self, cell):
        """Returns ".", "B" or "W"."""
        return self.rows[cell[0]][cell[1]]

    def empty(self):
        """Returns all empty squares, row by row."""
        return [(row, column) for row in range(self.size) for column in range(self.size) if self.rows[row][column] == "."]

    def neighbours(self, cell):
        """Returns the two to four squares adjacent to a square."""
        row, column = cell
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        return [(down, right) for down, right in near if 0 <= down < self.size and 0 <= right < self.size]


class Strategy:
    """The base class of bots."""

    def __init__(self, session):
        self.session = session

    def move(self, position):
        """Returns an empty square."""
        raise NotImplementedError

    def turn(self, text):
        return "%d %d" % self.move(Position(text, self.session.seat))


play = agon.play
