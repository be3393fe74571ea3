// The list of a match's turns: seat, action, CPU time and failure of each. Only the rows in sight are elements, so that
// a match of 100,000 turns opens at once.

import { durationText, element, put } from "./dom.js";

const rowHeight = 26;  // pixels, as in style.css
const rowsBeyond = 3;  // above and below those in sight
const followPause = 200;  // milliseconds: how often the list follows a dragged slider

/** A list. `turns` is a Turns; `onTurn(turn)` is called for a click. */
export class TurnList {
  constructor(turns, onTurn) {
    Object.assign(this, { turns, turn: 0, length: 0, branches: new Map(), mostCpu: 0, scrolledAt: 0 });
    this.rows = element("div", { class: "rows", role: "presentation" });
    this.root = element("div", { class: "turnlist", role: "listbox", tabindex: "0", "aria-label": "Moves", onscroll: () => this.look(), onclick: (event) => {
      const row = event.target.closest("[data-turn]");
      if (row) onTurn(Number(row.dataset.turn));
    } }, this.rows);
    Object.assign(this, { top: 0, height: 0 });  // of what is in sight; kept, since to ask for them costs a layout
    new ResizeObserver(() => {
      this.look();
      this.at(this.turn);
    }).observe(this.root);
  }

  look() {
    this.top = this.root.scrollTop;
    this.height = this.root.clientHeight;
    this.fill();
  }

  /** Shows another state of the match: the number of its turns, and the most CPU time of one, in microseconds. */
  update(length, mostCpu) {
    this.length = length;
    this.mostCpu = mostCpu;
    this.rows.style.height = `${(length + 1) * rowHeight}px`;
    this.filled = undefined;
    this.fill();
  }

  /** Marks the turns from which other matches branch: a map from turns to the number of these matches. */
  mark(branches) {
    this.branches = branches;
    this.filled = undefined;
    this.fill();
  }

  /** Marks a turn, and scrolls to it soon if it is out of sight: to scroll costs as much as all else of a turn. */
  at(turn) {
    this.turn = turn;
    this.fill();
    if (!this.inSight()) this.scrolling ??= setTimeout(() => this.scroll(), this.scrolledAt + followPause - performance.now());
  }

  inSight() {
    const top = this.turn * rowHeight;
    return this.height === 0 || (top >= this.top && top + rowHeight <= this.top + this.height);
  }

  scroll() {
    this.scrolling = undefined;
    this.scrolledAt = performance.now();
    if (this.inSight()) return;
    this.top = Math.max(0, Math.min(this.turn * rowHeight - Math.floor(this.height / 2), (this.length + 1) * rowHeight - this.height));
    this.root.scrollTop = this.top;
    this.fill();
  }

  /** Makes the rows in sight, as soon as their turns are loaded; until then others stay. */
  fill() {
    if (this.height === 0) return;
    const first = Math.max(0, Math.floor(this.top / rowHeight) - rowsBeyond);
    const last = Math.min(this.length, first + Math.ceil(this.height / rowHeight) + 2 * rowsBeyond);
    const range = `${first} ${last}`;
    if (range !== this.filled) {
      const numbers = new Set();
      for (let turn = Math.max(1, first); turn <= last; ++turn) numbers.add(this.turns.blockOf(turn));
      const missing = [...numbers].find((number) => !this.turns.loaded(number));
      if (missing !== undefined) this.loadBlock(missing);
      else {
        put(this.rows, Array.from({ length: last - first + 1 }, (_, i) => this.row(first + i)));
        Object.assign(this, { filled: range, first });
      }
    }
    this.selected?.setAttribute("aria-selected", "false");
    this.selected = this.rows.children[this.turn - this.first];
    this.selected?.setAttribute("aria-selected", "true");
    this.root.setAttribute("aria-activedescendant", this.selected?.id ?? "");
  }

  async loadBlock(number) {
    if (this.loading) return;
    this.loading = true;
    try {
      await this.turns.block(number);
    } catch {
      return;  // the view of the turn says why
    } finally {
      this.loading = false;
    }
    this.fill();
  }

  row(turn) {
    const step = turn > 0 ? this.turns.loaded(this.turns.blockOf(turn)).steps[(turn - 1) % this.turns.blockLength] : undefined;
    const bar = element("span", { class: "bar" });
    const share = step?.cpu_us && this.mostCpu ? step.cpu_us / this.mostCpu : 0;
    bar.style.setProperty("--share", Math.min(1, share));
    const branches = this.branches.get(turn);
    const row = element("div", { class: "turnrow", role: "option", id: `turn-${turn}`, "data-turn": turn, "aria-selected": "false", "aria-setsize": this.length + 1, "aria-posinset": turn + 1 },
      element("span", { class: "n" }, turn), step && element("span", { class: `dot s${step.seat % 8}` }),
      turn === 0 ? element("span", { class: "text" }, "Start") : step?.forfeit ? element("span", { class: "text bad" }, `✕ ${step.forfeit.kind}`)
        : element("code", { class: "text" }, step ? step.action ?? "hidden" : ""),
      branches && element("span", { class: "branches", title: "Matches that branch here" }, `⑂ ${branches}`), step?.log && element("span", { class: "mark", title: "It has a log" }, "≡"),
      step?.cpu_us !== undefined && [bar, element("span", { class: "time" }, durationText(step.cpu_us))]);
    row.style.top = `${turn * rowHeight}px`;
    return row;
  }
}
