#!/usr/bin/env python3
"""mybot plays MyGame: it bids half of what the item is worth."""

import mygame


class Bot(mygame.Strategy):
    def bid(self, position):
        # Here to begin: how much do the others bid? position.shown tells what they bid in the round before.
        # self.session has the seat, a seed, the time left and the log.
        return min(position.coins[position.seat], (position.value + 1) // 2)


if __name__ == "__main__":
    mygame.play(Bot)
