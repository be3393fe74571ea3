"""Positions and tiles of Polyominoes, read from text. Squares are pairs (x, y), from 0: x to the right, y down."""

import agon


class Tile:
    """A requested tile, in any rotation."""

    def __init__(self, index, width, height, squares, rotation=0):
        self.index = index  # in the match, from 0
        self.width, self.height = width, height  # of its bounding box
        self.squares = squares  # relative to the upper left corner of the box
        self.rotation = rotation  # times 90 degrees counter-clockwise

    def turned(self):
        """Returns the tile turned by a further 90 degrees counter-clockwise."""
        squares = [(y, self.width - 1 - x) for x, y in self.squares]
        return Tile(self.index, self.height, self.width, squares, (self.rotation + 1) % 4)


def tile_of(index, text):
    rows = text.split("/")
    squares = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"]
    return Tile(index, len(rows[0]), len(rows), squares)


class Position:
    """The match at the start of the turn."""

    def __init__(self, text):
        board, *rest = text.split()
        self.rows = board.split("/")  # "." free, "X" covered, "#" under a tile
        self.width, self.height = len(self.rows[0]), len(self.rows)
        facts = dict(zip(rest[0:4:2], rest[1:4:2]))
        self.points = int(facts.get("points", 0))
        self.requested = int(facts.get("tiles", 0))  # of at most 10,000 in a match
        self.held = [tile_of(int(word.split("=")[0]), word.split("=")[1]) for word in rest if "=" in word]


class Strategy:
    """The base class of bots. Its only turn is the whole match."""

    def __init__(self, session):
        self.session = session
        self._requested = 0

    def play(self, position):
        """Plays the match with get() and place(). When it returns, the match ends."""
        raise NotImplementedError

    def get(self, size):
        """Requests a tile of 3 to 1000 squares."""
        self._requested += 1
        return tile_of(self._requested - 1, self.session.act("get %d" % size))

    def place(self, tile, x, y):
        """Places a tile, in its rotation, with the upper left corner of its box on (x, y)."""
        self.session.act("place %d %d %d %d" % (tile.index, x, y, tile.rotation))

    def turn(self, text):
        position = Position(text)
        self._requested = position.requested
        self.play(position)
        return "done"


play = agon.play
