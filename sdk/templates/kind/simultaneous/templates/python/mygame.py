"""Positions of MyGame, read from text."""

import agon


class Position:
    """The auction as the seat to move sees it. Lists have a number for each seat; None: there is none."""

    def __init__(self, text, seat):
        rows = {}
        for word in text.split():
            if word.isalpha() and word != "out":
                row = rows[word] = []
            else:
                row.append(int(word) if word.isdigit() else None)
        self.seat = seat
        self.round = rows["round"][0]  # from 0
        self.value = rows["value"][0]  # of this round's item
        self.coins = rows["coins"]  # None: the seat is out of the match
        self.won = rows["won"]  # the values of the items that each seat has
        self.shown = rows["shown"]  # the bids of the round before


class Strategy:
    """The base class of bots."""

    def __init__(self, session):
        self.session = session

    def bid(self, position):
        """Returns how many coins to bid: 0 to position.coins[position.seat]."""
        raise NotImplementedError

    def turn(self, text):
        return str(self.bid(Position(text, self.session.seat)))


play = agon.play
