// Positions of ChessPuzzle, read from text. Cells are {row, column}, from 0.
"use strict";
const agon = require("./agon.js");

/** The board as the seat sees it. */
class Position {
  constructor(text) {
    const [depth, tops, lefts, row, column, removed] = text.split(" ");
    this.depth = Number(depth); // tiles in each cell before the first click
    this.tops = tops.split("/"); // of the visible tiles: "1" to "4", "K", "B", "R", "Q"; "-": exhausted
    this.rows = this.tops.length;
    this.columns = this.tops[0].length;
    this.lefts = lefts === undefined ? this.tops.map((each) => [...each].map(() => this.depth))
                                     : lefts.split("/").map((each) => [...each].map((digit) => parseInt(digit, 16)));
    this.last = row === undefined ? null : { row: Number(row), column: Number(column) }; // the cell clicked last
    this.removed = removed; // the tile that the click removed
  }

  inside({ row, column }) {
    return row >= 0 && column >= 0 && row < this.rows && column < this.columns;
  }

  /** Returns the visible tile of a cell. */
  top({ row, column }) {
    return this.tops[row][column];
  }

  /** Returns how many tiles a cell still has, with the visible one. */
  left({ row, column }) {
    return this.lefts[row][column];
  }

  /** Returns all cells that still have tiles, row by row. */
  stocked() {
    const found = [];
    for (let row = 0; row < this.rows; ++row) {
      for (let column = 0; column < this.columns; ++column) {
        if (this.lefts[row][column] > 0) found.push({ row, column });
      }
    }
    return found;
  }

  /** Returns the cells that would be legal after removing `tile` from a cell. */
  reach(from, tile) {
    const steps = [];
    if (tile === "K") {
      for (const two of [-2, 2]) {
        for (const one of [-1, 1]) steps.push([two, one], [one, two]);
      }
    } else {
      for (let down = -1; down <= 1; ++down) {
        for (let right = -1; right <= 1; ++right) {
          const straight = down === 0 || right === 0;
          if ((down === 0 && right === 0) || (tile === "B" && straight) || (tile === "R" && !straight)) continue;
          const distance = "1234".includes(tile) ? Number(tile) : this.toEdge(from, down, right);
          if (distance > 0) steps.push([distance * down, distance * right]);
        }
      }
    }
    return steps.map(([down, right]) => ({ row: from.row + down, column: from.column + right }))
      .filter((cell) => this.inside(cell) && this.left(cell) > 0);
  }

  /** Returns the legal cells. */
  legal() {
    return this.last === null ? this.stocked() : this.reach(this.last, this.removed);
  }

  toEdge(from, down, right) {
    const vertical = down < 0 ? from.row : down > 0 ? this.rows - 1 - from.row : Infinity;
    const horizontal = right < 0 ? from.column : right > 0 ? this.columns - 1 - from.column : Infinity;
    return Math.min(vertical, horizontal);
  }
}

/** The base class of bots: they have click(position), which returns one of position.legal(). */
class Strategy {
  constructor(session) {
    this.session = session;
  }

  turn(text) {
    const { row, column } = this.click(new Position(text));
    return row + " " + column;
  }
}

module.exports = { Position, Strategy, play: agon.play };
