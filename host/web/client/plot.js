// Draws the scores over the match, which change in steps; below them tracks of what its turns took. A click selects a turn.

import { counted, durationText, element, numberText, put, shape } from "./dom.js";

const width = 1000;
const height = 160;
const trackHeight = 20;

/** Returns whether two seats have opposite scores: then one curve, the lead of the first, tells both. */
function hasLead(scores) {
  return scores.length === 2 && scores[0].every((score, i) => score + scores[1][i] === 0);
}

function swatch(style, seat) {
  return shape("svg", { viewBox: "0 0 28 10", class: "swatch", "aria-hidden": "true" }, shape("line", { class: `${style} s${seat % 8}`, x1: 0, x2: 28, y1: 5, y2: 5 }));
}

/** Returns what the curves show: the points, if the game tells them, else the scores. */
function curvesOf({ points, scores }) {
  return points ?? scores;
}

/** A plot. `onTurn(turn)` is called for a click. */
export class Plot {
  constructor(names, onTurn) {
    this.names = names;
    this.lines = names.map((_, seat) => shape("path", { class: `series s${seat % 8}` }));
    this.expected = names.map((_, seat) => shape("path", { class: `series expected s${seat % 8}` }));
    this.zero = shape("line", { class: "zero", x1: 0, x2: width });
    this.ranges = shape("path", { class: "range" });
    this.costly = shape("path", { class: "costly" });
    this.high = element("span", {});
    this.low = element("span", {});
    this.legend = element("ul", { class: "legend" });
    this.tracks = [["CPU time", "cpu_us", durationText], ["Log", "log", (bytes) => counted(bytes, "byte")]].map(([name, field, text], i) => {
      const bars = shape("path", {});
      const label = element("span", { class: "axis" }, name);
      const picture = shape("svg", { viewBox: `0 0 ${width} ${trackHeight}`, preserveAspectRatio: "none", class: "track", "aria-hidden": "true" }, bars);
      for (const each of [label, picture]) each.style.gridRow = i + 2;
      return { name, field, text, bars, label, picture };
    });
    this.cursor = element("div", { class: "cursor" });
    this.area = element("div", { class: "area" }, this.cursor);
    this.end = element("span", {});
    this.root = element("div", { class: "plot" }, this.legend, element("div", { class: "frame" }, element("div", { class: "axis" }, this.high, this.low),
      shape("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", class: "curve", "aria-hidden": "true" }, this.zero, this.ranges, this.costly, ...this.expected, ...this.lines),
      this.tracks.map(({ label, picture }) => [label, picture]), this.area, element("div", { class: "turns" }, element("span", {}, "0"), this.end)));
    const turnAt = (event) => {
      const box = this.area.getBoundingClientRect();
      return Math.round(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * this.length);
    };
    this.area.addEventListener("pointerdown", (event) => {
      this.area.setPointerCapture(event.pointerId);
      onTurn(turnAt(event));
    });
    this.area.addEventListener("pointermove", (event) => {
      this.say(turnAt(event));
      if (event.buttons & 1) onTurn(turnAt(event));
    });
    this.area.addEventListener("pointerleave", () => this.say());
  }

  /** Shows the scores of a match of `length` turns, as its header has them: those of its first turns while it is loaded. Of a match that was `judged` by
   * `blame`, its values are what the seat expects; its header has them with their intervals, and the turns that were tested. */
  update(plot, length, judged = {}) {
    Object.assign(this, { plot, length, judged });
    const all = curvesOf(plot);
    this.lead = hasLead(all);
    const { stride, length: known } = plot;
    const curves = this.lead ? [all[0]] : all;
    const own = curves.flat().filter((value) => value !== null);
    const most = 2 * Math.max(1, ...own.map(Math.abs));  // one expectation beyond it would make all else flat
    const values = judged.values ?? [];
    const reports = [...(plot.expected ?? []).filter(([, seat]) => seat !== judged.seat), ...values.map(({ action, value }) => [action, judged.seat, value, true])];
    const told = reports.filter(([, , , share]) => share || !plot.points).map(([turn, seat, value, share]) => ({ turn, seat, share,
      value: share ? (this.lead && seat === 1 ? 1 - value : value) : Math.max(-most, Math.min(most, this.lead && seat === 1 ? -value : value)) }));
    const scores = [...own, ...told.filter(({ share }) => !share).map(({ value }) => value)];
    let low = Math.min(0, ...scores);
    let high = Math.max(0, ...scores);
    if (low === high) high = low + 1;
    const x = (turn) => (length === 0 ? 0 : (turn / length) * width);
    const y = (value) => (6 + (1 - (value - low) / (high - low)) * (height - 12)).toFixed(1);
    const ofShare = (share) => y(low + share * (high - low));
    this.lines.forEach((line, seat) => {
      const curve = curves[seat] ?? [];
      const steps = curve.map((value, i) => `H${x(i === curve.length - 1 ? known : i * stride).toFixed(1)}V${y(value ?? 0)}`);
      line.setAttribute("d", curve.length ? `M0 ${y(curve[0] ?? 0)}${steps.join("")}${length === 0 ? `H${width}` : ""}` : "");
    });
    this.told = this.names.map((_, seat) => told.filter((each) => each.seat === seat));
    this.expected.forEach((line, seat) => line.setAttribute("d", this.told[seat].map(({ turn, value, share }, i) =>
      `${i === 0 ? "M" : "L"}${x(turn).toFixed(1)} ${share ? ofShare(value) : y(value)}`).join("")));
    const ends = ({ interval }) => interval.map((end) => ofShare(this.lead && judged.seat === 1 ? 1 - end : end));
    this.ranges.setAttribute("d", values.map((each) => `M${x(each.action).toFixed(1)} ${ends(each).join("V")}`).join(""));
    this.costly.setAttribute("d", (judged.tested ?? []).filter(({ established }) => established).map(({ action }) => `M${x(action).toFixed(1)} 0V${height}`).join(""));
    this.zero.setAttribute("y1", y(0));
    this.zero.setAttribute("y2", y(0));
    put(this.high, numberText(high));
    put(this.low, numberText(low));
    put(this.end, `turn ${length}`);
    for (const { field, bars, label, picture } of this.tracks) {
      const all = plot[field] ?? [];
      const most = Math.max(0, ...all);
      for (const each of [label, picture]) each.toggleAttribute("hidden", most === 0);
      bars.setAttribute("d", most === 0 ? "" : all.map((value, i) => (value === 0 ? ""
        : `M${x(i * stride).toFixed(1)} ${trackHeight}v${(-trackHeight * value / most).toFixed(1)}h${Math.max(1, x(stride)).toFixed(1)}V${trackHeight}z`)).join(""));
    }
    this.say();
  }

  /** Tells the values at a turn, or at the next one before it that the plot has; without a turn, what the curves are. */
  say(turn) {
    const { stride } = this.plot;
    const scores = curvesOf(this.plot);
    const i = turn === undefined ? 0 : turn >= this.plot.length ? scores[0].length - 1 : Math.floor(turn / stride);
    const at = turn === undefined ? "" : `turn ${i === scores[0].length - 1 ? this.plot.length : i * stride}`;
    const item = (name, seat, value) => element("li", {}, swatch("series", seat), name, at && element("b", {}, numberText(value)));
    put(this.legend, this.lead ? item(`Lead of ${this.names[0]}`, 0, scores[0][i]) : this.names.map((name, seat) => item(name, seat, scores[seat][i])),
      at && this.tracks.map(({ name, field, text }) => this.plot[field] && turn > 0 && element("li", {}, name, element("b", {}, text(this.plot[field][Math.floor((turn - 1) / stride)] ?? 0)))),
      this.names.map((name, seat) => this.told[seat].length > 0 && element("li", {}, swatch("series expected", seat),
        seat === this.judged.seat ? `value for ${name}` : `as ${name} expects`, this.expectedAt(seat, turn))),
      at && element("li", { class: "at" }, at));
  }

  /** Returns the last expectation of a seat at a turn. */
  expectedAt(seat, turn) {
    const last = turn === undefined ? undefined : this.told[seat].findLast((each) => each.turn <= turn);
    return last && element("b", {}, last.share ? `${numberText(Math.round(last.value * 1000) / 10)} %` : numberText(last.value));
  }

  /** Names the seats anew. */
  name(names) {
    this.names = names;
    this.say();
  }

  /** Moves the cursor. */
  at(turn) {
    this.cursor.style.setProperty("--at", this.length ? turn / this.length : 0);
  }
}
