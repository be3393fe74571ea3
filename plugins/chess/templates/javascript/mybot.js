#!/usr/bin/env node
// mybot plays chess: it takes the most valuable piece that it can.
"use strict";
const chess = require("./chess.js");

class Bot extends chess.Strategy {
  move(position) {
    // Here to begin: pieces are worth about 1, 3, 3, 5 and 9, and one that is taken back was not won. Then look a move
    // ahead. this.session has the seat, a seed, the time left and the log.
    const worth = (move) => position.theirs.indexOf(position.at(move.slice(2, 4))) + 1;
    return position.moves.reduce((best, move) => (worth(move) > worth(best) ? move : best));
  }
}

chess.play(Bot);
