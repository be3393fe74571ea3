// The view of one match: board and slider, the list of its turns, its curve, what happened in the shown turn, and its seats.

import { Board, dressAs, moveTime } from "./board.js";
import { append, card, counted, durationText, element, fixedText, numberText, put } from "./dom.js";
import { Playback } from "./playback.js";
import { Plot } from "./plot.js";
import { ShownTurn, Turns, linesOf } from "./scenes.js";
import { TurnList } from "./turnlist.js";

const mostLines = 3;  // of text below the board; more of them are beside it

/** Returns the name of a seat; with one seat, that of its strategy. */
export function seatName(header, seat) {
  const { seats } = header.match;
  return seats.length === 1 ? strategyName(playersAt(header, header.length)[0]) : (header.seat_names[seat] ?? `seat ${seat}`);
}

/** Returns the name of a player as results show it; a person may have none but "human". */
export function strategyName(seat) {
  return seat.name ?? seat.strategy ?? seat.person;
}

/** Returns who plays each seat's next action after a turn. */
export function playersAt({ match, live }, turn) {
  if (live && !live.over && turn >= live.turn) return live.players;
  const players = [...match.seats];
  for (const takeover of match.takeovers ?? []) if (takeover.action <= turn + 1) players[takeover.seat] = takeover.player;
  return players;
}

/** Returns who has won, and by how much: in points, if the game tells them; "" if the match is not over. */
export function resultText(header) {
  const { result, seats } = header.match;
  if (!result) return "";
  const { scores, outcomes } = result;
  const players = playersAt(header, header.length);
  const named = (seat) => {
    const name = seatName(header, seat);
    return seats.length === 1 ? name : `${/^\d+$/.test(name) ? "seat " : ""}${name} (${strategyName(players[seat])})`;
  };
  const out = outcomes.map(({ kind, reason }, seat) => kind !== "ok" && `; ${named(seat)} ${reason === "resigned" ? "resigned" : `failed: ${kind}`}`).filter(Boolean).join("");
  const upper = (text) => text[0].toUpperCase() + text.slice(1);
  if (seats.length === 1) return `${named(0)}: score ${numberText(scores[0])}${out}`;
  const best = Math.max(...scores);
  const winners = scores.flatMap((score, seat) => (score === best ? [seat] : []));
  if (winners.length === seats.length) return `Draw${out}`;
  if (winners.length > 1) return upper(`${winners.map(named).join(" and ")} share the win${out}`);
  const told = header.plot?.points?.map((curve) => curve.at(-1));
  const margins = told ?? scores;
  const most = margins[winners[0]];
  // Opposite scores are the lead already.
  const margin = !told && scores.length === 2 && scores[0] + scores[1] === 0 ? best : most - Math.max(...margins.filter((_, seat) => seat !== winners[0]));
  const people = players.flatMap((player, seat) => (player.person ? [seat] : []));
  // Scores of more than two seats may be places, whose differences say nothing.
  const onlyWon = scores.length === 2 && best === 1 && Math.min(...scores) === 0;  // where a win is 1, no margin is told
  const by = (told ? ` by ${counted(margin, "point")}` : onlyWon ? "" : scores.length === 2 ? ` by ${numberText(margin)}` : ` with ${scores.map(numberText).join(" : ")}`) + out;
  if (people.length === 1 && seats.length === 2) return `You ${winners[0] === people[0] ? "win" : "lose"}${by}`;
  return upper(`${named(winners[0])} wins${by}`);
}

function factsOf({ match }) {
  const facts = [["Game", `${match.game.id} ${match.game.version}`], ["Seed", String(match.setup.seed)]];
  if (match.origin) facts.push(["Branched", `after turn ${match.origin.actions} of match ${match.origin.sha256.slice(0, 12)}`]);
  for (const [name, value] of Object.entries(match.setup.parameters)) {
    facts.push([name, value === true ? "yes" : value === false ? "no" : String(value)]);
  }
  return facts;
}

/** Returns the elements of a case, or of what a program has written: text that stands in one line. */
function streamText(name, text) {
  const lines = text.replace(/\\([n\\])/g, (_, letter) => (letter === "n" ? "\n" : "\\"));
  return [element("h3", {}, name), element("pre", { tabindex: "0", "aria-label": name }, lines)];
}

