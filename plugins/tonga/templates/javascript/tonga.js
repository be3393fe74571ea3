// Positions of PseudoTonga, read from text. Squares are [row, column], from 0.
"use strict";
const agon = require("./agon.js");

/** The board as the seat to move sees it. */
class Position {
  constructor(text, seat) {
    this.rows = text.split("/"); // of ".", "B" and "W"
    this.size = this.rows.length;
    this.mine = "BW"[seat]; // the colour of the seat to move
    this.theirs = "WB"[seat];
  }

  /** Returns ".", "B" or "W". */
  at([row, column]) {
    return this.rows[row][column];
  }

  /** Returns all empty squares, row by row. */
  empty() {
    const cells = [];
    for (let row = 0; row < this.size; ++row) {
      for (let column = 0; column < this.size; ++column) {
        if (this.rows[row][column] === ".") cells.push([row, column]);
      }
    }
    return cells;
  }

  /** Returns the two to four squares adjacent to a square. */
  neighbours([row, column]) {
    const near = [[row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]];
    return near.filter(([down, right]) => down >= 0 && right >= 0 && down < this.size && right < this.size);
  }
}

/** The base class of bots: they have move(position), which returns an empty square. */
class Strategy {
  constructor(session) {
    this.session = session;
  }

  turn(text) {
    return this.move(new Position(text, this.session.seat)).join(" ");
  }
}

module.exports = { Position, Strategy, play: agon.play };
