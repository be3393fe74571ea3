"""Positions of Linez, read from text. Cells are pairs (row, column), from 0; a move is a pair of cells."""

import agon


class Position:
    """The board as the seat sees it."""

    def __init__(self, text):
        board, *announced = text.split()
        self.cells = [[0 if number == "." else int(number) for number in row] for row in board.split("/")]  # 0: empty
        self.rows = len(self.cells)
        self.columns = len(self.cells[0])
        # The numbers that fall after a move without a line, in this order. Their cells are unknown.
        self.next = [int(number) for number in "".join(announced)]

    def at(self, cell):
        """Returns the number on a cell; 0 if it is empty."""
        return self.cells[cell[0]][cell[1]]

    def inside(self, cell):
        return 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns

    def numbers(self):
        """Returns all cells with a number, row by row."""
        return [(row, column) for row in range(self.rows) for column in range(self.columns) if self.cells[row][column]]

    def reachable(self, start):
        """Returns the empty cells that the number on a cell can reach, near ones first."""
        found, seen = [start], {start}
        for row, column in found:
            for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if self.inside(near) and near not in seen and self.at(near) == 0:
                    seen.add(near)
                    found.append(near)
        return found[1:]

    def moves(self):
        """Returns all legal moves."""
        return [(start, end) for start in self.numbers() for end in self.reachable(start)]


def cell_text(cell):
    """Returns the text of a cell, a letter for the row and a number for the column: "I8"."""
    return "ABCDEFGHIJKLMNOP"[cell[0]] + str(cell[1] + 1)


class Strategy:
    """The base class of bots."""

    def __init__(self, session):
        self.session = session

    def move(self, position):
        """Returns one of position.moves()."""
        raise NotImplementedError

    def turn(self, text):
        start, end = self.move(Position(text))
        return cell_text(start) + cell_text(end)


play = agon.play
