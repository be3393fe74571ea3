#!/usr/bin/env node
// mybot plays ChessPuzzle: it clicks the highest stack, and dead ends last.
"use strict";
const chesspuzzle = require("./chesspuzzle.js");

class Bot extends chesspuzzle.Strategy {
  click(position) {
    // Here to begin: position.reach() returns where the top tile of a cell leads, so that you can look several clicks
    // ahead. Cells to which few others lead soon become unreachable.
    const worth = (cell) => (position.reach(cell, position.top(cell)).length > 0 ? position.left(cell) : 0);
    return position.legal().reduce((best, cell) => (worth(cell) > worth(best) ? cell : best));
  }
}

chesspuzzle.play(Bot);
