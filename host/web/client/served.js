// The view of a match on the server: recorded, played again, or live. Several browsers see the same match.

import { element, put } from "./dom.js";
import { matchHeading, MatchView } from "./match.js";
import { MovePanel } from "./moves.js";
import { PlayerForm } from "./players.js";
import { change, follow, read } from "./server.js";

/** Returns a form that asks for one player for each seat, and a button. */
class SeatsForm {
  constructor(game, header, title, action, onDone) {
    this.box = element("div", { class: "seats-form" });
    this.problem = element("p", { class: "bad", role: "alert" });
    this.button = element("button", { type: "submit" }, action);
    this.root = element("details", { class: "card" }, element("summary", {}, title),
      element("form", { onsubmit: (event) => this.submit(event) }, this.box, this.problem, this.button));
    this.onDone = onDone;
    this.players = header.match.seats.map((seat, i) => new PlayerForm(game, header.match.seats.length > 1 ? header.seat_names[i] : "Player",
      { chosen: seat.strategy ?? "human" }));
    put(this.box, this.players.map((player) => player.root));
  }

  async submit(event) {
    event.preventDefault();
    put(this.problem);
    try {
      await this.onDone(this.players.map((player) => player.value()));
    } catch (failure) {
      put(this.problem, failure.message);
    }
  }
}

/** A chooser for each seat that exchanges its player. */
function swapForms(game, header, id) {
  const forms = header.match.seats.map((_, seat) => {
    const player = new PlayerForm(game, header.match.seats.length > 1 ? header.seat_names[seat] : "Player", { chosen: header.live.players[seat].person ? "human" : header.live.players[seat].strategy });
    const note = element("p", { class: "soft small", role: "status" });
    const swap = async (event) => {
      event.preventDefault();
      try {
        await change("swap", { id, seat, player: player.value() });
        put(note, "From its next turn on.");
      } catch (failure) {
        put(note, element("span", { class: "bad" }, failure.message));
      }
    };
    return element("form", { class: "swap", onsubmit: swap }, player.root, element("button", { type: "submit" }, "Take over"), note);
  });
  return element("details", { class: "card" }, element("summary", {}, "Exchange players"), element("div", { class: "seats-form" }, forms));
}

/** A panel that asks a strategy what it would do at the shown turn. */
class HintPanel {
  constructor(game, id, turn, onUse) {
    this.player = new PlayerForm(game, "Strategy", { people: false });
    this.answer = element("div", { role: "status" });
    const ask = async (event) => {
      event.preventDefault();
      const at = turn();
      put(this.answer, element("p", { class: "soft" }, "It is thinking."));
      try {
        const hint = await change("hint", { id, turn: at, player: this.player.value() });
        const use = hint.action !== undefined && onUse(hint.action, at);
        put(this.answer, element("p", {}, `${hint.name} at turn ${at}: `, hint.action !== undefined ? element("code", {}, hint.action) : element("span", { class: "bad" }, hint.failed), use ? [" ", use] : ""),
          hint.log ? element("pre", { tabindex: "0" }, hint.log) : "");
      } catch (failure) {
        put(this.answer, element("p", { class: "bad" }, failure.message));
      }
    };
    this.root = element("details", { class: "card" }, element("summary", {}, "What would a strategy do?"),
      element("form", { onsubmit: ask }, this.player.root, element("button", { type: "submit" }, "Ask"), this.answer));
  }
}

/** Returns a form that shows another match of the same game beside this one; nothing if there is none. */
async function besideForm(id, header) {
  const others = (await read("matches")).filter((match) => match.id !== id && match.game === header.match.game.id);
  if (others.length === 0) return undefined;
  const chosen = element("select", { "aria-label": "Match" }, others.map((match) => element("option", { value: match.id }, match.title)));
  const show = (event) => {
    event.preventDefault();
    location.href = `compare?left=${encodeURIComponent(id)}&right=${encodeURIComponent(chosen.value)}`;
  };
  return element("details", { class: "card" }, element("summary", {}, "Show another match beside it"),
    element("form", { onsubmit: show }, chosen, element("button", { type: "submit" }, "Show")));
}

export async function showServedMatch(main, query) {
  const id = query.get("id");
  let header = await read("match", { id });
  document.title = `${header.title}, seed ${header.match.setup.seed} – Agon`;
  const load = (number) => read("block", { id, number });
  const moves = header.live ? new MovePanel(id) : undefined;
  const beside = moves ? [moves.root] : [];
  const view = new MatchView(header, load, { besideBoard: beside, onPick: (index, token) => {
    if (view.shown.turn === header.live?.turn) moves.pick(index, token);  // else the board is about to change
  } });
  const turn = () => view.player.turn;
  const use = (action, at) => header.live?.waits && at === header.length
    && element("button", { type: "button", onclick: () => moves.act(action) }, "Play it");
  const side = view.root.querySelector(".side");
  const download = element("p", { class: "soft small" }, element("a", { href: `api/transcript?id=${encodeURIComponent(id)}`, download: `${id}.jsonl` }, "Download the transcript"));
  side.append(download);
  put(main, matchHeading(header), view.root);
  if (moves) {
    view.boardOptions = (shown) => moves.boardOptions(shown.turn);
    moves.onChosen = () => view.shown && view.draw(view.shown);
    moves.update(header);
  }
  view.player.begin(header.live && !header.live.over ? header.length : 0);
  follow(id, (next) => {
    const rewritten = next.history !== header.history;
    view.turns.forget(rewritten ? 0 : view.turns.blockOf(header.length + 1));
    const shown = view.player.turn;
    header = next;
    moves?.update(header);
    if (moves && view.shown && view.shown.turn !== header.live?.turn) view.draw(view.shown);  // nothing can be picked on the old board
    view.update(header, Boolean(header.live));
    if (rewritten || (shown === view.player.turn && shown === header.length)) view.show(view.player.turn);
    return !header.live && !header.loading;
  }, (problem) => view.fail(problem));
  besideForm(id, header).then((form) => form && download.before(form));
  // After the board: it takes a moment to look at all strategies.
  const game = (await read("games")).find((each) => each.id === header.match.game.id);
  if (game) {
    if (header.live) download.before(swapForms(game, header, id));
    download.before(new HintPanel(game, id, turn, use).root);
    download.before(new SeatsForm(game, header, "Go on from this turn", "Start a branch here", async (seats) => {
      const branch = await change("branch", { id, turn: turn(), seats });
      location.href = `match?id=${branch.id}`;
    }).root);
  }
}
