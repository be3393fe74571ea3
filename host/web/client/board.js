// Draws scenes (agon.scene/1) as SVG. Changes only the cells that differ from the scene shown before.

import { DenseBoard } from "./dense.js";
import { element, shape } from "./dom.js";
import { markLast } from "./scenes.js";

const side = 40;
const margin = 26;
const roleBlocked = 1;
const roleFaint = 2;
const roleSeat = 16;
const roleKind = 32;
const kindCount = 16;
const colours = 8;
const mostCells = 2500;  // of a board that is drawn as elements
const [markLegal, markHighlight, markStone, markBall] = [2, 4, 8, 16];
const joins = [32, 64, 128, 256];  // with the cell above, to the right, below, to the left
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹ˣ";
export const moveTime = 150;  // milliseconds
const mostAnimated = 60;  // cells
const mostWays = 4;  // of a hint
const mostAhead = 5;  // actions of a line
const mindColours = 4;  // of the seats whose lines are drawn
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

function kindOf(role) {
  if (role >= roleKind && role < roleKind + kindCount) return role - roleKind;
  if (role >= roleSeat && role < roleSeat + kindCount) return role - roleSeat;
  return -1;
}

const pieceGlyphs = "♙♘♗♖♕♔♟♞♝♜♛♚";

/** Returns whether a cell has one of the six pieces of a seat: then it is drawn as one, on a chequered board. */
function isPiece([glyph, , role]) {
  return role >= roleSeat && role < roleKind && glyph !== "" && pieceGlyphs.includes(glyph);
}

function hasPieces(palette) {
  return palette.some(isPiece);
}

/** Lets what is around a board show the seats as its stones or pieces are: black and white. */
export function dressAs(root, palette) {
  root.classList.toggle("stones", palette.some(([, , , marks]) => marks & markStone));
  root.classList.toggle("pieces", hasPieces(palette));
}

/** Returns the glyph without the small raised figures at its end, and these as a number; "" if there are none. */
function partsOf(glyph) {
  const [, piece, small] = /^(.*?)([⁰¹²³⁴-⁹ˣ]*)$/u.exec(glyph);
  return [piece, Array.from(small, (figure) => raised.indexOf(figure)).join("")];
}

/** Returns the CSS classes of a cell: its colour and kind, and the size of its text. */
function classesOf([, , role, marks], text) {
  const kind = kindOf(role);
  const length = Array.from(text).length;
  const size = length > 3 ? " longer" : length > 1 ? " long" : "";
  if (isPiece([text, "", role])) return `cell piececell t${kind}`;
  if (marks & markStone) return `cell stone${kind >= 0 ? ` t${kind % colours}` : ""}${size}`;
  if (kind >= 0) return `cell k${kind % colours}${marks & markBall ? " ball" : ""}${size}`;
  return `cell ${role === roleBlocked ? "blocked" : role === roleFaint ? "faint" : "plain"}${size}`;
}

/** Draws the square of a cell: with no border to those that it belongs to. */
function tile(marks) {
  const joined = joins.map((mark) => (marks & mark) !== 0);
  const [top, right, bottom, left] = joined.map((open, i) => (i === 0 || i === 3 ? (open ? 0 : 1) : side - (open ? 0 : 1)));
  const [r1, r2, r3, r4] = joined.map((open, i) => (open || joined[(i + 1) % 4] ? 0 : 6));  // of the corners from the upper right one on
  return shape("path", { class: "tile", d: `M${left + r4} ${top}H${right - r1}q${r1} 0 ${r1} ${r1}V${bottom - r2}q0 ${r2} ${-r2} ${r2}H${left + r3}q${-r3} 0 ${-r3} ${-r3}V${top + r4}q0 ${-r4} ${r4} ${-r4}z` });
}

/** Returns whether the game has not drawn a cell: it is around the board, or beside it. */
function isAbsent([glyph, token, role, marks]) {
  return glyph === "" && token === "" && role === 0 && marks === 0;
}

