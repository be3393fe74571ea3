#!/usr/bin/env node
// mybot plays Polyominoes: it requests the smallest tiles and places each at the first position where it fits.
"use strict";
const polyomino = require("./polyomino.js");

const size = 3; // of the requested tiles: a tile of this size is straight or bent

class Bot extends polyomino.Strategy {
  play(position) {
    this.free = position.rows.map((row) => [...row].map((mark) => mark === "."));
    this.firstRow = [0, 0]; // of the last straight tile, and of the last bent one
    for (const tile of position.held) this.put(tile); // none, unless it takes over from another program
    for (let count = position.requested; count < 10000; ++count) {
      // Here to begin: a tile of n squares scores n * n, so larger ones are better as long as they fit. A tile that is
      // not placed costs what it would have scored.
      if (!this.put(this.get(size))) return;
    }
  }

  /** Places the tile, in any rotation, at the first position where it fits. Returns whether it fits anywhere. */
  put(tile) {
    const kind = tile.width === 1 || tile.height === 1 ? 0 : 1;
    const turns = [tile];
    for (let quarter = 1; quarter < 4; ++quarter) turns.push(turns[quarter - 1].turned());
    for (let y = tile.squares.length === size ? this.firstRow[kind] : 0; y < this.free.length; ++y) {
      for (let x = 0; x < this.free[0].length; ++x) {
        for (const turned of turns) {
          if (!this.fits(turned, x, y)) continue;
          this.place(turned, x, y);
          for (const [right, down] of turned.squares) this.free[y + down][x + right] = false;
          if (tile.squares.length === size) this.firstRow[kind] = y; // squares never become free again
          return true;
        }
      }
    }
    return false;
  }

  fits(tile, x, y) {
    if (x + tile.width > this.free[0].length || y + tile.height > this.free.length) return false;
    return tile.squares.every(([right, down]) => this.free[y + down][x + right]);
  }
}

polyomino.play(Bot);
