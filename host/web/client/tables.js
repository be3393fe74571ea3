// What reports are made of, beside charts: tables, paragraphs, commands to copy.

import { element, fixedText, put, readNumber, sortableHeads } from "./dom.js";

/** Returns a number with `usual` decimals, or with as many more as show two significant digits of its interval; without one, of a small number. */
export function measuredText(number, interval, usual) {
  const [low, high] = interval ?? [];
  const width = Number.isFinite(low) && Number.isFinite(high) ? high - low : 0;
  const size = width > 0 ? width : Math.abs(number);
  return fixedText(number, size > 0 ? Math.min(15, Math.max(usual, 1 - Math.floor(Math.log10(size)))) : usual);
}

/** Returns a score with two decimals, or without any if it is too long; with more as above. */
export function scoreText(number, interval) {
  return measuredText(number, interval, Math.abs(number) < 10000 ? 2 : 0);
}

/** Returns a function that writes the ends of an interval. */
export function endsText(interval) {
  return (number) => scoreText(number, interval);
}

export function paragraph(text) {
  return element("p", { class: "soft" }, text);
}

/** Returns a part that the reader can expand. */
export function folded(summary, ...content) {
  return element("details", {}, element("summary", {}, summary), ...content);
}

/** Returns a command line to copy. Lines break only between its phrases, unless one is wider than the page. */
export function command(phrases) {
  return element("pre", { class: "command" }, phrases.map((phrase, i) => [i > 0 && " ", element("span", {}, phrase)]));
}

function tableCell(cell, column, headsRow) {
  const { text, below, more, share, bad } = cell instanceof Object && !(cell instanceof Node) ? cell : { text: cell };
  const made = element(headsRow ? "th" : "td", { scope: headsRow && "row", "data-label": !headsRow && column.name,
    class: [column.text ? "text" : "number", bad && "bad", share !== undefined && "share"].filter(Boolean).join(" ") }, text, below && element("span", { class: "below" }, below), more);
  if (share !== undefined) made.style.setProperty("--share", share);
  return made;
}

/** Returns what a cell is sorted by: its text, as a number if it is one. */
function keyOf(cell) {
  const shown = cell.text ?? cell;
  const text = String(shown.textContent ?? shown);
  const number = readNumber(text);
  return text === "" || Number.isNaN(number) ? text : number;
}

function compareKeys(one, other) {
  if (typeof one !== typeof other) return typeof one === "number" ? -1 : 1;
  return typeof one === "number" ? one - other : one.localeCompare(other);
}

/** Returns a table that a click on a heading sorts. On narrow screens each row is a card, and its cells have their column's heading above them. Columns are
 * { name, text }: a text is aligned left, a number right. Cells are texts, elements or { text, below, more, share, bad }: a second line, elements after both, an intensity of
 * colour from 0 to 1, and whether it is a failure. The first cell of a row is its heading. */
export function reportTable(columns, cells) {
  const heads = element("tr", {});
  const rows = cells.map((row) => ({ row, made: element("tr", {}, row.map((cell, i) => tableCell(cell, columns[i], i === 0))) }));
  const body = element("tbody", {}, rows.map(({ made }) => made));
  const order = {};
  const name = columns.map((column) => column.name).join();
  const all = columns.map(({ name, text }, id) => ({ id, name, number: !text }));
  const show = () => put(heads, rows.length > 1 ? sortableHeads(all, order, sort)
    : all.map(({ name, number }) => element("th", { scope: "col", class: number ? "number" : "text" }, name)));
  const arrange = ({ column, down }) => {
    Object.assign(order, { column, down });
    rows.sort((one, other) => compareKeys(keyOf(one.row[column]), keyOf(other.row[column])) * (down ? -1 : 1));
    body.append(...rows.map(({ made }) => made));
    show();
  };
  const sort = ({ id, number }) => {
    arrange({ column: id, down: order.column === id ? !order.down : number });
    heads.querySelector("[aria-sort] button").focus();
  };
  show();
  const table = element("table", { class: "cards" }, element("thead", {}, heads), body);
  sortings.set(table, { name, order, arrange });
  return element("div", { class: "scroll" }, table);
}

const sortings = new WeakMap();  // of tables

/** Shows a report again with other numbers: what the reader has opened stays open, and tables as they are sorted. */
export function renew(report, ...content) {
  const sorted = () => Array.from(report.querySelectorAll("table"), (table) => sortings.get(table)).filter(Boolean);
  const opened = Array.from(report.querySelectorAll("details[open] > summary"), ({ textContent }) => textContent);
  const orders = sorted().filter(({ order }) => order.column !== undefined);
  put(report, ...content);
  for (const summary of report.querySelectorAll("summary")) summary.parentNode.open = opened.includes(summary.textContent);
  for (const { name, arrange } of sorted()) {
    const before = orders.find((each) => each.name === name);
    if (before) arrange(before.order);
  }
}
