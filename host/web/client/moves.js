// The panel of a live match: whose turn it is, what may be chosen, and what else a person can do. What may be chosen next, on the board or by
// buttons, the server tells (docs/playing.md).

import { counted, element, put, shape, trying } from "./dom.js";
import { change, read } from "./server.js";

const mostListed = 200;  // legal actions in the list at a time

function compact(text) {
  return text.replace(/\s+/g, "");
}

/** Returns a picture of cells: [row, column, row, column, ...]. */
function pictureOf(cells) {
  const part = (first) => cells.filter((_, i) => i % 2 === first);
  const [rows, columns] = [Math.max(...part(0)) + 1, Math.max(...part(1)) + 1];
  return shape("svg", { viewBox: `0 0 ${columns} ${rows}`, width: 9 * columns, height: 9 * rows, "aria-hidden": "true" },
    part(0).map((row, i) => shape("rect", { x: part(1)[i] + 0.05, y: row + 0.05, width: 0.9, height: 0.9 })));
}

/** `status` is an element that tells whose turn it is; `onNow()` is called to show the last turn. */
export class MovePanel {
  constructor(id, status, onNow) {
    Object.assign(this, { id, status });
    this.clear();
    this.input = element("input", { type: "text", id: "action", autocomplete: "off", spellcheck: "false", oninput: () => this.fillList() });
    this.send = element("button", { type: "submit", class: "primary" }, "Move");
    this.form = element("form", { class: "action", onsubmit: (event) => {
      event.preventDefault();
      this.act(this.input.value.trim());
    } }, element("label", { for: "action" }, "Action"), element("div", { class: "inline" }, this.input, this.send));
    this.problem = element("p", { class: "bad", role: "alert" });
    this.advice = element("p", { class: "soft", role: "status" });
    this.tray = element("div", { class: "tray", role: "group", "aria-label": "Choices" });
    this.deck = element("div", { class: "deck" }, this.problem, this.advice, this.tray);
    document.addEventListener("keydown", (event) => this.key(event));
    this.list = element("ul", { class: "legal", "aria-label": "Legal actions" });
    this.count = element("p", { class: "soft small", role: "status" });
    this.undo = element("button", { type: "button", onclick: trying(this.problem, () => change("undo", { id, turn: this.live.undo })) }, "Undo");
    this.resign = element("button", { type: "button", onclick: ({ detail }) => this.giveUp(detail) }, "Resign");
    this.hold = element("button", { type: "button", onclick: trying(this.problem, () => change("hold", { id, held: !this.live.held })) }, "Hold");
    this.buttons = element("div", { class: "buttons left" }, this.undo, this.resign, this.hold);
    this.notes = element("div", { role: "status" });
    this.past = element("p", { class: "past", role: "status" });
    this.now = element("button", { type: "button", onclick: onNow }, "Back to now");
    this.root = element("section", { class: "card moves", "aria-label": "Play" }, element("div", { class: "row" }, this.past, this.now),
      this.form, this.count, this.list, this.buttons, this.notes);
  }

  update(header) {
    const before = this.live && this.position;
    this.header = header;
    this.live = header.live ?? { waits: false, over: true, undo: null, players: [], turn: 0 };
    const { position } = this;
    if (before !== position) {
      this.clear();
      this.input.value = "";
      put(this.problem);
      put(this.advice);
    }
    if (this.live.waits && this.offered !== position) this.offer("");
    const { waits, over, to_move: seat, held } = this.live;
    const several = this.live.players.length > 1;
    const name = seat >= 0 && several ? header.seat_names[seat] : "";
    const who = this.live.players[seat]?.name ?? "";
    const thinking = !over && !waits && !held;
    if (!thinking || this.since === undefined || before !== position) this.since = thinking ? Date.now() : undefined;
    this.clock ??= setInterval(() => this.showClock(), 1000);
    if (!over) put(this.status, waits ? (several ? `Your turn: ${name}` : "Your turn") : held ? "On hold" : `${who}${name ? ` (${name})` : ""} is thinking`);
    put(this.resign, "Resign");
    put(this.hold, held ? "Continue" : "Hold");
    put(this.notes, (header.notes ?? []).map((note) => element("p", { class: "soft small" }, note)));
    this.look(this.shownTurn ?? this.live.turn);
  }

  /** What tells positions of the match apart: after an undo, a turn comes again. */
  get position() {
    return `${this.header.history}/${this.live.turn}`;
  }

  /** Tells how long a strategy has been thinking, as soon as that takes a while. */
  showClock() {
    const seconds = this.since === undefined ? 0 : Math.floor((Date.now() - this.since) / 1000);
    this.status.dataset.clock = seconds > 1 ? `${seconds} s` : "";
  }

  /** What can be done changes the present: while an earlier turn is shown, only the way back is offered. */
  look(turn) {
    this.shownTurn = turn;
    const { waits, over, undo, turn: now } = this.live;
    const past = turn < now && !over;
    put(this.past, past ? `You look at turn ${turn}, in the past.` : "");
    this.past.parentNode.hidden = !past;
    this.form.hidden = !waits || past;
    this.resign.hidden = !waits || past;
    this.undo.hidden = undo === null || past;
    this.hold.hidden = over || waits;
    this.root.hidden = over && this.undo.hidden && !this.notes.hasChildNodes();
    this.fillList();
  }

