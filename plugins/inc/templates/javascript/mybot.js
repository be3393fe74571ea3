#!/usr/bin/env node
// mybot plays Inc: it makes the move after which the most squares have its digit.
"use strict";
const inc = require("./inc.js");

class Bot extends inc.Strategy {
  move(position) {
    // Here to begin: only the final board counts, and two others move before your next turn. What will they answer?
    return position.moves().reduce((best, move) => (worthOf(move, position) > worthOf(best, position) ? move : best));
  }
}

function worthOf(move, position) {
  let mine = 0;
  for (let row = 0; row < position.rows; ++row) {
    for (let column = 0; column < position.columns; ++column)
      mine += position.digitAfter(move, row, column) === position.seat + 1 ? 1 : 0;
  }
  return mine;
}

inc.play(Bot);
