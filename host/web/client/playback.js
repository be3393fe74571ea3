// The slider of a match: turn, play and pause, speed, keys, and the part of the address behind '#'. Where a page opens at
// the last turn, an address that ends there names none: it stays right when the match goes on.

import { element, keep, kept, numberText, put, shape } from "./dom.js";

const turnsPerSecond = 2;  // at speed 1x
const pace = 350;  // milliseconds between turns that have come together
const mostPaced = 8;
const speeds = [0.25, 0.5, 1, 2, 5, 10, 25, 50, 100];

const icons = {
  first: "M5 4h2v12H5zM16 4v12L8 10z",
  back: "M13.5 4v12L6 10z",
  play: "M6 3.5v13L16.5 10z",
  pause: "M5.5 4h3v12h-3zM11.5 4h3v12h-3z",
  forward: "M6.5 4v12L14 10z",
  last: "M13 4h2v12h-2zM4 4v12l8-6z",
};

function icon(name) {
  return shape("svg", { viewBox: "0 0 20 20", class: "icon", "aria-hidden": "true" }, shape("path", { d: icons[name] }));
}

function turnInAddress() {
  const match = /^#turn=(\d+)$/.exec(location.hash);
  return match ? Number(match[1]) : undefined;
}

function typing(target) {
  return target instanceof Element && target.closest("input:not([type=range]), select, textarea, [contenteditable]") !== null;
}

const keys = [["←  →", "one turn back or on"], ["J  L, Page up, Page down", "ten turns back or on"], ["Home  End", "first or last turn"],
  ["K, Space", "watch or pause"], ["↑  ↓", "in the list of moves: one turn back or on"], ["R, Esc", "while you play: the first button below the board, as to turn a tile; begin the action anew"], ["?", "this list"]];

function keysDialog() {
  return element("dialog", { "aria-label": "Keys", onclick: (event) => event.currentTarget.close() }, element("h2", {}, "Keys"),
    element("dl", { class: "facts keys" }, keys.map(([key, what]) => element("div", {}, element("dt", {}, key), element("dd", {}, what)))),
    element("form", { method: "dialog" }, element("button", { type: "submit" }, "Close")));
}

/** Calls `onTurn(turn)` whenever another turn is selected. `endIsHome`: the page opens at the last turn. While `paced` is set, turns that come
 * together are shown one after another. */
export class Playback {
  constructor(onTurn, { endIsHome = false } = {}) {
    this.onTurn = onTurn;
    this.endIsHome = endIsHome;
    this.turn = 0;
    this.length = 0;
    this.playing = false;
    const button = (name, title, action) => element("button", { type: "button", class: "icon", title, "aria-label": title, onclick: action }, icon(name));
    this.first = button("first", "First turn (Home)", () => this.go(0));
    this.back = button("back", "One turn back (Left)", () => this.go(this.turn - 1));
    this.toggle = button("play", "Watch (Space)", () => this.setPlaying(!this.playing));
    this.toggle.classList.add("primary");
    this.forward = button("forward", "One turn on (Right)", () => this.go(this.turn + 1));
    this.last = button("last", "Last turn (End)", () => this.go(this.length));
    this.slider = element("input", { type: "range", min: 0, max: 0, step: 1, value: 0, class: "slider", "aria-label": "Turn", oninput: () => this.go(Number(this.slider.value)) });
    const usual = Number(kept("speed") ?? 1);
    this.speed = element("select", { "aria-label": "Speed", onchange: () => keep("speed", this.speed.value) }, speeds.map((speed) => element("option", { value: speed, selected: speed === usual }, `${speed}×`)));
    this.count = element("output", { class: "count" });
    this.keys = keysDialog();
    this.root = element("div", { class: "playback" }, element("div", { class: "group" }, this.first, this.back, this.toggle, this.forward, this.last), this.slider,
      this.count, this.speed, element("button", { type: "button", class: "icon", title: "Keys (?)", "aria-label": "Keys (?)", onclick: () => this.keys.showModal() }, "?"), this.keys);
    document.addEventListener("keydown", (event) => this.key(event));
    window.addEventListener("hashchange", () => {
      const turn = turnInAddress();
      if (turn !== undefined && turn !== this.turn) this.go(turn, false);
    });
  }

