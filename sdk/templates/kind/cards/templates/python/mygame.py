"""Positions of MyGame, read from text."""

import agon


class Position:
    """The hand as the seat to move sees it."""

    def __init__(self, text, seat):
        cards, _, history = text.partition(" ")
        self.card = cards[seat]  # "J", "Q" or "K"
        self.history = history  # what was done: "p" for pass and "b" for bet, seat 0's action first
        self.faces_bet = history.endswith("b")  # the seat calls or folds


class Strategy:
    """The base class of bots."""

    def __init__(self, session):
        self.session = session

    def bets(self, position):
        """Returns whether to bet; otherwise it passes."""
        raise NotImplementedError

    def turn(self, text):
        return "bet" if self.bets(Position(text, self.session.seat)) else "pass"


play = agon.play