function optionsText(seat) {
  return Object.entries(seat.options ?? {}).map(([name, value]) => `${name}=${value}`).join(", ");
}

/** Returns what a strategy has reported of a position. */
export function expectationText({ value, share, cp, mate, depth, nodes }) {
  return [value !== undefined ? `a score of ${numberText(Number(value.toPrecision(4)))}`
    : mate !== undefined ? `${mate > 0 ? "to give mate" : "to be mated"} in ${Math.abs(mate)}`
    : cp !== undefined ? `${cp < 0 ? "" : "+"}${numberText(Number((cp / 100).toPrecision(4)))} pawns`
    : `to beat ${numberText(Math.round(share * 1000) / 10)} % of its opponents`,
    depth && `depth ${depth}`, nodes && counted(nodes, "position")].filter(Boolean).join(", ");
}

/** Returns what seats have reported last, side by side. */
export function mindColumns(header, minds) {
  return minds.length > 0 && element("div", { class: "minds" }, minds.map(({ seat, evaluation, played }) => element("div", { class: `m${seat % 4}` },
    header.match.seats.length > 1 && element("h3", {}, element("span", { class: `dot s${seat % 8}` }), seatName(header, seat)),
    element("p", {}, `expects ${expectationText(evaluation)}${played.length > 1 ? `, ${counted(played.length - 1, "turn")} ago` : ""}`),
    evaluation.line && element("code", {}, evaluation.line))));
}

/** Returns an element that shows the picture that a game draws of a match that is over: SVG or HTML that somebody else's program has written, so it may
 * not run scripts or load anything. SVG is an image, HTML a frame that is closed off from the page. */
function pictureElement({ text, problem }) {
  if (problem) return element("p", { class: "problem" }, problem);
  const name = "Picture of the match";
  const image = /^\s*<(\?xml|!doctype svg|svg)\b/i.test(text) && text.includes("http://www.w3.org/2000/svg");
  return image ? element("img", { class: "picture", alt: name, src: `data:image/svg+xml,${encodeURIComponent(text)}` })
    : element("iframe", { class: "picture", title: name, sandbox: "", srcdoc: text });
}

/** A match view. `load(number)` returns a block, or a promise of one. */
export class MatchView {
  constructor(header, load, { onPick, onPoint } = {}) {
    this.header = header;
    this.turnedAt = 0;  // when another turn was shown
    this.turns = new Turns(header.block, load);
    this.shownTurn = new ShownTurn(this.turns, (shown) => this.draw(shown), (problem) => this.showProblem(problem));
    this.board = new Board({ onPick, onPoint });
    this.lines = element("div", { class: "lines" });
    this.picture = element("div", {});
    this.playback = new Playback((turn) => this.shownTurn.show(turn), { endIsHome: true });
    this.plot = new Plot(header.match.seats.map((_, seat) => seatName(header, seat)), (turn) => this.playback.go(turn));
    this.list = new TurnList(this.turns, (turn) => this.playback.go(turn));
    this.turnTitle = element("h2", {}, "Start");
    this.turnBody = element("div", { class: "turn" });
    this.turnCard = element("section", { class: "card", "aria-label": "Turn" },
      element("div", { "aria-live": "polite", "aria-atomic": "true" }, this.turnTitle, this.turnBody));
    this.live = this.turnCard.firstChild;
    this.seatBody = element("tbody", {});
    this.next = element("div", { class: "buttons" });
    this.facts = element("dl", { class: "facts" });
    this.seatFacts = element("div", { class: "seatfacts" });
    this.problem = element("p", { class: "problem", role: "alert" });
    this.heading = element("div", { class: "heading" });
    this.status = element("h2", { class: "status", "aria-live": "polite" });
    const jump = element("input", { type: "number", min: 0, step: 1, placeholder: "turn", "aria-label": "Go to turn", onchange: () => {
      if (jump.value !== "") this.playback.go(Math.trunc(Number(jump.value)));
      jump.value = "";
    } });
    this.stage = element("section", { class: "card stage", "aria-label": "Board" }, this.status, this.board.root, this.picture, this.lines, this.playback.root);
    this.details = element("div", { class: "side" }, this.turnCard, card("Players", this.seatFacts), card("Match", this.facts));
    if (new URLSearchParams(location.search).has("embed")) document.body.classList.add("embed");
    this.root = element("div", {}, this.problem, element("div", { class: "match" }, this.stage,
      element("section", { class: "card record", "aria-label": "Moves" }, element("table", { class: "seats" }, this.seatBody),
        element("div", { class: "row" }, element("h2", {}, "Moves"), jump), this.list.root, this.next),
      element("section", { class: "card curvecard", "aria-label": "Scores" }, header.blame && element("p", {}, header.blame.answer), this.plot.root), this.details));
    this.update(header);
  }