  /** Returns whether a click is the second one of a double click, and strategies have acted since the first. */
  isLate({ detail }) {
    const { clickedAt } = this;
    this.clickedAt = this.live.turn;
    return detail > 1 && this.live.turn > clickedAt + 1;
  }

  /** Resigns at the second click, unless both are a double click: `clicks` counts those. */
  giveUp(clicks) {
    if (this.resign.textContent === "Resign") put(this.resign, "Really resign?");
    else if (clicks < 2) this.ask("resign", { seat: this.live.to_move });
  }

  /** Whether cells can be chosen at a turn, and which are. */
  boardOptions(turn) {
    const { over, waits, turn: now } = this.live;
    const pickable = waits && turn === now;
    return { pickable, cells: this.cells, begun: this.begun !== "", playing: !over, thinking: !over && !waits, chosen: this.chosen };
  }

  clear() {
    Object.assign(this, { begun: "", chosen: [], cells: new Map(), offered: undefined });
    if (this.tray) put(this.tray);
  }

  /** Asks what may be chosen after `begun`; cells `chosen` are marked. */
  async offer(begun, chosen = []) {
    const { position } = this;
    Object.assign(this, { begun, chosen, offered: position, cells: new Map() });
    let all = [];
    try {
      all = await read("choices", { id: this.id, begun });
    } catch (failure) {
      if (position === this.position) put(this.problem, failure.message);
    }
    if (position !== this.position || begun !== this.begun) return;
    this.cells = new Map(all.filter((choice) => choice.cell !== undefined).map((choice) => [choice.cell, choice]));
    put(this.tray, all.filter((choice) => choice.cell === undefined).map((choice) => element("button", { type: "button", class: "choice", onclick: (event) => this.isLate(event) || this.choose(choice) },
      choice.picture && pictureOf(choice.picture), choice.label ?? choice.text)));
    this.fillList();
    this.onChosen?.();
  }

  async choose(choice, chosen = []) {
    if (choice.whole) await this.act(choice.text);
    else await this.offer(choice.text, chosen);
  }

  /** Returns what a click on a cell means; undefined: nothing. */
  async meaning(index) {
    return (await read("choices", { id: this.id, begun: this.begun, cell: index }))[0];
  }

  /** A cell was clicked: it is chosen, or the game says why it can't be. One click waits for the one before; if that one has acted, this one was
   * meant for a position that is gone. */
  pick(index) {
    const { position } = this;
    this.picking = (this.picking ?? Promise.resolve()).then(trying(this.problem, async () => {
      if (position !== this.position || position === this.acted) return;
      if (this.chosen.at(-1) === index) return await this.offer("");  // taken back
      const choice = this.cells.get(index) ?? await this.meaning(index);
      if (!choice || choice.refusal) throw new Error(choice ? choice.refusal : "Nothing can be chosen there.");
      await this.choose(choice, choice.text.startsWith(this.begun) ? [...this.chosen, index] : [index]);
    }));
  }

  /** The pointer, or the focus, is on a cell; undefined: on none. Shows what a choice of it would touch. */
  async point(index, show) {
    this.pointed = index;
    if (index === undefined || this.asking) return show([]);
    this.asking = true;
    try {
      const choice = this.live.waits ? await this.meaning(index) : undefined;
      if (this.pointed === index) show(choice?.cells ?? [], Boolean(choice?.refusal));
    } catch { /* the turn has ended */ } finally {
      this.asking = false;
    }
    if (this.pointed !== index) this.point(this.pointed, show);
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.target.closest?.("input, select, textarea, dialog") || this.form.hidden) return;
    if (event.key === "Escape" && this.begun) this.offer("");
    else if (event.key.toLowerCase() === "r") this.tray.querySelector("button")?.click();
  }

  matching() {
    const texts = this.live.legal?.texts ?? [];
    const words = this.input.value.trim().toLowerCase();
    if (!words) return texts;
    const starts = texts.filter((text) => text.toLowerCase().startsWith(words) || compact(text.toLowerCase()).startsWith(compact(words)));
    return starts.length ? starts : texts.filter((text) => text.toLowerCase().includes(words));
  }

  fillList() {
    const legal = this.live.legal;
    this.list.hidden = !legal || this.form.hidden || (this.tray.hasChildNodes() && this.input.value === "");
    this.tray.hidden = this.advice.hidden = this.form.hidden;
    this.deck.hidden = this.live.over;
    this.count.hidden = this.list.hidden;
    if (this.list.hidden) return;
    const matching = this.matching();
    put(this.list, matching.slice(0, mostListed).map((text) => element("li", {}, element("button", { type: "button", class: "chip", onclick: (event) => this.isLate(event) || this.act(text) }, text))));
    const all = (legal.count > legal.texts.length ? `${legal.texts.length} of ` : "") + counted(legal.count, "legal action");
    put(this.count, matching.length === legal.texts.length ? all : `${matching.length} of ${all}`);
  }

  /** Acts once at a turn: who clicks twice means one action, although the page learns of the next turn some time after the first answer. */
  async act(action) {
    const { position, live: { turn } } = this;
    if (!action || position === this.acted) return;
    this.acted = position;
    if (!await this.ask("act", { action, turn })) this.acted = undefined;
  }

  /** Returns whether the server has done it; else the panel says why not. */
  async ask(what, more) {
    let done = false;
    await trying(this.problem, async () => {
      await change(what, { id: this.id, ...more });
      done = true;
    })();
    return done;
  }
}
