// Charts as SVG. Horizontal places are in per cent and no chart has a view box: so it fills the given width, and its texts keep
// their size on a phone. A number that is null is not drawn.
//
// The first argument of each is { title, description, axis }: what is plotted, how to read it, and the name of the axis.

import { element, fixedText, shape } from "./dom.js";

const tickCount = 5;  // more do not fit on a phone
let charts = 0;

/** Maps numbers to places, with a margin. */
class Scale {
  constructor(numbers, from, to) {
    const sound = numbers.filter((number) => number !== null && Math.abs(number) < 1e300);  // larger differences overflow
    const low = sound.reduce((least, number) => Math.min(least, number), sound[0] ?? 0);
    const high = sound.reduce((most, number) => Math.max(most, number), sound[0] ?? 1);
    const room = (high - low) * 0.04 || (high === 0 ? 1 : Math.max(Math.abs(high) * 0.05, 1e-9));
    Object.assign(this, { low: low - room, high: high + room, from, to });
    // 1, 2 or 5 times a power of ten.
    const rough = (this.high - this.low) / tickCount;
    const power = 10 ** Math.floor(Math.log10(rough));
    this.step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  }

  at(number) {
    return this.from + ((number - this.low) / (this.high - this.low)) * (this.to - this.from);
  }

  /** Returns [place, text] of each tick. */
  ticks() {
    const first = Math.ceil(this.low / this.step);
    const count = Math.min(3 * tickCount, Math.floor(this.high / this.step) - first + 1);
    const digits = Math.max(0, Math.ceil(-Math.log10(this.step) - 1e-9));
    return Array.from({ length: count }, (_, i) => (first + i) * this.step).map((number) => [this.at(number),
      Math.abs(number) >= 1e7 || this.step < 1e-6 ? String(Number(number.toPrecision(7))) : fixedText(number, digits)]);
  }
}

const across = (numbers) => new Scale(numbers, 0, 100);
const percent = (place) => `${place}%`;
const isNumber = (number) => number !== null && Number.isFinite(number);

function line(style, x1, y1, x2, y2) {
  return shape("line", { class: style, x1, y1, x2, y2 });
}

function words(style, anchor, x, y, dy, text) {
  return shape("text", { class: style, "text-anchor": anchor, x, y, dy }, text);
}

function dot(style, x, y, title, r = 3.5) {
  return shape("circle", { class: style, cx: percent(x), cy: y, r }, shape("title", {}, title));
}

/** Returns a row's name, which stands above it. A long one is shortened in its middle: similar names differ at their ends. */
function label(y, name, most) {
  const characters = [...name];
  const tail = Math.floor(most / 2);
  const short = characters.length <= most ? name : [...characters.slice(0, most - tail - 1), "…", ...characters.slice(-tail)].join("");
  return shape("g", {}, shape("title", {}, name), words("", "start", 0, y, 0, short));
}

/** `height` in pixels; nothing for a square. */
function figure({ title, description, axis }, height, ...content) {
  const id = `chart-${++charts}`;
  return element("figure", { class: height ? "chart" : "chart square" },
    shape("svg", { width: "100%", height, role: "img", "aria-labelledby": `${id}-title ${id}-text` },
      shape("title", { id: `${id}-title` }, title), shape("desc", { id: `${id}-text` }, description), ...content),
    element("figcaption", {}, axis));
}

function xAxis(scale, bottom) {
  return scale.ticks().map(([place, text]) => [line("line", percent(place), 0, percent(place), bottom), words("soft", "middle", percent(place), bottom, 16, text)]);
}

/** Returns "[1, 2]", "from 1", "up to 2", or "" without bounds. `text` formats a number. */
export function intervalText(bounds, text) {
  const [low, high] = bounds ?? [null, null];
  if (low === null && high === null) return "";
  return high === null ? `from ${text(low)}` : low === null ? `up to ${text(high)}` : `[${text(low)}, ${text(high)}]`;
}

/** Draws a dot on its interval for each row { name, value, interval }. */
export function intervalChart(text, rows) {
  const height = 42;
  const bottom = height * rows.length;
  const scale = across(rows.flatMap((row) => [row.value, ...(row.interval ?? [])]));
  const number = (value) => fixedText(value, scale.step >= 5 ? 0 : Math.max(2, 1 - Math.floor(Math.log10(scale.step))));
  const drawn = rows.map(({ name, value, interval }, i) => {
    const y = height * i + 29;
    const bounds = intervalText(interval, number);
    const says = `${number(value)} ${bounds}`.trim();
    const end = (place) => line("mark", percent(place), y - 5, percent(place), y + 5);
    const [low, high] = (interval ?? []).map((bound) => (isNumber(bound) ? scale.at(bound) : undefined));
    return [label(y - 13, name, 26), words("soft", "end", "100%", y - 13, 0, says),
      bounds && [line("mark", percent(low ?? 0), y, percent(high ?? 100), y), low !== undefined && end(low), high !== undefined && end(high)],
      isNumber(value) && dot("dot", scale.at(value), y, `${name}: ${says}`, 4.5)];
  });
  return figure(text, bottom + 20, xAxis(scale, bottom), drawn);
}

/** Draws a histogram for each row { name, counts }, one below the other. counts: [[n, how many from n * step to (n + 1) * step]]. */
export function spreadChart(text, rows, step) {
  const height = 72;
  const bottom = height * rows.length;
  const scale = across(rows.flatMap(({ counts }) => (counts.length ? [counts[0][0] * step, (counts.at(-1)[0] + 1) * step] : [])));
  const drawn = rows.map(({ name, counts }, i) => {
    const base = height * (i + 1);
    const most = counts.reduce((all, [, count]) => Math.max(all, count), 1);
    return [label(base - height + 16, name, 40), line("line", 0, base, "100%", base), counts.map(([n, count]) => {
      const bar = ((height - 24) * count) / most;
      const [left, right] = [n * step, (n + 1) * step];
      return shape("rect", { class: "bar", x: percent(scale.at(left)), y: base - bar, width: percent(Math.max(scale.at(right) - scale.at(left), 0.3)), height: bar },
        shape("title", {}, `${name}: ${count} from ${left} to ${right}`));
    })];
  });
  return figure(text, bottom + 20, xAxis(scale, bottom), drawn);
}
