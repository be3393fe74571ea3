// Two matches side by side, turn by turn: two strategies on one seed, or a match and its branch.

import { Board, dressAs } from "./board.js";
import { element, numberText, put, trying } from "./dom.js";
import { mindColumns, seatName, strategyName } from "./match.js";
import { Playback } from "./playback.js";
import { Plot } from "./plot.js";
import { ShownTurn, Turns, linesOf } from "./scenes.js";
import { follow, read } from "./server.js";

/** One of the two matches. After its last turn it stays there. */
class Side {
  constructor(id, header, onTurn) {
    this.id = id;
    this.turns = new Turns(header.block, (number) => read("block", { id, number }));
    this.shownTurn = new ShownTurn(this.turns, (shown) => this.draw(shown), (problem) => put(this.problem, problem.message));
    this.board = new Board();
    this.lines = element("div", { class: "lines" });
    this.action = element("p", { class: "turn", "aria-live": "polite" });
    this.minds = element("div", {});
    this.problem = element("p", { class: "bad", role: "alert" });
    this.plot = new Plot(header.match.seats.map((_, seat) => seatName(header, seat)), onTurn);
    this.scores = header.match.seats.map(() => element("td", { class: "number score" }));
    const rows = header.match.seats.map((seat, index) => element("tr", {}, element("th", { scope: "row" },
      element("span", { class: `dot s${index % 8}` }), seatName(header, index)), element("td", {}, strategyName(seat)), this.scores[index]));
    this.root = element("section", { class: "card stage", "aria-label": header.match.seats.map(strategyName).join(", ") },
      element("h2", {}, element("a", { href: `match?id=${encodeURIComponent(id)}` }, header.match.seats.map(strategyName).join(" – "))), this.problem,
      this.board.root, this.lines, this.action, this.minds, element("table", { class: "seats" }, element("tbody", {}, rows)), this.plot.root);
    this.update(header);
  }

  update(header) {
    this.header = header;
    this.plot.update(header.plot, header.length);
    put(this.problem, header.problem ?? "");
  }

  show(turn) {
    const own = Math.min(turn, this.header.length);
    this.plot.at(own);
    this.shownTurn.show(own);
  }

  draw({ turn, scene, palette, scores, step, earlier, minds }) {
    if (this.problem.textContent !== (this.header.problem ?? "")) put(this.problem, this.header.problem);
    dressAs(this.root, palette);
    this.board.show({ scene, palette, earlier });
    this.board.think({ lines: linesOf(minds) });
    put(this.minds, mindColumns(this.header, minds));
    put(this.lines, scene.lines.map((line) => element("p", {}, line)));
    scores.forEach((score, seat) => put(this.scores[seat], numberText(score)));
    put(this.action, !step ? "Start" : [`Turn ${turn}: `, this.header.match.seats.length > 1 ? `${seatName(this.header, step.seat)} ` : "",
      step.forfeit ? element("span", { class: "bad" }, `${step.forfeit.kind}: ${step.forfeit.reason}`) : element("code", {}, step.action ?? "")]);
  }
}

/** Returns the first turn at which two matches differ; nothing if they do not. */
async function firstDifference(left, right) {
  const length = Math.min(left.header.length, right.header.length);
  for (let turn = 1; turn <= length; ++turn) {
    const [one, other] = [await left.turns.at(turn), await right.turns.at(turn)];
    if (one.step.seat !== other.step.seat || one.step.action !== other.step.action || one.step.forfeit?.kind !== other.step.forfeit?.kind) return turn;
  }
  return left.header.length === right.header.length ? undefined : length + 1;
}

/** Returns choosers for both sides among the matches of a run with the same seed. */
async function choosers(ids, seed) {
  const run = /^run-(\d+)-\d+$/.exec(ids[0])?.[1];
  if (run === undefined || !ids[1].startsWith(`run-${run}-`)) return "";
  const rows = (await read("run", { id: run })).table.filter((row) => row.seed === String(seed));
  return ["Left", "Right"].map((name, side) => {
    const choose = element("select", { onchange: () => {
      const chosen = ids.map((id, i) => (i === side ? choose.value : id));
      location.href = `compare?left=${chosen[0]}&right=${chosen[1]}${location.hash}`;
    } }, rows.map((row) => element("option", { value: `run-${run}-${row.number}`, selected: ids[side] === `run-${run}-${row.number}` },
      `Match ${row.number}: ${row.names.join(" – ")}`)));
    return element("label", { class: "field" }, name, choose);
  });
}

export async function showComparison(main, query) {
  const ids = [query.get("left"), query.get("right")];
  if (ids.includes(null)) throw new Error("The address does not name two matches.");
  const headers = await Promise.all(ids.map((id) => read("match", { id })));
  const [{ title }] = headers;
  const seeds = [...new Set(headers.map((header) => header.match.setup.seed))];
  document.title = `${title}, side by side – Agon`;
  const playback = new Playback((turn) => sides.forEach((side) => side.show(turn)));
  const sides = headers.map((header, i) => new Side(ids[i], header, (turn) => playback.go(turn)));
  const length = () => Math.max(...sides.map((side) => side.header.length));
  const note = element("span", { role: "status" });
  const problem = element("span", { class: "bad", role: "alert" });
  const find = element("button", { type: "button", onclick: trying(problem, async () => {
    put(note);
    const turn = await firstDifference(...sides);
    put(note, turn === undefined ? "They are equal." : `They differ from turn ${turn} on.`);
    if (turn !== undefined) playback.go(Math.min(turn, length()));
  }) }, "First difference");
  const chosen = element("div", { class: "tools" });
  put(main, element("div", { class: "heading" }, element("h1", {}, `${title}, side by side`), element("p", { class: "soft" }, seeds.length > 1 ? `Seeds ${seeds.join(" and ")}` : `Seed ${seeds[0]}`)),
    chosen, element("div", { class: "compare" }, sides.map((side) => side.root)),
    element("section", { class: "card shared", "aria-label": "Turns" }, playback.root, element("div", { class: "tools" }, find, note, problem)));
  playback.setLength(length());
  playback.begin(0);
  sides.forEach((side) => follow(side.id, (header) => {
    const rewritten = header.history !== side.header.history;
    side.turns.forget(rewritten ? 0 : side.turns.blockOf(side.header.length + 1));
    const grown = side.header.length < playback.turn || rewritten;
    side.update(header);
    playback.setLength(length());
    if (grown) side.show(playback.turn);
    return header.live ? header.live.over : !header.loading;
  }, (problem) => put(side.problem, problem.message)));
  if (seeds.length === 1) put(chosen, await choosers(ids, seeds[0]));
}
