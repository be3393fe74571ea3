// The view of one match: board, slider, what happened in the shown turn, the seats, and their scores as a plot.

import { Board } from "./board.js";
import { append, card, durationText, element, numberText, put } from "./dom.js";
import { Player } from "./player.js";
import { Plot } from "./plot.js";
import { ShownTurn, Turns } from "./scenes.js";

/** Returns the name of a seat; with one seat, that of its strategy. */
export function seatName(header, seat) {
  const { seats } = header.match;
  return seats.length === 1 ? strategyName(seats[0]) : (header.seat_names[seat] ?? `seat ${seat}`);
}

/** Returns the name of a player as results show it; a person may have none but "human". */
export function strategyName(seat) {
  return seat.name ?? seat.strategy ?? seat.person;
}

function factsOf({ match }) {
  const facts = [["Game", `${match.game.id} ${match.game.version}`], ["Seed", String(match.setup.seed)]];
  if (match.origin) facts.push(["Branched", `after turn ${match.origin.actions} of match ${match.origin.sha256.slice(0, 12)}`]);
  for (const [name, value] of Object.entries(match.setup.parameters)) {
    facts.push([name, value === true ? "yes" : value === false ? "no" : String(value)]);
  }
  return facts;
}

function optionsText(seat) {
  return Object.entries(seat.options ?? {}).map(([name, value]) => `${name}=${value}`).join(", ");
}

/** Returns who plays each seat at a turn. */
function playersAt({ match }, turn) {
  const players = [...match.seats];
  for (const takeover of match.takeovers ?? []) if (takeover.action <= Math.max(turn, 1)) players[takeover.seat] = takeover.player;
  return players;
}

/** A match view. `load(number)` returns a block, or a promise of one. */
export class MatchView {
  constructor(header, load, { onPick, besideBoard = [] } = {}) {
    this.header = header;
    this.turns = new Turns(header.block, load);
    this.shownTurn = new ShownTurn(this.turns, (shown) => this.draw(shown), (problem) => this.fail(problem));
    this.board = new Board({ onPick });
    this.lines = element("div", { class: "lines" });
    this.player = new Player((turn) => this.show(turn));
    this.plot = new Plot(header.match.seats.map((_, seat) => seatName(header, seat)), (turn) => this.player.go(turn));
    this.turnTitle = element("h2", {}, "Start");
    this.turnBody = element("div", { class: "turn" });
    this.turnCard = element("section", { class: "card", "aria-label": "Turn" },
      element("div", { "aria-live": "polite", "aria-atomic": "true" }, this.turnTitle, this.turnBody));
    this.live = this.turnCard.firstChild;
    this.seatBody = element("tbody", {});
    const alone = header.match.seats.length === 1;
    const seats = card(alone ? "Strategy" : "Seats", element("table", { class: "seats" }, element("thead", {}, element("tr", {},
      alone ? "" : element("th", { scope: "col" }, "Seat"), element("th", { scope: "col" }, "Strategy"), element("th", { scope: "col", class: "number" }, "Score"))), this.seatBody));
    this.facts = element("dl", { class: "facts" });
    this.problem = element("p", { class: "problem", role: "alert", hidden: true });
    this.stage = element("section", { class: "card stage", "aria-label": "Board" }, this.board.root, this.lines, this.player.root);
    const plot = card("Scores", this.plot.root);
    plot.classList.add("wide");
    this.root = element("div", { class: "match" }, this.problem, this.stage,
      element("div", { class: "side" }, ...besideBoard, this.turnCard, seats, card("Match", this.facts)), plot);
    this.update(header);
  }

