"""Positions of Go, read from text. Points are named, as 'D4'."""

import agon

COLUMNS = "ABCDEFGHJKLMNOPQRST"


class Position:
    """The board as the seat to move sees it."""

    def __init__(self, text, seat):
        board, _, komi, last, *moves = text.split()
        self.rows = board.split("/")[::-1]  # from the bottom, of ".", "B" and "W"
        self.size = len(self.rows)
        self.komi = float(komi)
        self.last = last  # the other's move; "-": there was none
        self.moves = moves  # the legal ones, row by row from the top; "pass" is the last
        self.mine = "BW"[seat]
        self.theirs = "WB"[seat]

    def at(self, point):
        """Returns ".", "B" or "W"."""
        return self.rows[int(point[1:]) - 1][COLUMNS.index(point[0])]

    def neighbours(self, point):
        """Returns the two to four points beside a point."""
        column, row = COLUMNS.index(point[0]), int(point[1:])
        near = [(column, row + 1), (column - 1, row), (column + 1, row), (column, row - 1)]
        return [COLUMNS[right] + str(up) for right, up in near if 0 <= right < self.size and 1 <= up <= self.size]


class Strategy:
    """The base class of bots."""

    def __init__(self, session):
        self.session = session

    def move(self, position):
        """Returns a legal move."""
        raise NotImplementedError

    def turn(self, text):
        return self.move(Position(text, self.session.seat))


play = agon.play
