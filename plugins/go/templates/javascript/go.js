// Positions of Go, read from text. Points are named, as "D4".
"use strict";
const agon = require("./agon.js");

const columns = "ABCDEFGHJKLMNOPQRST";

/** The board as the seat to move sees it. */
class Position {
  constructor(text, seat) {
    const [board, , komi, last, ...moves] = text.split(" ");
    this.rows = board.split("/").reverse(); // from the bottom, of ".", "B" and "W"
    this.size = this.rows.length;
    this.komi = Number(komi);
    this.last = last; // the other's move; "-": there was none
    this.moves = moves; // the legal ones, row by row from the top; "pass" is the last
    this.mine = "BW"[seat];
    this.theirs = "WB"[seat];
  }

  /** Returns ".", "B" or "W". */
  at(point) {
    return this.rows[Number(point.slice(1)) - 1][columns.indexOf(point[0])];
  }

  /** Returns the two to four points beside a point. */
  neighbours(point) {
    const column = columns.indexOf(point[0]);
    const row = Number(point.slice(1));
    const near = [[column, row + 1], [column - 1, row], [column + 1, row], [column, row - 1]];
    return near.filter(([right, up]) => right >= 0 && right < this.size && up >= 1 && up <= this.size)
      .map(([right, up]) => columns[right] + up);
  }
}

/** The base class of bots: they have move(position), which returns a legal move. */
class Strategy {
  constructor(session) {
    this.session = session;
  }

  turn(text) {
    return this.move(new Position(text, this.session.seat));
  }
}

module.exports = { Position, Strategy, play: agon.play };
