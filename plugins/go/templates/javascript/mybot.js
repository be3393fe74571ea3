#!/usr/bin/env node
// mybot plays Go: it plays where it touches fewest of its own stones, and fills no eye.
"use strict";
const go = require("./go.js");

class Bot extends go.Strategy {
  move(position) {
    // Here to begin: a group without a free point beside it is taken, and one with two eyes never is. Then play matches
    // to the end at random, and take the move that wins most of them. this.session has the seat, a seed, the time left
    // and the log.
    let best = "pass";
    let most = 0;
    for (const move of position.moves.slice(0, -1)) {
      const worth = worthOf(move, position);
      if (worth > most) [best, most] = [move, worth];
    }
    return best;
  }
}

function worthOf(move, position) {
  return position.neighbours(move).filter((near) => position.at(near) !== position.mine).length;
}

go.play(Bot);