  /** Sets the number of turns. If the last turn is shown and `follow`, shows the new last turn. */
  setLength(length, follow = false) {
    const atEnd = this.turn === this.length || this.isBehind();
    this.length = length;
    this.slider.max = String(length);
    if (this.awaited !== undefined) this.goWhenThere(this.awaited);
    else if (follow && atEnd && this.paced && this.turn < length) this.catchUp();
    else if ((follow && atEnd) || this.turn > length) this.go(length, location.hash !== "");
    else this.refresh();
  }

  /** Shows the turns that have come one after another, so that each is seen. */
  catchUp() {
    this.go(this.length - this.turn > mostPaced || document.hidden ? this.length : this.turn + 1, location.hash !== "");
    if (this.turn < this.length) this.catching = setTimeout(() => this.catchUp(), pace);
  }

  /** Returns whether turns that have come are still to be shown. */
  isBehind() {
    return this.catching !== undefined;
  }

  /** Shows the turn that the address names, else `otherwise`. */
  begin(otherwise) {
    this.goWhenThere(turnInAddress() ?? otherwise);
  }

  /** Shows a turn. If the match is still played or loaded and does not have it yet, shows the last turn until it does. */
  goWhenThere(turn) {
    this.go(turn, false);
    this.awaited = turn > this.length ? turn : undefined;
  }

  go(turn, named = true) {
    clearTimeout(this.catching);
    this.catching = undefined;
    this.awaited = undefined;
    this.turn = Math.min(this.length, Math.max(0, turn));
    this.refresh();
    if (named) this.nameLater();
    this.onTurn(this.turn);
  }

  /** Names the turn in the address, at most a few times per second: browsers limit it. */
  nameLater() {
    if (this.naming) return;
    this.naming = setTimeout(() => {
      this.naming = undefined;
      const unnamed = this.endIsHome && this.turn === this.length;
      history.replaceState(null, "", unnamed ? location.pathname + location.search : `#turn=${this.turn}`);
    }, 150);
  }

  refresh() {
    this.slider.value = String(this.turn);
    this.slider.setAttribute("aria-valuetext", `turn ${this.turn} of ${this.length}`);
    put(this.count, element("b", {}, numberText(this.turn)), ` / ${numberText(this.length)}`);
    const [atStart, atEnd] = [this.turn === 0, this.turn === this.length];
    for (const each of [this.first, this.back]) each.disabled = atStart;
    for (const each of [this.forward, this.last]) each.disabled = atEnd;
  }

  setPlaying(playing) {
    if (playing && this.turn === this.length) this.go(0);
    this.playing = playing;
    put(this.toggle, icon(playing ? "pause" : "play"));
    const title = playing ? "Pause (Space)" : "Watch (Space)";
    this.toggle.title = title;
    this.toggle.setAttribute("aria-label", title);
    if (!playing) return;
    let before = performance.now();
    let due = 0;
    const frame = (now) => {
      if (!this.playing) return;
      due += ((now - before) / 1000) * turnsPerSecond * Number(this.speed.value);
      before = now;
      const whole = Math.floor(due);
      due -= whole;
      if (whole > 0) this.go(this.turn + whole);
      if (this.turn === this.length) this.setPlaying(false);
      else requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
    const button = event.target instanceof Element && event.target.closest("button, summary, a") !== null;
    const listed = event.target instanceof Element && event.target.closest("[role=listbox]") !== null;
    const actions = {
      ArrowLeft: () => this.go(this.turn - 1),
      ArrowRight: () => this.go(this.turn + 1),
      Home: () => this.go(0),
      End: () => this.go(this.length),
      PageUp: () => this.go(this.turn - 10),
      PageDown: () => this.go(this.turn + 10),
      j: () => this.go(this.turn - 10),
      l: () => this.go(this.turn + 10),
      k: () => this.setPlaying(!this.playing),
      "?": () => this.keys.showModal(),
      " ": () => this.setPlaying(!this.playing),
      ...(listed && { ArrowUp: () => this.go(this.turn - 1), ArrowDown: () => this.go(this.turn + 1) }),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action || this.keys.open || (button && event.key === " ")) return;
    event.preventDefault();
    action();
  }
}