  /** Shows another state of the same match. */
  update(header, follow = false) {
    this.header = header;
    put(this.facts, factsOf(header).map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))));
    put(this.problem, header.problem ?? "");
    this.problem.hidden = !header.problem;
    this.fillSeats(this.player.turn);
    this.plot.update(header.plot, header.length);
    this.player.setLength(header.length, follow);
    if (this.shown) this.shown.scores.forEach((score, seat) => put(this.scoreCells[seat], numberText(score)));
  }

  fillSeats(turn) {
    const { match } = this.header;
    this.scoreCells = [];
    this.players = playersAt(this.header, turn);
    put(this.seatBody, this.players.map((seat, index) => {
      const score = element("td", { class: "number score" });
      this.scoreCells.push(score);
      const who = element(match.seats.length > 1 ? "td" : "th", { scope: match.seats.length > 1 ? undefined : "row" }, element("b", {}, strategyName(seat)), seat.version ? element("span", { class: "soft" }, ` ${seat.version}`) : "");
      if (optionsText(seat)) append(who, [element("div", { class: "soft small" }, optionsText(seat))]);
      const outcome = match.result?.outcomes[index];
      if (outcome && outcome.kind !== "ok") {
        append(who, [element("div", { class: "bad small" }, `${outcome.kind}: ${outcome.reason ?? ""}`)]);
        if (outcome.log) append(who, [element("details", {}, element("summary", {}, "last lines of its log"), element("pre", { tabindex: "0" }, outcome.log))]);
      }
      if (match.result) {
        const [cpu, turns] = [match.result.cpu_s[index], match.result.turns[index]];
        append(who, [element("div", { class: "soft small" }, `${durationText(Math.round(cpu * 1e6))} CPU${turns > 0 ? ` in ${turns} turn${turns === 1 ? "" : "s"}` : ""}`)]);
      }
      const name = element("th", { scope: "row" }, element("span", { class: `dot s${index % 8}` }), seatName(this.header, index));
      return element("tr", {}, match.seats.length > 1 ? name : "", who, score);
    }));
  }

  /** Shows a turn, at once if its block is there, else as soon as it is. */
  show(turn) {
    this.plot.at(turn);
    this.shownTurn.show(turn);
  }

  fail(problem) {
    put(this.problem, String(problem.message ?? problem));
    this.problem.hidden = false;
  }

  draw(shown) {
    this.shown = shown;
    const { scene, palette, scores } = shown;
    this.board.show(scene, palette, this.boardOptions?.(shown));
    put(this.lines, scene.lines.map((line) => element("p", {}, line)));
    // The slider stays where it is when there are fewer lines.
    this.mostLines = Math.max(this.mostLines ?? 1, scene.lines.length);
    this.lines.style.setProperty("--lines", this.mostLines);
    if (playersAt(this.header, shown.turn).some((player, seat) => player !== this.players[seat])) this.fillSeats(shown.turn);
    scores.forEach((score, seat) => put(this.scoreCells[seat], numberText(score)));
    this.live.setAttribute("aria-live", this.player.playing ? "off" : "polite");
    this.drawTurn(shown);
    this.onDrawn?.(shown);
  }

  drawTurn({ turn, step }) {
    if (!step) {
      put(this.turnTitle, "Start");
      put(this.turnBody, element("p", { class: "soft" }, this.header.length === 0 ? "No action yet." : `${this.header.length} turns follow.`));
      return;
    }
    const who = element("span", { class: "soft" }, element("span", { class: `dot s${step.seat % 8}` }), seatName(this.header, step.seat));
    put(this.turnTitle, `Turn ${turn} `, this.header.match.seats.length > 1 ? who : "");
    const rows = [];
    const row = (name, ...value) => rows.push(element("div", {}, element("dt", {}, name), element("dd", {}, ...value)));
    if (step.action !== undefined) row("Action", element("code", {}, step.action));
    if (step.forfeit) row("Out", element("span", { class: "bad" }, `${step.forfeit.kind}: ${step.forfeit.reason}`));
    if (step.reveals !== undefined) row("Revealed", element("code", {}, step.reveals));
    for (const { action, player } of this.header.match.takeovers ?? []) if (action === turn) row("Takeover", `by ${strategyName(player)}`);
    if (step.cpu_us !== undefined) row("CPU time", durationText(step.cpu_us));
    put(this.turnBody, element("dl", { class: "facts" }, rows));
    if (step.log) append(this.turnBody, [element("pre", { class: "log", tabindex: "0", "aria-label": "Log of this turn" }, step.log)]);
  }
}

/** Returns the heading of a match. */
export function matchHeading(header) {
  const { match } = header;
  const who = match.seats.map(strategyName).join(" – ");
  return element("div", { class: "heading" }, element("h1", {}, header.title), element("p", { class: "soft" }, `${who}, seed ${match.setup.seed}`));
}
