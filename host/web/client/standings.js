// The page that "standings --html" writes can be read without a script. With this one, its tables can be sorted.

import { topBar } from "./brand.js";
import { put, sortableHeads } from "./dom.js";

/** Returns what a cell is sorted by: its first line, as a number if it is one. */
function keyOf(cell) {
  const text = cell.firstChild?.textContent.trim() ?? "";
  const number = Number(text.replace("\u2212", "-").replace(/ ?%$/, ""));
  return text === "" || Number.isNaN(number) ? text : number;
}

function compare(one, other) {
  if (typeof one !== typeof other) return typeof one === "number" ? -1 : 1;
  return typeof one === "number" ? one - other : one.localeCompare(other);
}

function makeSortable(table) {
  const heads = table.tHead.rows[0];
  const columns = [...heads.cells].map((cell, id) => ({ id, name: cell.textContent, number: !cell.classList.contains("text") }));
  const order = {};
  const sort = (column) => {
    Object.assign(order, { column: column.id, down: order.column === column.id ? !order.down : column.number });
    const rows = [...table.tBodies[0].rows].map((row) => ({ row, key: keyOf(row.cells[column.id]) }));
    rows.sort((a, b) => (order.down ? compare(b.key, a.key) : compare(a.key, b.key)));
    table.tBodies[0].append(...rows.map(({ row }) => row));
    show();
    heads.querySelector("[aria-sort] button").focus();
  };
  const show = () => put(heads, sortableHeads(columns, order, sort));
  show();
}

document.body.prepend(topBar());
for (const table of document.querySelectorAll("table.cards")) if (table.tBodies[0].rows.length > 1) makeSortable(table);
