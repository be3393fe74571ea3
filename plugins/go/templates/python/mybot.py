#!/usr/bin/env python3
"""mybot plays Go: it plays where it touches fewest of its own stones, and fills no eye."""

import go


class Bot(go.Strategy):
    def move(self, position):
        # Here to begin: a group without a free point beside it is taken, and one with two eyes never is. Then play
        # matches to the end at random, and take the move that wins most of them. self.session has the seat, a seed,
        # the time left and the log.
        best = max(position.moves, key=lambda move: worth_of(move, position))
        return best if worth_of(best, position) > 0 else "pass"


def worth_of(move, position):
    if move == "pass":
        return 0
    return sum(position.at(near) != position.mine for near in position.neighbours(move))


if __name__ == "__main__":
    go.play(Bot)
