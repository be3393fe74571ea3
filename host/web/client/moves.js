// The panel of a live match: whose turn it is, the legal actions, and what a person can do.

import { element, put } from "./dom.js";
import { change } from "./server.js";

const mostShown = 200;  // legal actions in the list at a time

function compact(text) {
  return text.replace(/\s+/g, "");
}

/** `status` is an element that tells whose turn it is; `onNow()` is called to show the last turn. */
export class MovePanel {
  constructor(id, status, onNow) {
    Object.assign(this, { id, status });
    this.chosen = [];
    this.tokens = [];
    this.input = element("input", { type: "text", id: "action", autocomplete: "off", spellcheck: "false", oninput: () => this.typed() });
    this.send = element("button", { type: "submit", class: "primary" }, "Play");
    this.form = element("form", { class: "action", onsubmit: (event) => {
      event.preventDefault();
      this.act(this.input.value.trim());
    } }, element("label", { for: "action" }, "Action"), element("div", { class: "inline" }, this.input, this.send));
    this.problem = element("p", { class: "bad", role: "alert" });
    this.list = element("ul", { class: "legal", "aria-label": "Legal actions" });
    this.count = element("p", { class: "soft small", role: "status" });
    this.undo = element("button", { type: "button", onclick: () => this.ask("undo", { turn: this.live.undo }) }, "Undo");
    this.resign = element("button", { type: "button", onclick: () => this.giveUp() }, "Resign");
    this.hold = element("button", { type: "button", onclick: () => this.ask("hold", { held: !this.live.held }) }, "Hold");
    this.notes = element("div", { role: "status" });
    this.past = element("p", { class: "past", role: "status" });
    this.now = element("button", { type: "button", onclick: onNow }, "Back to now");
    this.root = element("section", { class: "card moves", "aria-label": "Play" }, element("div", { class: "row" }, this.past, this.now),
      this.form, this.problem, this.count, this.list, element("div", { class: "buttons left" }, this.undo, this.resign, this.hold), this.notes);
  }

  update(header) {
    const before = this.live?.turn;
    this.header = header;
    this.live = header.live ?? { waits: false, over: true, undo: null, players: [], turn: 0 };
    if (before !== this.live.turn) this.clear();
    const { waits, over, to_move: seat, held } = this.live;
    const several = this.live.players.length > 1;
    const name = seat >= 0 && several ? header.seat_names[seat] : "";
    const who = this.live.players[seat]?.name ?? "";
    if (!over) put(this.status, waits ? (several ? `Your turn: ${name}` : "Your turn") : held ? "On hold" : `${who}${name ? ` (${name})` : ""} is thinking`);
    put(this.resign, "Resign");
    put(this.hold, held ? "Continue" : "Hold");
    put(this.notes, (header.notes ?? []).map((note) => element("p", { class: "soft small" }, note)));
    this.look(this.shownTurn ?? this.live.turn);
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

  /** Resigns at the second click. */
  giveUp() {
    if (this.resign.textContent === "Resign") put(this.resign, "Really resign?");
    else this.ask("resign", { seat: this.live.to_move });
  }

  /** Whether cells can be chosen at a turn, and which are. */
  boardOptions(turn) {
    const { over, waits, turn: now } = this.live;
    return { pickable: waits && turn === now, playing: !over, thinking: !over && !waits, chosen: this.chosen };
  }

  clear() {
    this.chosen = [];
    this.tokens = [];
    this.input.value = "";
    put(this.problem);
  }

  /** A cell was clicked: its token is added to the action. A click on the last chosen cell takes it back. */
  pick(index, token) {
    put(this.problem);
    if (this.chosen.at(-1) === index) {
      this.chosen.pop();
      this.tokens.pop();
    } else {
      this.chosen.push(index);
      this.tokens.push(token);
    }
    this.input.value = this.tokens.join(" ");
    this.fillList();
    this.onChosen?.();
    const whole = this.wholeAction();
    if (whole !== undefined) this.act(whole);
    else if (this.live.legal && this.matching().length === 0) {
      // No action begins like this: the cell begins another one.
      this.chosen = this.chosen.length > 1 ? [index] : [];
      this.tokens = this.chosen.length ? [token] : [];
      this.input.value = this.tokens.join(" ");
      this.fillList();
      this.onChosen?.();
      const alone = this.wholeAction();
      if (alone !== undefined) this.act(alone);
    }
  }

  /** Returns the legal action that the chosen cells name, unless another one begins like it. */
  wholeAction() {
    const texts = this.live.legal?.texts ?? [];
    const words = this.input.value;
    if (!words) return undefined;
    const exact = texts.filter((text) => text === words);
    const found = exact.length ? exact : texts.filter((text) => compact(text) === compact(words));
    const longer = texts.filter((text) => text.startsWith(`${words} `));
    return found.length === 1 && longer.length === 0 ? found[0] : undefined;
  }

  typed() {
    this.chosen = [];
    this.tokens = [];
    this.onChosen?.();
    this.fillList();
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
    this.list.hidden = !legal || this.form.hidden;
    this.count.hidden = this.list.hidden;
    if (this.list.hidden) return;
    const matching = this.matching();
    put(this.list, matching.slice(0, mostShown).map((text) => element("li", {}, element("button", { type: "button", class: "chip", onclick: () => this.act(text) }, text))));
    const all = legal.count > legal.texts.length ? `${legal.texts.length} of ${legal.count}` : `${legal.count}`;
    put(this.count, matching.length === legal.texts.length ? `${all} legal actions` : `${matching.length} of ${all} legal actions`);
  }

  async act(action) {
    if (!action) return;
    await this.ask("act", { action, turn: this.live.turn });
  }

  async ask(what, more) {
    put(this.problem);
    try {
      await change(what, { id: this.id, ...more });
    } catch (failure) {
      put(this.problem, failure.message);
    }
  }
}
