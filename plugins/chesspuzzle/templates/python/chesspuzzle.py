"""Positions of ChessPuzzle, read from text. Cells are pairs (row, column), from 0."""

import agon


class Position:
    """The board as the seat sees it."""

    def __init__(self, text):
        depth, top, *rest = text.split()
        self.depth = int(depth)  # tiles in each cell before the first click
        self.tops = top.split("/")  # of the visible tiles: "1" to "4", "K", "B", "R", "Q"; "-": exhausted
        self.rows = len(self.tops)
        self.columns = len(self.tops[0])
        self.lefts = [[self.depth] * self.columns for _ in range(self.rows)]
        self.last = self.removed = None  # the cell clicked last, and the tile that the click removed
        if rest:
            self.lefts = [["0123456789A".index(digit) for digit in row] for row in rest[0].split("/")]
            self.last, self.removed = (int(rest[1]), int(rest[2])), rest[3]

    def top(self, cell):
        """Returns the visible tile of a cell."""
        return self.tops[cell[0]][cell[1]]

    def left(self, cell):
        """Returns how many tiles a cell still has, with the visible one."""
        return self.lefts[cell[0]][cell[1]]

    def stocked(self):
        """Returns all cells that still have tiles, row by row."""
        return [(row, column) for row in range(self.rows) for column in range(self.columns) if self.lefts[row][column]]

    def reach(self, start, tile):
        """Returns the cells that would be legal after removing `tile` from a cell."""
        if tile == "K":
            steps = [step for two in (-2, 2) for one in (-1, 1) for step in ((two, one), (one, two))]
        else:
            steps = []
            for down in (-1, 0, 1):
                for right in (-1, 0, 1):
                    straight = down == 0 or right == 0
                    if (down, right) == (0, 0) or (tile == "B" and straight) or (tile == "R" and not straight):
                        continue
                    distance = int(tile) if tile in "1234" else self._to_edge(start, down, right)
                    if distance > 0:
                        steps.append((distance * down, distance * right))
        cells = [(start[0] + down, start[1] + right) for down, right in steps]
        return [(row, column) for row, column in cells
                if 0 <= row < self.rows and 0 <= column < self.columns and self.lefts[row][column]]

    def legal(self):
        """Returns the legal cells."""
        return self.stocked() if self.last is None else self.reach(self.last, self.removed)

    def _to_edge(self, start, down, right):
        distances = [start[0]] * (down < 0) + [self.rows - 1 - start[0]] * (down > 0)
        distances += [start[1]] * (right < 0) + [self.columns - 1 - start[1]] * (right > 0)
        return min(distances)


class Strategy:
    """The base class of bots."""

    def __init__(self, session):
        self.session = session

    def click(self, position):
        """Returns one of position.legal()."""
        raise NotImplementedError

    def turn(self, text):
        return "%d %d" % self.click(Position(text))


play = agon.play