function drawCell(group, cell) {
  const [glyph, token, role, marks] = cell;
  Object.assign(group.dataset, { glyph, token });
  if (isAbsent(cell)) {
    group.setAttribute("class", "cell");
    group.replaceChildren();
    return;
  }
  const stone = marks & markStone && kindOf(role) >= 0;
  const [piece, count] = partsOf(glyph);
  const text = stone ? count || piece.replace(/\D/g, "") : piece;
  const solid = isPiece(cell) ? pieceGlyphs[6 + pieceGlyphs.indexOf(glyph) % 6] + "\ufe0e" : text;  // as a text, not as an emoji
  const middle = side / 2;
  const parts = [tile(marks & markStone ? joins.reduce((all, mark) => all + mark) : marks)];
  if (kindOf(role) >= colours) parts.push(shape("path", { class: "stripes", d: "M4 16 16 4M4 28 28 4M12 36 36 12M24 36 36 24" }));
  const drawn = [];
  if (stone) drawn.push(shape("path", { class: "bond", d: ["V0", `H${side}`, `V${side}`, "H0"].map((way, i) => (marks & joins[i] ? `M${middle} ${middle}${way}` : "")).join("") }));
  if (stone || marks & markBall) drawn.push(shape("circle", { class: "disc", cx: middle, cy: middle, r: 16 }));
  if (glyph === "." && role === roleFaint) drawn.push(shape("circle", { class: "glyph", cx: middle, cy: middle, r: 1.5 }));
  else if (text !== "") drawn.push(shape("text", { class: "glyph", x: middle, y: middle + 1 }, solid));
  if (count && !stone) drawn.push(shape("circle", { class: "plate", cx: 28.5, cy: 28.5, r: 7 }), shape("text", { class: "counter", x: 28.5, y: 29 }, count));
  parts.push(shape("g", { class: "piece" }, drawn));
  if (marks & markHighlight) for (const kind of ["halo", "highlight"]) parts.push(shape("rect", { class: kind, x: 4, y: 4, width: side - 8, height: side - 8, rx: 4 }));
  group.setAttribute("class", classesOf(cell, text));
  group.replaceChildren(...parts);
}

