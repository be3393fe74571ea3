// Positions of Linez, read from text. Cells are {row, column}, from 0; a move is {from, to}.
"use strict";
const agon = require("./agon.js");

/** The board as the seat sees it. */
class Position {
  constructor(text) {
    const [board, announced = ""] = text.split(" ");
    this.cells = board.split("/").map((row) => [...row].map((number) => (number === "." ? 0 : Number(number)))); // 0: empty
    this.rows = this.cells.length;
    this.columns = this.cells[0].length;
    // The numbers that fall after a move without a line, in this order. Their cells are unknown.
    this.next = [...announced].map(Number);
  }

  /** Returns the number on a cell; 0 if it is empty. */
  at({ row, column }) {
    return this.cells[row][column];
  }

  inside({ row, column }) {
    return row >= 0 && column >= 0 && row < this.rows && column < this.columns;
  }

  /** Returns all cells with a number, row by row. */
  numbers() {
    const found = [];
    for (let row = 0; row < this.rows; ++row) {
      for (let column = 0; column < this.columns; ++column) {
        if (this.cells[row][column] !== 0) found.push({ row, column });
      }
    }
    return found;
  }

  /** Returns the empty cells that the number on a cell can reach, near ones first. */
  reachable(from) {
    const found = [from];
    const seen = new Set();
    for (const { row, column } of found) {
      for (const [down, right] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
        const near = { row: row + down, column: column + right };
        const index = near.row * this.columns + near.column;
        if (!this.inside(near) || seen.has(index) || this.at(near) !== 0) continue;
        seen.add(index);
        found.push(near);
      }
    }
    return found.slice(1);
  }

  /** Returns all legal moves. */
  moves() {
    return this.numbers().flatMap((from) => this.reachable(from).map((to) => ({ from, to })));
  }
}

/** Returns the text of a cell, a letter for the row and a number for the column: "I8". */
function cellText({ row, column }) {
  return "ABCDEFGHIJKLMNOP"[row] + (column + 1);
}

/** The base class of bots: they have move(position), which returns one of position.moves(). */
class Strategy {
  constructor(session) {
    this.session = session;
  }

  turn(text) {
    const { from, to } = this.move(new Position(text));
    return cellText(from) + cellText(to);
  }
}

module.exports = { Position, Strategy, cellText, play: agon.play };
