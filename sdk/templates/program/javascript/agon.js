// Speaks Agon's protocol for programs: lines of text on standard input and output.
//
// A game's module gives a base class for bots. This one calls it: once for each match, then once for each turn.
"use strict";
const fs = require("fs");

let buffered = Buffer.alloc(0);

/** Returns the next line; null at the end of the input. */
function readLine() {
  for (;;) {
    const end = buffered.indexOf(10);
    if (end >= 0) {
      const line = buffered.toString("utf8", 0, end).replace(/\r$/, "");
      buffered = buffered.subarray(end + 1);
      return line;
    }
    const chunk = Buffer.alloc(65536);
    const size = fs.readSync(0, chunk, 0, chunk.length, null);
    if (size === 0) return null;
    buffered = Buffer.concat([buffered, chunk.subarray(0, size)]);
  }
}

function writeLine(line) {
  for (let bytes = Buffer.from(line + "\n"); bytes.length > 0; ) bytes = bytes.subarray(fs.writeSync(1, bytes));
}

/** Splits a line at its first blank. */
function split(line) {
  const end = line.indexOf(" ");
  return end < 0 ? [line, ""] : [line.slice(0, end), line.slice(end + 1)];
}

/** What a bot knows of its match. */
class Session {
  constructor(game, options, facts) {
    this.game = game; // the game's id
    this.options = options; // from the command line: name to text
    this.seat = Number(facts.seat); // from 0
    this.seats = Number(facts.seats);
    this.seed = BigInt(facts.seed); // for the bot's own random numbers: equal seeds should give equal matches
    this.timeLeft = null; // of CPU time when the turn began, seconds; null: no limit
  }

  /** Writes a line to the seat's log. */
  log(text) {
    writeLine("log " + String(text).replace(/\n/g, " "));
  }

  /** Plays an action inside the turn. Returns the text that it revealed; null: the turn is over. */
  act(action) {
    writeLine("act " + action);
    for (let line = readLine(); line !== null; line = readLine()) {
      const [word, rest] = split(line);
      if (word === "revealed") return rest;
      if (word === "over") return null;
    }
    process.exit(0);
  }
}

/** Plays matches until the host ends. `Bot` takes a Session, and has turn(position text). */
function play(Bot) {
  let game = "";
  const options = {};
  let bot = null;
  let session = null;
  for (let line = readLine(); line !== null; line = readLine()) {
    const [word, rest] = split(line);
    if (word === "game") {
      game = split(rest)[0];
    } else if (word === "option") {
      const [name, value] = split(rest);
      options[name] = value;
    } else if (word === "start") {
      writeLine("ready");
    } else if (word === "new") {
      const words = rest.split(" ");
      const facts = {};
      for (let at = 0; at + 1 < words.length; at += 2) facts[words[at]] = words[at + 1];
      session = new Session(game, options, facts);
      bot = new Bot(session);
    } else if (word === "turn") {
      const [left, position] = split(rest);
      session.timeLeft = left === "-" ? null : Number(left) / 1000;
      writeLine("action " + bot.turn(position));
    } else if (word === "quit") {
      break;
    }
  }
}

module.exports = { play };
