#!/usr/bin/env python3
"""mybot plays MyGame: it bets with the king and calls with the queen, too."""

import mygame


class Bot(mygame.Strategy):
    def bets(self, position):
        # Here to begin: whoever never bluffs with the jack is never called. How often should it? self.session has the
        # seat, a seed, the time left and the log.
        return position.card == "K" or (position.card == "Q" and position.faces_bet)


if __name__ == "__main__":
    mygame.play(Bot)
