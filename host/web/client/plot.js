// Draws each seat's score over the match. A click selects a turn.

import { element, numberText, put, shape } from "./dom.js";

const width = 1000;
const height = 160;

/** A plot. `onTurn(turn)` is called for a click. */
export class Plot {
  constructor(names, onTurn) {
    this.names = names;
    this.lines = names.map((_, seat) => shape("polyline", { class: `series s${seat % 8}` }));
    this.zero = shape("line", { class: "zero", x1: 0, x2: width });
    this.cursor = shape("line", { class: "cursor", y1: 0, y2: height });
    this.picture = shape("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      this.zero, ...this.lines, this.cursor);
    this.high = element("span", { class: "high" });
    this.low = element("span", { class: "low" });
    this.area = element("div", { class: "area" }, this.picture);
    this.end = element("span", {});
    this.legend = element("ul", { class: "legend" }, names.map((name, seat) => element("li", {},
      shape("svg", { viewBox: "0 0 28 10", class: "swatch", "aria-hidden": "true" },
        shape("line", { class: `series s${seat % 8}`, x1: 0, x2: 28, y1: 5, y2: 5 })), name)));
    this.root = element("div", { class: "plot" }, this.legend, element("div", { class: "frame" }, element("div", { class: "axis" }, this.high, this.low),
      this.area), element("div", { class: "turns" }, element("span", {}, "0"), this.end));
    const choose = (event) => {
      const box = this.area.getBoundingClientRect();
      const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
      onTurn(Math.round(share * this.length));
    };
    this.area.addEventListener("pointerdown", (event) => {
      this.area.setPointerCapture(event.pointerId);
      choose(event);
    });
    this.area.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) choose(event);
    });
  }

  /** Shows the scores of a match of `length` turns, as its header has them: those of its first turns while it is loaded. */
  update({ stride, scores, length: known }, length) {
    this.length = length;
    const values = scores.flat().filter((value) => value !== null);
    let low = Math.min(0, ...values);
    let high = Math.max(0, ...values);
    if (low === high) high = low + 1;
    const y = (value) => 6 + (1 - (value - low) / (high - low)) * (height - 12);
    scores.forEach((line, seat) => {
      const points = line.map((value, i) => {
        const turn = i === line.length - 1 ? known : i * stride;
        return `${length === 0 ? 0 : (turn / length) * width},${y(value ?? 0).toFixed(1)}`;
      });
      if (length === 0) points.push(`${width},${points[0].split(",")[1]}`);
      this.lines[seat].setAttribute("points", points.join(" "));
    });
    this.zero.setAttribute("y1", y(0));
    this.zero.setAttribute("y2", y(0));
    put(this.high, numberText(high));
    put(this.low, numberText(low));
    put(this.end, `turn ${length}`);
  }

  /** Moves the cursor. */
  at(turn) {
    const x = this.length ? (turn / this.length) * width : 0;
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
  }
}
