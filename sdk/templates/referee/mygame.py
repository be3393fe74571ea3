"""The rules of MyGame. This is where to begin: make it your game.

There is a heap of stones. The seats take 1 to 3 of them in turn. Who takes the last one has won: its score is 1, the
other's 0.
"""

import random

import referee


class Match:
    """One match. The same seed gives the same match."""

    def __init__(self, seed, seats):
        self.heap = random.Random(seed).randrange(10, 30)
        self.seat = 0
        self.winner = None

    def to_move(self):
        """Returns the seat whose turn it is, or None when the match is over."""
        return self.seat if self.winner is None else None

    def position(self):
        """Returns one line of text with all that there is to know. With hidden information, add a method view(seat)
        that returns what one seat may know, and one of it for "spectator"."""
        return str(self.heap)

    def act(self, seat, action):
        """Plays an action, a line of text, or raises referee.Illegal with what would be right. May return what
        everybody learns by it, such as what chance did, as a line of text."""
        if action not in ("1", "2", "3") or int(action) > self.heap:
            raise referee.Illegal(f"take 1 to {min(3, self.heap)} stones")
        self.heap -= int(action)
        if self.heap == 0:
            self.winner = seat
        self.seat = 1 - seat
        return f"{action} of the stones"

    def forfeit(self, seat):
        """That seat crashed, ran out of time or broke the rules."""
        self.winner = 1 - seat

    def scores(self):
        """Returns the score of each seat, at the end."""
        return [1 if seat == self.winner else 0 for seat in range(2)]


if __name__ == "__main__":
    referee.lead(Match)
