"""Positions of MyGame, read from text."""

import agon


class Position:
    """The heap as the seat to move sees it."""

    def __init__(self, text):
        stones, numbers = text.split(":")
        self.stones = int(stones)  # on the heap
        self.legal = [int(number) for number in numbers.split()]  # how many may be taken, the fewest first


class Strategy:
    """The base class of bots."""

    def __init__(self, session):
        self.session = session

    def take(self, position):
        """Returns how many stones to take: one of position.legal."""
        raise NotImplementedError

    def turn(self, text):
        return str(self.take(Position(text)))


play = agon.play
