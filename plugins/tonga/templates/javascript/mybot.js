#!/usr/bin/env node
// mybot plays PseudoTonga: it takes the square with the most adjacent stones of its own.
"use strict";
const tonga = require("./tonga.js");

class Bot extends tonga.Strategy {
  move(position) {
    // Here to begin: an isle scores the square of its size, so joining two large ones is worth more than growing a small
    // one. this.session has the seat, a seed, the time left and the log.
    const worth = (cell) => position.neighbours(cell).filter((near) => position.at(near) === position.mine).length;
    return position.empty().reduce((best, cell) => (worth(cell) > worth(best) ? cell : best));
  }
}

tonga.play(Bot);
