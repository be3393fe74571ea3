// Draws scenes (agon.scene/1) as SVG. Changes only the cells that differ from the scene shown before.

import { DenseBoard, kindColour } from "./dense.js";
import { element, shape } from "./dom.js";

const side = 40;
const margin = 26;
const roleBlocked = 1;
const roleFaint = 2;
const roleSeat = 16;
const roleKind = 32;
const kinds = 16;
const colours = 8;
const mostCells = 2500;  // of a board that is drawn as elements
const markLast = 1;
const markLegal = 2;
const markHighlight = 4;

function kindOf(role) {
  if (role >= roleKind && role < roleKind + kinds) return role - roleKind;
  if (role >= roleSeat && role < roleSeat + kinds) return role - roleSeat;
  return -1;
}

/** Returns the CSS classes of a cell: its colour, and the size of its text. */
function classesOf([glyph, , role]) {
  const kind = kindOf(role);
  const length = Array.from(glyph).length;
  const size = length > 3 ? " longer" : length > 1 ? " long" : "";
  if (kind >= 0) return `cell k${kind % colours}${size}`;
  return `cell ${role === roleBlocked ? "blocked" : role === roleFaint ? "faint" : "plain"}${size}`;
}

function ring(kind, inset, radius) {
  return shape("rect", { class: kind, x: inset, y: inset, width: side - 2 * inset, height: side - 2 * inset, rx: radius });
}

function drawCell(group, cell) {
  const [glyph, token, role, marks] = cell;
  // A cell that the game has not drawn: around the board, or beside it.
  if (glyph === "" && token === "" && role === 0 && marks === 0) {
    group.setAttribute("class", "cell");
    group.replaceChildren();
    return;
  }
  const parts = [ring("tile", 1, 6)];
  if (kindOf(role) >= colours) parts.push(shape("path", { class: "stripes", d: "M4 16 16 4M4 28 28 4M12 36 36 12M24 36 36 24" }));
  if (role === roleFaint && glyph === ".") parts.push(shape("circle", { class: "glyph", cx: side / 2, cy: side / 2, r: 1.5 }));
  else if (glyph !== "") parts.push(shape("text", { class: "glyph", x: side / 2, y: side / 2 + 1 }, glyph));
  if (marks & markLegal) parts.push(shape("circle", { class: "legal", cx: side - 8, cy: 8, r: 3 }));
  if (marks & markHighlight) parts.push(ring("halo", 4, 4), ring("highlight", 4, 4));
  if (marks & markLast) parts.push(ring("last", 2, 5));
  group.setAttribute("class", classesOf(cell));
  group.replaceChildren(...parts);
}

function colourOf(role) {
  const kind = kindOf(role);
  return kind >= 0 ? kindColour(kind) : role === roleBlocked ? "--blocked" : "--cell";
}

/** Draws an arrow. If the next one begins where it ends, both are one way: its head is at the end. */
function drawArrow([fromRow, fromColumn, toRow, toColumn, role], number, all) {
  const next = all[number + 1];
  const goesOn = next !== undefined && next[0] === toRow && next[1] === toColumn;
  const [x1, y1] = [(fromColumn + 0.5) * side, (fromRow + 0.5) * side];
  const [x2, y2] = [(toColumn + 0.5) * side, (toRow + 0.5) * side];
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return [];
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = goesOn ? 0 : 12;
  const [bx, by] = [x2 - dx * head, y2 - dy * head];
  const faint = role === roleFaint ? " a-faint" : "";
  const points = `${x2},${y2} ${bx - dy * 7},${by + dx * 7} ${bx + dy * 7},${by - dx * 7}`;
  const line = shape("path", { class: `arrow${faint}`, d: `M${x1} ${y1}L${bx} ${by}` });
  return goesOn ? [line] : [line, shape("polygon", { class: `arrow-head${faint}`, points })];
}

/** A board. `onPick(index, token)`, if given, is called for a click on a cell with a token. */
export class Board {
  constructor({ onPick } = {}) {
    this.onPick = onPick;
    this.cells = [];
    this.drawn = [];
    this.picture = shape("svg", { class: "board", role: "img", "aria-label": "Board" });
    this.picture.addEventListener("click", (event) => this.pick(event.target.closest("[data-cell]")));
    this.picture.addEventListener("keydown", (event) => this.key(event));
    this.root = element("div", { class: "boardbox" }, this.picture);
  }

  /** Shows a scene. `pickable`: whether cells with a token can be chosen; `chosen`: the indices of those that are. `playing`: cells can be chosen
   * again later: who plays with the keyboard keeps the focus until then. `thinking`: somebody else is to move. */
  show(scene, palette, { pickable = false, playing = false, thinking = false, chosen = [] } = {}) {
    Object.assign(this, { playing, thinking });
    this.focusLeft = playing && (this.focusLeft || this.picture.contains(document.activeElement));
    const dense = scene.rows * scene.columns > mostCells;
    this.root.classList.toggle("is-dense", dense);
    this.root.classList.toggle("absent", scene.rows === 0);
    if (dense) {
      this.showDense(scene, palette, pickable);
      return;
    }
    if (scene.rows !== this.rows || scene.columns !== this.columns || scene.row_labels !== this.rowLabels) this.begin(scene);
    this.scene = scene;
    this.palette = palette;
    this.pickable = pickable;
    for (let i = 0; i < this.cells.length; ++i) {
      const cell = palette[scene.cells[i]];
      const before = this.drawn[i];
      if (before === cell) continue;
      this.drawn[i] = cell;
      // Another block has its own palette, often with the same cells.
      if (before === undefined || before.some((value, part) => value !== cell[part])) drawCell(this.cells[i], cell);
    }
    if (pickable || this.wasPickable) this.mark(chosen);
    this.wasPickable = pickable;
    if (this.arrows !== scene.arrows) {
      this.arrows = scene.arrows;
      this.arrowLayer.replaceChildren(...scene.arrows.flatMap(drawArrow));
    }
    this.picture.setAttribute("aria-label", ["Board", ...scene.lines].join(". "));
  }

