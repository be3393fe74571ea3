// Draws boards of thousands of cells on a canvas: too many for elements, and too small for texts.

import { element } from "./dom.js";

const firstKind = 16;  // the roles of seats and kinds begin here

/** `colourOf(role)` returns the name of a CSS variable; `context` is an element that has these variables. */
export class DenseBoard {
  constructor(context, colourOf, onPick, onPoint) {
    this.context = context;
    this.colourOf = colourOf;
    this.root = element("canvas", { class: "dense", role: "img", "aria-label": "Board" });
    const at = (event) => {
      const box = this.root.getBoundingClientRect();
      const inside = (share, count) => Math.min(count - 1, Math.max(0, Math.floor(share * count)));
      return inside((event.clientY - box.top) / box.height, this.scene.rows) * this.scene.columns + inside((event.clientX - box.left) / box.width, this.scene.columns);
    };
    this.root.addEventListener("click", (event) => onPick(at(event)));
    this.root.addEventListener("pointermove", (event) => onPoint(at(event)));
    this.root.addEventListener("pointerleave", () => onPoint(undefined));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.drawn = [];
      if (this.scene) this.show(this.scene, this.palette);
    });
  }

  /** Outlines cells until the next call. */
  preview(cells, refused) {
    for (const i of this.outlined ?? []) this.drawn[i] = undefined;
    if (this.outlined?.length) this.show(this.scene, this.palette);
    this.outlined = cells;
    const pen = this.root.getContext("2d");
    pen.strokeStyle = getComputedStyle(this.context).getPropertyValue(refused ? "--refused" : "--legal");
    pen.lineWidth = this.side / 4;
    for (const i of cells) pen.strokeRect((i % this.scene.columns + 0.15) * this.side, (Math.floor(i / this.scene.columns) + 0.15) * this.side, this.side * 0.7, this.side * 0.7);
  }

  show(scene, palette) {
    if (!this.scene || scene.rows !== this.scene.rows || scene.columns !== this.scene.columns) {
      this.side = Math.max(4, Math.floor(1400 / Math.max(scene.rows, scene.columns)));
      this.root.width = scene.columns * this.side;
      this.root.height = scene.rows * this.side;
      this.drawn = [];
    }
    const styles = getComputedStyle(this.context);
    const colours = palette.map(([, , role]) => styles.getPropertyValue(this.colourOf(role)));
    const border = styles.getPropertyValue("--board");
    const ring = styles.getPropertyValue("--last");
    const pen = this.root.getContext("2d");
    this.scene = scene;
    this.palette = palette;
    for (let i = 0; i < scene.cells.length; ++i) {
      const cell = palette[scene.cells[i]];
      if (this.drawn[i] === cell) continue;
      this.drawn[i] = cell;
      const [x, y] = [(i % scene.columns) * this.side, Math.floor(i / scene.columns) * this.side];
      pen.fillStyle = colours[scene.cells[i]];
      pen.fillRect(x, y, this.side, this.side);
      if (cell[2] >= firstKind) {  // borders where its group ends
        const thick = Math.max(1, this.side / 12);
        pen.fillStyle = border;
        if (!(cell[3] & 32)) pen.fillRect(x, y, this.side, thick);
        if (!(cell[3] & 64)) pen.fillRect(x + this.side - thick, y, thick, this.side);
        if (!(cell[3] & 128)) pen.fillRect(x, y + this.side - thick, this.side, thick);
        if (!(cell[3] & 256)) pen.fillRect(x, y, thick, this.side);
      }
      if (cell[3] & 5) {  // touched by the last action, or highlighted
        pen.strokeStyle = ring;
        pen.lineWidth = Math.max(1.5, this.side / 5);
        pen.strokeRect(x + 1, y + 1, this.side - 2, this.side - 2);
      }
    }
    this.root.setAttribute("aria-label", ["Board", ...scene.lines].join(". "));
  }
}