  /** Shows another state of the same match. */
  update(header, follow = false) {
    if (header.history !== this.header.history) this.hinted = this.board.think();
    this.header = header;
    const { match } = header;
    put(this.heading, element("h1", {}, header.title), element("p", { class: "soft" }, `${playersAt(header, header.length).map(strategyName).join(" – ")}, seed ${match.setup.seed}`));
    put(this.facts, factsOf(header).map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))));
    this.showProblem(header.problem);
    if (match.result) put(this.status, resultText(header));
    this.status.classList.toggle("over", Boolean(match.result));
    this.status.hidden = !match.result && !header.live;
    this.fillSeats(this.playback.turn);
    this.plot.update(header.plot, header.length, header.blame);
    this.plot.name(match.seats.map((_, seat) => seatName(header, seat)));
    this.list.update(header.length, Math.max(0, ...(header.plot.cpu_us ?? [])));
    this.playback.setLength(header.length, follow);
  }

  fillSeats(turn) {
    const { header, header: { match: { seats, result } } } = this;
    this.players = playersAt(header, turn);
    this.scoreCells = seats.map(() => element("td", { class: "number score" }));
    if (this.shown) this.showScores();
    put(this.seatBody, this.players.map((player, seat) => element("tr", {},
      element("th", { scope: "row" }, element("span", { class: `dot s${seat % 8}` }), seatName(header, seat)),
      seats.length > 1 && element("td", {}, strategyName(player)), this.scoreCells[seat])));
    put(this.seatFacts, this.players.map((player, seat) => {
      const { kind, reason, log } = result?.outcomes[seat] ?? { kind: "ok" };
      const turns = result?.turns[seat] ?? 0;
      return element("div", {}, element("p", {}, seats.length > 1 && element("span", { class: `dot s${seat % 8}` }), element("b", {}, strategyName(player)), player.version && element("span", { class: "soft" }, ` ${player.version}`)),
        optionsText(player) && element("p", { class: "soft small" }, optionsText(player)),
        kind !== "ok" && element("p", { class: reason === "resigned" ? "soft small" : "bad small" }, reason === "resigned" ? "resigned" : `${kind}: ${reason ?? ""}`),
        log && element("details", {}, element("summary", {}, "last lines of its log"), element("pre", { tabindex: "0" }, log)),
        result && !player.person && element("p", { class: "soft small" }, `${durationText(Math.round(result.cpu_s[seat] * 1e6))} CPU${turns > 0 ? ` in ${counted(turns, "turn")}` : ""}`));
    }));
  }

  /** Shows the scores of the shown turn; at the end those of the result, which a game may have reduced by the time used. */
  showScores() {
    const { result } = this.header.match;
    const scores = result && this.shown.turn === this.header.length ? result.scores : this.shown.scores;
    scores.forEach((score, seat) => put(this.scoreCells[seat], numberText(score)));
  }

  /** Marks an action, and the candidates for it, at a turn, whenever that turn is shown. */
  hint({ action, cells, candidates, evaluation }, turn) {
    this.hinted = { action, cells, candidates, turn, lines: evaluation ? linesOf([{ seat: 0, evaluation, played: [action] }]) : [] };
    if (this.shown?.turn === turn) this.board.think(this.hinted);
  }

  /** Shows why a turn can't be shown, or what is wrong with the match; undefined: nothing is. */
  showProblem(problem) {
    put(this.problem, problem?.message ?? problem);
  }

  draw(shown) {
    // A turn that follows another within the time of an animation is shown without one.
    const now = performance.now();
    const moves = shown.turn === (this.shown?.turn ?? shown.turn) + 1 && now - this.turnedAt >= moveTime;
    if (shown.turn !== this.shown?.turn) this.turnedAt = now;
    if (this.problem.textContent !== (this.header.problem ?? "")) this.showProblem(this.header.problem);
    this.shown = shown;
    const { scene } = shown;
    dressAs(this.root, shown.palette);
    this.board.show(shown, { ...this.boardOptions?.(shown), moves });
    this.board.think(this.hinted?.turn === shown.turn ? this.hinted : { lines: this.linesAt(shown) });
    put(this.lines, scene.lines.map((line) => (this.header.streams ? streamText("Case", line) : element("p", {}, line))));
    if (scene.rows > 0 && scene.lines.length > mostLines && this.lines.parentNode === this.stage) this.turnCard.append(this.lines);
    if (shown.step?.picture !== this.pictured) {
      this.pictured = shown.step?.picture;
      put(this.picture, this.pictured && pictureElement(this.pictured));
    }
    if (playersAt(this.header, shown.turn).some((player, seat) => player !== this.players[seat])) this.fillSeats(shown.turn);
    this.showScores();
    this.live.setAttribute("aria-live", this.playback.playing ? "off" : "polite");
    this.plot.at(shown.turn);
    this.list.at(shown.turn);
    this.drawTurn(shown);
    this.onDrawn?.(shown);
  }

  /** Returns what is drawn of a turn: what the reference of `blame` has played instead, or what the seats expect. Who plays sees no lines. */
  linesAt({ turn, minds }) {
    const tested = this.header.blame?.tested.find(({ action }) => action === turn);
    if (tested?.instead.length) return [{ seat: this.header.blame.seat, actions: [tested.instead[0].action] }];
    return this.header.live?.waits ? [] : linesOf(minds);
  }

  drawTurn({ turn, step, minds }) {
    if (!step) {
      put(this.turnTitle, "Start");
      put(this.turnBody, element("p", { class: "soft" }, this.header.length === 0 ? "No action yet." : `${counted(this.header.length, "turn")} follow${this.header.length === 1 ? "s" : ""}.`));
      return;
    }
    const who = element("span", { class: "soft" }, element("span", { class: `dot s${step.seat % 8}` }), seatName(this.header, step.seat));
    put(this.turnTitle, `Turn ${turn} `, this.header.match.seats.length > 1 ? who : "");
    const rows = [];
    const row = (name, ...value) => rows.push(element("div", {}, element("dt", {}, name), element("dd", {}, ...value)));
    if (step.action !== undefined && !this.header.streams) row("Action", element("code", {}, step.action));
    if (step.forfeit) row("Out", element("span", { class: "bad" }, [...new Set(Object.values(step.forfeit))].join(": ")));
    if (step.reveals && step.reveals !== "-") row(this.header.streams ? "Tester" : "Revealed", element("code", {}, step.reveals));
    for (const { action, player } of this.header.match.takeovers ?? []) if (action === turn) row("Takeover", `by ${strategyName(player)}`);
    if (step.cpu_us !== undefined) row("CPU time", durationText(step.cpu_us));
    const { values = [], tested = [], reference } = this.header.blame ?? {};
    for (const { action, value, interval } of values) if (action === turn) row("Value", `${fixedText(value, 2)} [${interval.map((end) => fixedText(end, 2)).join(", ")}]`);
    for (const { action, cost, at_least: least, instead_text: instead } of tested) if (action === turn) row("Cost", `${fixedText(cost, 2)}, at least ${fixedText(least, 2)}; ${reference} plays ${instead}`);
    put(this.turnBody, element("dl", { class: "facts" }, rows), mindColumns(this.header, minds));
    if (step.action !== undefined && this.header.streams) append(this.turnBody, streamText("Output", step.action));
    if (step.log) append(this.turnBody, [element("pre", { class: "log", tabindex: "0", "aria-label": "Log of this turn" }, step.log)]);
  }
}