  showDense(scene, palette, pickable) {
    this.scene = scene;
    this.palette = palette;
    this.pickable = pickable;
    if (!this.dense) {
      this.dense = new DenseBoard(this.picture, colourOf, (index) => this.pickCell(index));
      this.root.append(this.dense.root);
    }
    this.dense.show(scene, palette);
  }

  begin(scene) {
    this.rows = scene.rows;
    this.columns = scene.columns;
    this.rowLabels = scene.row_labels;
    this.drawn = [];
    this.arrows = undefined;
    const left = scene.row_labels.length ? margin : 4;
    const top = scene.column_labels.length ? margin : 4;
    const width = scene.columns * side;
    const height = scene.rows * side;
    this.picture.setAttribute("viewBox", `${-left} ${-top} ${width + left + 4} ${height + top + 4}`);
    this.picture.style.setProperty("--across", scene.columns + left / side);
    this.picture.style.setProperty("--down", scene.rows + top / side);
    const labels = [
      ...scene.row_labels.map((text, row) => shape("text", { class: "label", x: -left / 2, y: (row + 0.5) * side }, text)),
      ...scene.column_labels.map((text, column) => shape("text", { class: "label", x: (column + 0.5) * side, y: -top / 2 }, text)),
    ];
    this.cells = [];
    for (let i = 0; i < scene.rows * scene.columns; ++i) {
      const [row, column] = [Math.floor(i / scene.columns), i % scene.columns];
      this.cells.push(shape("g", { "data-cell": i, transform: `translate(${column * side} ${row * side})` }));
    }
    this.arrowLayer = shape("g", {});
    const ground = shape("rect", { class: "ground", x: -3, y: -3, width: width + 6, height: height + 6, rx: 8 });
    this.picture.replaceChildren(ground, ...labels, ...this.cells, this.arrowLayer);
  }

  /** Makes the cells that have a token buttons, one of which is in the order of Tab; the arrow keys lead to the others. */
  mark(chosen) {
    this.picture.setAttribute("role", this.pickable ? "group" : "img");
    let reachable = -1;
    const distance = (i) => Math.hypot(Math.floor(i / this.columns) - Math.floor(this.focused / this.columns), (i % this.columns) - (this.focused % this.columns));
    this.cells.forEach((group, i) => {
      const token = this.pickable ? this.palette[this.scene.cells[i]][1] : "";
      group.classList.toggle("pickable", token !== "");
      group.classList.toggle("chosen", this.pickable && chosen.includes(i));
      const kept = this.playing && group === document.activeElement;
      for (const name of ["role", "aria-label", "aria-pressed", ...(kept ? [] : ["tabindex"])]) group.removeAttribute(name);
      if (token === "") return;
      if (reachable < 0 || (this.focused !== undefined && distance(i) < distance(reachable))) reachable = i;
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "-1");
      group.setAttribute("aria-pressed", String(chosen.includes(i)));
      group.setAttribute("aria-label", `${token} ${this.palette[this.scene.cells[i]][0]}`.trim());
    });
    if (reachable < 0) return;
    this.cells[reachable].setAttribute("tabindex", "0");
    if (this.focusLeft && (document.activeElement === document.body || this.picture.contains(document.activeElement))) this.cells[reachable].focus();
    this.focusLeft = false;
  }

  pick(group) {
    if (group) this.pickCell(Number(group.dataset.cell));
  }

  pickCell(index) {
    if (!this.pickable || !this.onPick) return;
    const token = this.palette[this.scene.cells[index]][1];
    this.focused = index;
    if (token !== "") this.onPick(index, token);
  }

  key(event) {
    const group = event.target.closest("[data-cell]");
    if (group && this.thinking && event.key.startsWith("Arrow")) event.stopPropagation();  // meant for the board, which is not ready yet
    if (!group || !this.pickable) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      this.pick(group);
      return;
    }
    const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    const index = Number(group.dataset.cell);
    let [row, column] = [Math.floor(index / this.columns), index % this.columns];
    for (;;) {
      row += move[0];
      column += move[1];
      if (row < 0 || column < 0 || row >= this.rows || column >= this.columns) return;
      const next = row * this.columns + column;
      if (this.palette[this.scene.cells[next]][1] === "") continue;
      group.setAttribute("tabindex", "-1");
      this.cells[next].setAttribute("tabindex", "0");
      this.cells[next].focus();
      this.focused = next;
      return;
    }
  }
}
