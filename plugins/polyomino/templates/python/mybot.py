#!/usr/bin/env python3
"""mybot plays Polyominoes: it requests the smallest tiles and places each at the first position where it fits."""

import polyomino

SIZE = 3  # of the requested tiles: a tile of this size is straight or bent


class Bot(polyomino.Strategy):
    def play(self, position):
        self.free = [[mark == "." for mark in row] for row in position.rows]
        self.first_row = {True: 0, False: 0}  # of the last straight tile, and of the last bent one
        for tile in position.held:  # none, unless it takes over from another program
            self.put(tile)
        for _ in range(position.requested, 10000):
            # Here to begin: a tile of n squares scores n * n, so larger ones are better as long as they fit. A tile that
            # is not placed costs what it would have scored.
            if not self.put(self.get(SIZE)):
                return

    def put(self, tile):
        """Places the tile, in any rotation, at the first position where it fits. Returns whether it fits anywhere."""
        straight = 1 in (tile.width, tile.height)
        turns = [tile]
        for _ in range(3):
            turns.append(turns[-1].turned())
        first = self.first_row[straight] if len(tile.squares) == SIZE else 0
        for y in range(first, len(self.free)):
            for x in range(len(self.free[0])):
                for turned in turns:
                    if self.fits(turned, x, y):
                        self.place(turned, x, y)
                        for right, down in turned.squares:
                            self.free[y + down][x + right] = False
                        if len(tile.squares) == SIZE:
                            self.first_row[straight] = y  # squares never become free again
                        return True
        return False

    def fits(self, tile, x, y):
        if x + tile.width > len(self.free[0]) or y + tile.height > len(self.free):
            return False
        return all(self.free[y + down][x + right] for right, down in tile.squares)


if __name__ == "__main__":
    polyomino.play(Bot)
