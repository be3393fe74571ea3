"""Positions of chess, read from text: a FEN and the legal moves. Squares are named, as 'e4'."""

import agon


class Position:
    """The board as the seat to move sees it."""

    def __init__(self, text, seat):
        words = text.split()
        self.fen = " ".join(words[:6])
        self.moves = words[6:]  # the legal ones, as UCI writes them: "e2e4", "e7e8q"
        self.mine = "PNBRQK" if seat == 0 else "pnbrqk"
        self.theirs = self.mine.swapcase()
        rows = "".join("." * int(letter) if letter.isdigit() else letter for letter in words[0]).split("/")
        self.rows = rows[::-1]  # from rank 1

    def at(self, square):
        """Returns the piece as a FEN writes it, or '.'."""
        return self.rows[int(square[1]) - 1]["abcdefgh".index(square[0])]


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
