// Positions and tiles of Polyominoes, read from text. Squares are [x, y], from 0: x to the right, y down.
"use strict";
const agon = require("./agon.js");

/** A requested tile, in any rotation. */
class Tile {
  constructor(index, width, height, squares, rotation = 0) {
    this.index = index; // in the match, from 0
    this.width = width; // of its bounding box
    this.height = height;
    this.squares = squares; // relative to the upper left corner of the box
    this.rotation = rotation; // times 90 degrees counter-clockwise
  }

  static parse(index, text) {
    const rows = text.split("/");
    const squares = rows.flatMap((row, y) => [...row].flatMap((mark, x) => (mark === "X" ? [[x, y]] : [])));
    return new Tile(index, rows[0].length, rows.length, squares);
  }

  /** Returns the tile turned by a further 90 degrees counter-clockwise. */
  turned() {
    const squares = this.squares.map(([x, y]) => [y, this.width - 1 - x]);
    return new Tile(this.index, this.height, this.width, squares, (this.rotation + 1) % 4);
  }
}

/** The match at the start of the turn. */
class Position {
  constructor(text) {
    const [board, ...rest] = text.split(" ");
    this.rows = board.split("/"); // "." free, "X" covered, "#" under a tile
    this.width = this.rows[0].length;
    this.height = this.rows.length;
    this.points = rest.length > 1 ? Number(rest[1]) : 0;
    this.requested = rest.length > 3 ? Number(rest[3]) : 0; // of at most 10,000 in a match
    this.held = rest.filter((word) => word.includes("="))
      .map((word) => Tile.parse(Number(word.split("=")[0]), word.split("=")[1]));
  }
}

/** The base class of bots: their only turn, play(position), is the whole match. */
class Strategy {
  constructor(session) {
    this.session = session;
    this.requested = 0;
  }

  /** Requests a tile of 3 to 1000 squares. */
  get(size) {
    return Tile.parse(this.requested++, this.session.act("get " + size));
  }

  /** Places a tile, in its rotation, with the upper left corner of its box on (x, y). */
  place(tile, x, y) {
    this.session.act(`place ${tile.index} ${x} ${y} ${tile.rotation}`);
  }

  turn(text) {
    const position = new Position(text);
    this.requested = position.requested;
    this.play(position);
    return "done";
  }
}

module.exports = { Position, Strategy, Tile, play: agon.play };
