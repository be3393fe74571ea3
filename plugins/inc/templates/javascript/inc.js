// Positions of Inc, read from text.
"use strict";
const agon = require("./agon.js");

/** The match as the seat to move sees it. */
class Position {
  constructor(text, seat) {
    const [board, ...facts] = text.split(" ");
    const fact = Object.fromEntries(facts.map((each) => each.split("=")));
    this.cells = board.split("/").map((row) => [...row].map((digit) => (digit === "." ? 0 : Number(digit)))); // 0: empty
    this.rows = this.cells.length;
    this.columns = this.cells[0].length;
    this.turnsLeft = Number(fact.turns); // of all seats, with this one
    this.increment = Number(fact.inc); // what a move adds to the digits of its group: -1 or 1
    this.seat = seat; // to move; its digit is seat + 1
  }

  /**
   * Returns all moves, in the order in which a seat prefers equally good ones: a line after `line` rows (axis "H") or
   * columns (axis "V"), from 1, and the group whose digits change, "T", "B", "L" or "R".
   */
  moves() {
    const all = [];
    for (const [axis, groups, end] of [["H", "TB", this.rows], ["V", "LR", this.columns]]) {
      for (const group of groups) {
        for (let line = 1; line < end; ++line) all.push({ axis, line, group });
      }
    }
    return all;
  }

  /** Returns the digit of a square after the move; 0 if it is empty. */
  digitAfter(move, row, column) {
    const digit = this.cells[row][column];
    const inFirst = (move.axis === "H" ? row : column) < move.line;
    if (digit === 0 || inFirst !== "TL".includes(move.group)) return digit;
    return ((digit - 1 + this.increment + 3) % 3) + 1;
  }
}

/** The base class of bots: they have move(position), which returns one of position.moves(). */
class Strategy {
  constructor(session) {
    this.session = session;
  }

  turn(text) {
    const { axis, line, group } = this.move(new Position(text, this.session.seat));
    return axis + line + group;
  }
}

module.exports = { Position, Strategy, play: agon.play };
