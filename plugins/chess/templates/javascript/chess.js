// Positions of chess, read from text: a FEN and the legal moves. Squares are named, as "e4".
"use strict";
const agon = require("./agon.js");

/** The board as the seat to move sees it. */
class Position {
  constructor(text, seat) {
    const words = text.split(" ");
    this.fen = words.slice(0, 6).join(" ");
    this.moves = words.slice(6); // the legal ones, as UCI writes them: "e2e4", "e7e8q"
    this.mine = seat === 0 ? "PNBRQK" : "pnbrqk";
    this.theirs = seat === 0 ? "pnbrqk" : "PNBRQK";
    this.rows = words[0].replace(/\d/g, (gap) => ".".repeat(Number(gap))).split("/").reverse(); // from rank 1
  }

  /** Returns the piece as a FEN writes it, or ".". */
  at(square) {
    return this.rows[Number(square[1]) - 1]["abcdefgh".indexOf(square[0])];
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
