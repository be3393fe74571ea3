#!/usr/bin/env node
// mybot plays Linez: it makes the move that forms the longest row of equal numbers.
"use strict";
const linez = require("./linez.js");

class Bot extends linez.Strategy {
  move(position) {
    // Here to begin: a row that no empty cell can extend is worth little, and the row that the number leaves is lost.
    // position.next has the numbers that fall next.
    let best = null;
    let most = -1;
    for (const move of position.moves()) {
      const worth = worthOf(move, position);
      if (worth > most) [best, most] = [move, worth];
    }
    return best;
  }
}

function worthOf(move, position) {
  const ways = [[0, 1], [1, 0], [1, 1], [1, -1]];
  return Math.max(...ways.map(([down, right]) => 1 + run(move, down, right, position) + run(move, -down, -right, position)));
}

/** Returns how many cells after move.to contain its number, without the cell that it leaves. */
function run(move, down, right, position) {
  let cell = move.to;
  for (let length = 0; ; ++length) {
    cell = { row: cell.row + down, column: cell.column + right };
    if (!position.inside(cell) || (cell.row === move.from.row && cell.column === move.from.column)) return length;
    if (position.at(cell) !== position.at(move.from)) return length;
  }
}

linez.play(Bot);