function colourOf(role) {
  const kind = kindOf(role);
  return kind >= 0 ? `--c${kind % colours}` : role === roleBlocked ? "--blocked" : "--cell";
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

/** Returns the outline of cells: a line wherever one of them borders on another cell. */
function outline(cells, columns) {
  const all = new Set(cells);
  return cells.flatMap((i) => {
    const [x, y] = [(i % columns) * side, Math.floor(i / columns) * side];
    const within = (there, other) => there && all.has(other);
    return [!within(true, i - columns) && `M${x} ${y}h${side}`, !within(true, i + columns) && `M${x} ${y + side}h${side}`,
      !within(i % columns > 0, i - 1) && `M${x} ${y}v${side}`, !within((i + 1) % columns > 0, i + 1) && `M${x + side} ${y}v${side}`].filter(Boolean);
  }).join("");
}

/** A board. `onPick(index)`, if given, is called for a click on a cell, `onPoint(index)` for the cell under the pointer; undefined: none is. */
export class Board {
  constructor({ onPick, onPoint } = {}) {
    this.onPick = onPick;
    this.onPoint = (index) => index !== this.pointed && this.pickable && onPoint?.(this.pointed = index);
    this.cells = [];
    this.drawn = [];
    this.picture = shape("svg", { class: "board", role: "img", "aria-label": "Board" });
    this.picture.addEventListener("click", (event) => this.pick(event.target.closest("[data-cell]")));
    for (const event of ["pointerover", "focusin"]) this.picture.addEventListener(event, ({ target }) => this.onPoint(target.closest("[data-cell]") ? Number(target.closest("[data-cell]").dataset.cell) : undefined));
    this.picture.addEventListener("pointerleave", () => this.onPoint(undefined));
    this.picture.addEventListener("keydown", (event) => this.key(event));
    this.root = element("div", { class: "boardbox" }, this.picture);
  }

  /** Shows a turn, as Turns has it: its scene, and `earlier`, the cells that each other seat touched last. `pickable`: whether cells can be chosen, namely `cells`, a map from their numbers; `begun`: whether a part of the action is; `chosen`:
   * the cells of that part. `playing`: cells can be chosen
   * again later: who plays with the keyboard keeps the focus until then. `thinking`: somebody else is to move. `moves`: whether this is the
   * turn after the one before, so that one may see how it came. */
  show({ scene, palette, earlier }, { pickable = false, cells = new Map(), begun = false, playing = false, thinking = false, chosen = [], moves = false } = {}) {
    Object.assign(this, { playing, thinking, pickable });
    this.choices = pickable ? cells : new Map();
    if (!pickable) this.preview([]);
    this.focusLeft = playing && (this.focusLeft || this.picture.contains(document.activeElement));
    const dense = scene.rows * scene.columns > mostCells;
    this.root.classList.toggle("is-dense", dense);
    this.root.classList.toggle("played", playing);
    this.root.classList.toggle("absent", scene.rows === 0);
    this.picture.classList.toggle("chequered", hasPieces(palette));
    this.picture.setAttribute("aria-hidden", dense);
    const frame = [scene.rows, scene.columns, scene.row_labels, scene.column_labels].join();
    if (frame !== this.frame) this.begin(scene, frame, dense);
    this.scene = scene;
    this.palette = palette;
    if (dense) {
      this.showDense(scene, palette);
      return;
    }
    const changed = [];
    const last = [];
    let redrawn = false;
    for (let i = 0; i < this.cells.length; ++i) {
      const cell = palette[scene.cells[i]];
      const before = this.drawn[i];
      if (cell[3] & markLast) last.push(i);
      if (before === cell) continue;
      this.drawn[i] = cell;
      // Another block has its own palette, often with the same cells.
      if (before !== undefined && before.every((value, part) => value === cell[part])) continue;
      drawCell(this.cells[i], cell);
      redrawn = true;
      if (before !== undefined && before[0] !== cell[0]) changed.push(i);
    }
    if (redrawn) this.layGround();
    this.lastLayer.replaceChildren(...earlier.map(({ seat, cells }) => shape("path", { class: `earlier s${seat % colours}`, d: outline(cells, this.columns) })),
      shape("path", { class: "last", d: outline(last, this.columns) }));
    if (pickable || this.wasPickable) this.mark(chosen, begun);
    this.wasPickable = pickable;
    const way = this.arrows !== scene.arrows ? scene.arrows : [];
    if (moves && changed.length <= mostAnimated && !stillness.matches) this.animate(changed, way);
    if (this.arrows !== scene.arrows) {
      this.arrows = scene.arrows;
      this.arrowLayer.replaceChildren(...scene.arrows.flatMap(drawArrow));
    }
    this.picture.setAttribute("aria-label", ["Board", ...scene.lines].join(". "));
  }

  /** Lays a ground under the cells that the game has drawn. */
  layGround() {
    const drawn = this.drawn.flatMap((cell, i) => (isAbsent(cell) ? [] : [this.placeOf(i)]));
    const [top, left] = [0, 1].map((axis) => drawn.reduce((least, place) => Math.min(least, place[axis]), Infinity));
    const [bottom, right] = [0, 1].map((axis) => drawn.reduce((most, place) => Math.max(most, place[axis]), 0));
    if (drawn.length === 0) return;
    for (const [name, value] of Object.entries({ x: left * side - 3, y: top * side - 3, width: (right - left + 1) * side + 6, height: (bottom - top + 1) * side + 6 })) this.ground.setAttribute(name, value);
  }

  /** Lets new pieces grow, and one that has come on the way of the arrows move there. */
  animate(changed, way) {
    const timing = { duration: moveTime, easing: "ease-out" };
    const end = way.length ? way.at(-1)[2] * this.columns + way.at(-1)[3] : -1;
    for (const i of changed) if (i !== end) this.cells[i].querySelector(".piece")?.animate([{ transform: "scale(.5)", opacity: 0 }, { transform: "none", opacity: 1 }], timing);
    const piece = changed.includes(end) && this.cells[end].querySelector(".piece");
    if (!piece) return;
    const moving = shape("g", { class: this.cells[end].getAttribute("class"), transform: this.cells[end].getAttribute("transform"), "pointer-events": "none" }, piece.cloneNode(true));
    this.arrowLayer.after(moving);
    piece.style.visibility = "hidden";
    const [, , row, column] = way.at(-1);
    const places = [way[0].slice(0, 2), ...way.map((arrow) => arrow.slice(2, 4))];
    moving.firstChild.animate(places.map(([y, x]) => ({ transform: `translate(${(x - column) * side}px, ${(y - row) * side}px)` })), timing).finished.finally(() => {
      moving.remove();
      piece.style.visibility = "";
    });
  }

  /** Returns the cells whose tokens make up an action, at most two: one, or from one to another. */
  cellsOf(action) {
    const tokens = this.scene.cells.flatMap((cell, i) => (this.palette[cell][1] ? [[this.palette[cell][1], i]] : []));
    const alone = tokens.find(([token]) => token === action);
    if (alone) return [alone[1]];
    const after = (first) => action.slice(first.length).trimStart();
    // A letter behind them is what a piece becomes.
    for (const end of [/$/, /[a-z]$/]) {
      for (const [first, i] of tokens.filter(([token]) => action.startsWith(token))) {
        const second = tokens.find(([token]) => token === after(first).replace(end, ""));
        if (second) return [i, second[1]];
      }
    }
    return [];
  }

  /** Shows what strategies think. Outlines the cells of `action`, or `cells` if it names none. Of `candidates`, those from one cell to another are ways, and the
   * others colour their cells by their shares. `lines` are the actions that seats expect from now on, { seat, actions }: each is a way or a cell with its number, from 1. */
  think({ action = "", cells = [], candidates = [], lines = [] } = {}) {
    if (!this.hinted) return;
    const chosen = action ? this.cellsOf(action) : [];
    this.hinted.setAttribute("d", outline(chosen.length ? chosen : cells, this.columns));
    const most = Math.max(0, ...candidates.map(({ share }) => share));
    const ways = [];
    const heat = new Map();  // shares by cell
    for (const { action: other, share, cells: touched = [] } of candidates.filter(({ share }) => share > 0)) {
      const named = this.cellsOf(other);
      if (named.length !== 2) for (const i of named.length ? named : touched) heat.set(i, (heat.get(i) ?? 0) + share);
      else if (named.join() !== chosen.join() && ways.length < mostWays - 1) ways.push({ cells: named, strength: share / most });
    }
    const warmest = Math.max(0, ...heat.values());
    this.heatLayer.replaceChildren(...Array.from(heat, ([i, share]) => shape("rect", { x: (i % this.columns) * side + 1, y: Math.floor(i / this.columns) * side + 1,
      width: side - 2, height: side - 2, rx: 6, "fill-opacity": (0.08 + 0.62 * share / warmest).toFixed(2) })));
    if (chosen.length === 2) ways.push({ cells: chosen, strength: 1 });
    for (const { seat, actions } of lines) {
      const shown = actions.slice(0, mostAhead).map((each, i) => ({ cells: this.cellsOf(each), strength: 1 - i / mostAhead, number: i + 1, seat }));
      ways.push(...shown.filter(({ cells }) => cells.length > 0).reverse());
    }
    this.hintLayer.replaceChildren(...ways.map(({ cells, strength, number, seat = 0 }) => shape("g", { class: `way m${seat % mindColours}` },
      shape("g", { opacity: (0.25 + 0.75 * strength).toFixed(2) }, cells.length === 2 && drawArrow(cells.flatMap((i) => this.placeOf(i)), 0, [])), ...(number ? this.drawNumber(cells.at(-1), number, seat % mindColours) : []))));
  }

  /** Draws the number of an expected action in a corner of its cell: each seat has its own. */
  drawNumber(i, number, corner) {
    const [x, y] = [(i % this.columns) * side + (corner % 2 === 0 ? 10 : side - 10), Math.floor(i / this.columns) * side + (corner < 2 ? 10 : side - 10)];
    return [shape("circle", { class: "ahead", cx: x, cy: y, r: 8 }), shape("text", { class: "ahead", x, y }, number)];
  }

  /** Outlines the cells that a choice would touch. */
  preview(cells, refused = false) {
    this.previewed?.setAttribute("d", outline(cells, this.columns));
    this.previewed?.classList.toggle("refused", refused);
    this.dense?.preview(cells, refused);
  }

  /** Draws cells on a canvas, under a picture of what strategies think. */
  showDense(scene, palette) {
    if (!this.dense) {
      this.dense = new DenseBoard(this.picture, colourOf, (index) => this.pickCell(index), (index) => this.onPoint(index));
      this.root.prepend(this.dense.root);
    }
    this.dense.show(scene, palette);
    this.picture.style.maxWidth = `${this.dense.root.width}px`;
  }

  begin(scene, frame, dense) {
    this.frame = frame;
    this.rows = scene.rows;
    this.columns = scene.columns;
    this.drawn = [];
    this.arrows = undefined;
    const edge = dense ? 0 : 4;
    const left = scene.row_labels.length && !dense ? margin : edge;
    const top = scene.column_labels.length && !dense ? margin : edge;
    const width = scene.columns * side;
    const height = scene.rows * side;
    this.picture.setAttribute("viewBox", `${-left} ${-top} ${width + left + edge} ${height + top + edge}`);
    this.picture.style.setProperty("--across", scene.columns + left / side);
    this.picture.style.setProperty("--down", scene.rows + top / side);
    this.picture.style.maxWidth = "";
    const labels = dense ? [] : [
      ...scene.row_labels.map((text, row) => shape("text", { class: "label", x: -left / 2, y: (row + 0.5) * side }, text)),
      ...scene.column_labels.map((text, column) => shape("text", { class: "label", x: (column + 0.5) * side, y: -top / 2 }, text)),
    ];
    this.cells = [];
    for (let i = 0; !dense && i < scene.rows * scene.columns; ++i) {
      const [row, column] = [Math.floor(i / scene.columns), i % scene.columns];
      this.cells.push(shape("g", { "data-cell": i, "data-dark": (row + column) % 2 === 1, transform: `translate(${column * side} ${row * side})` }));
    }
    this.lastLayer = shape("g", {});
    this.targets = [shape("path", { class: "target-halo" }), shape("path", { class: "target" })];
    this.arrowLayer = shape("g", {});
    this.previewed = shape("path", { class: "preview" });
    this.hinted = shape("path", { class: "hint" });
    this.hintLayer = shape("g", { class: "ways" });
    this.heatLayer = shape("g", { class: "heat" });
    this.ground = shape("rect", { class: "ground", rx: 8 });
    this.picture.replaceChildren(this.ground, ...labels, ...this.cells, this.heatLayer, ...this.targets, this.lastLayer, this.arrowLayer, this.hinted, this.hintLayer, this.previewed);
  }

  /** Makes the cells that can be chosen buttons, one of which is in the order of Tab; the arrow keys lead to the others. */
  mark(chosen, begun) {
    this.picture.setAttribute("role", this.pickable ? "group" : "img");
    let reachable = -1;
    const targets = [...this.choices.keys()].filter((i) => begun || this.palette[this.scene.cells[i]][3] & markLegal);
    const free = (i) => this.palette[this.scene.cells[i]][1] === "" || this.choices.has(i);
    const rings = !begun && this.cells.every((_, i) => free(i)) ? "" : targets.map((i) => `M${(i % this.columns) * side + 2} ${Math.floor(i / this.columns) * side + 2}h${side - 4}v${side - 4}h${4 - side}z`).join("");
    for (const each of this.targets) each.setAttribute("d", rings);
    const distance = (i) => Math.hypot(Math.floor(i / this.columns) - Math.floor(this.focused / this.columns), (i % this.columns) - (this.focused % this.columns));
    this.cells.forEach((group, i) => {
      group.classList.toggle("pickable", this.choices.has(i));
      group.classList.toggle("chosen", this.pickable && chosen.includes(i));
      const kept = this.playing && group === document.activeElement;
      for (const name of ["role", "aria-label", "aria-pressed", ...(kept ? [] : ["tabindex"])]) group.removeAttribute(name);
      if (!this.choices.has(i)) return;
      if (reachable < 0 || (this.focused !== undefined && distance(i) < distance(reachable))) reachable = i;
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "-1");
      group.setAttribute("aria-pressed", String(chosen.includes(i)));
      const [glyph, token] = this.palette[this.scene.cells[i]];
      group.setAttribute("aria-label", `${token || this.choices.get(i).text} ${glyph}`.trim());
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
    this.focused = index;
    this.onPick(index);
  }

  placeOf(index) {
    return [Math.floor(index / this.columns), index % this.columns];
  }

  key(event) {
    const group = event.target.closest("[data-cell]");
    if (group && this.thinking && event.key.startsWith("Arrow")) event.stopPropagation();  // meant for the board, which is not ready yet
    if (!group || !this.pickable) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) this.pick(group);
      return;
    }
    const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    if (!move) return;
    event.preventDefault();
    event.stopPropagation();
    const [row, column] = this.placeOf(Number(group.dataset.cell));
    // The next one in this direction; one that is not in line is farther away than all that are.
    const far = (i) => {
      const [down, right] = [this.placeOf(i)[0] - row, this.placeOf(i)[1] - column];
      const along = down * move[0] + right * move[1];
      return along > 0 ? along + (this.rows + this.columns) * Math.abs(down * move[1] + right * move[0]) : Infinity;
    };
    const next = [...this.choices.keys()].reduce((best, i) => (far(i) < far(best) ? i : best), this.cells.indexOf(group));
    group.setAttribute("tabindex", "-1");
    this.cells[next].setAttribute("tabindex", "0");
    this.cells[next].focus();
    this.focused = next;
  }
}
