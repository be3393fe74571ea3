// The view of a match on the server: recorded, played again, or live. Several browsers see the same match.

import { card, element, leaveFor, put, trying } from "./dom.js";
import { MatchView, expectationText, playersAt } from "./match.js";
import { MovePanel } from "./moves.js";
import { PlayerForm, adviser } from "./players.js";
import { change, follow, read } from "./server.js";
import { shareCard } from "./share.js";

/** Returns a form for one player, at first who plays the seat now. */
function playerForm(game, header, seat) {
  const { person, strategy, options } = playersAt(header, header.length)[seat];
  return new PlayerForm(game, header.match.seats.length > 1 ? header.seat_names[seat] : "Player", { chosen: person ? "human" : strategy, options });
}

/** Returns a form that asks for one player for each seat, and a button; `onDone(players)` is called for it. */
function seatsForm(game, header, title, action, onDone) {
  const problem = element("p", { class: "bad", role: "alert" });
  const players = header.match.seats.map((_, seat) => playerForm(game, header, seat));
  const submit = trying(problem, () => onDone(players.map((player) => player.value())));
  return element("details", { class: "card" }, element("summary", {}, title),
    element("form", { onsubmit: submit }, element("div", { class: "seats-form" }, players.map(({ root }) => root)), problem, element("button", { type: "submit" }, action)));
}

/** A chooser for each seat that exchanges its player. */
function swapForms(game, header, id) {
  const forms = header.match.seats.map((_, seat) => {
    const player = playerForm(game, header, seat);
    const note = element("p", { class: "soft small", role: "status" });
    const problem = element("p", { class: "bad", role: "alert" });
    const swap = trying(problem, async () => {
      put(note);
      await change("swap", { id, seat, player: player.value() });
      put(note, "From its next turn on.");
    });
    return element("form", { class: "swap", onsubmit: swap }, player.root, element("button", { type: "submit" }, "Take over"), note, problem);
  });
  return element("details", { class: "card" }, element("summary", {}, "Exchange players"), element("div", { class: "seats-form" }, forms));
}

const mostCandidates = 10;  // candidates of a hint

/** Returns a hint's candidates as a list, with their shares of the search as bars. */
function candidateList({ candidates, evaluation }) {
  return [evaluation && element("p", { class: "soft small" }, `It expects ${expectationText(evaluation)}.`),
    candidates && element("ol", { class: "candidates", "aria-label": "Actions by their share of the search" }, candidates.slice(0, mostCandidates).map(({ action, share }) => {
      const part = share < 0.005 ? "<1 %" : `${Math.round(100 * share)} %`;
      return element("li", {}, element("code", {}, action), element("meter", { value: share, max: Math.max(...candidates.map((each) => each.share)) || 1, "aria-label": part }), element("span", { class: "number" }, part));
    }), candidates.length > mostCandidates && element("li", { class: "soft small" }, `and ${candidates.length - mostCandidates} more`))];
}

/** Returns the game with the match's players that were given as files, after the strategies that the server lists. */
function withPlayers(game, { match, seat_names: names }) {
  const players = match.seats.map(({ strategy, name, version, person }, seat) => ({ plugin: `seat ${seat}`, id: `${name ?? strategy} (${names[seat]})`, summary: "played this match", options: [], seat,
    listed: person !== undefined || (version !== "program" && game.strategies.some(({ id }) => id === strategy)) }));
  return { ...game, strategies: [...game.strategies, ...players.filter(({ listed }) => !listed)] };
}

/** A panel that asks a strategy what it would do at the shown turn. `onHint(hint, turn)` is called with its answer, unless earlier turns have
 * changed meanwhile: `history()` tells. */
class HintPanel {
  constructor(game, id, turn, history, onUse, onHint) {
    this.player = new PlayerForm(game, "Strategy", { people: false, chosen: adviser(game) });
    this.answer = element("div", { role: "status" });
    this.ask = async (event) => {
      event?.preventDefault();
      this.root.open = true;
      const [at, before] = [turn(), history()];
      const asked = this.asked = {};  // only the last question is answered
      this.thinking = true;
      put(this.answer, element("p", { class: "soft" }, "It is thinking."));
      try {
        const hint = await change("hint", { id, turn: at, player: this.player.value() });
        if (asked !== this.asked) return;
        this.thinking = false;
        if (history() !== before) {
          put(this.answer);
          return;
        }
        const use = hint.action !== undefined && onUse(hint.action, at);
        this.at = at;
        if (hint.action !== undefined) onHint(hint, at);
        put(this.answer, element("p", {}, `${hint.name} at turn ${at}: `, hint.action !== undefined ? element("code", {}, hint.action) : element("span", { class: "bad" }, hint.failed), use ? [" ", use] : ""),
          candidateList(hint), hint.log ? element("pre", { tabindex: "0" }, hint.log) : "");
      } catch (failure) {
        if (asked !== this.asked) return;
        this.thinking = false;
        put(this.answer, element("p", { class: "bad" }, failure.message));
      }
    };
    this.forget = (length) => !this.thinking && length !== this.at && put(this.answer);
    this.root = element("details", { class: "card" }, element("summary", {}, "What would a strategy do?"),
      element("form", { onsubmit: this.ask }, this.player.root, element("button", { type: "submit" }, "Ask"), this.answer));
  }
}

/** Returns the tree of the matches that branch from one another, this one among them; nothing if there is no other. */
function branchTree(id, matches) {
  const byId = new Map(matches.map((match) => [match.id, match]));
  let root = id;
  while (byId.get(root)?.from) root = byId.get(root).from.id;
  const node = (of) => {
    const name = byId.get(of)?.title ?? of;
    const branches = matches.filter((match) => match.from?.id === of).sort((a, b) => a.from.turn - b.from.turn);
    const turn = byId.get(of)?.from?.turn;
    return element("li", {}, turn !== undefined && element("span", { class: "soft" }, `after turn ${turn}: `),
      of === id ? element("b", {}, name) : element("a", { href: `match?id=${encodeURIComponent(of)}` }, name), branches.length > 0 && element("ul", {}, branches.map((match) => node(match.id))));
  };
  return matches.some((match) => match.from && (match.id === id || match.from.id === id)) ? card("Branches", element("ul", { class: "tree" }, node(root))) : undefined;
}

/** Returns a form that shows another match of the same game beside this one; nothing if there is none. */
function besideForm(id, header, matches) {
  const others = matches.filter((match) => match.id !== id && match.game === header.match.game.id);
  if (others.length === 0) return undefined;
  const chosen = element("select", { "aria-label": "Match" }, others.map((match) => element("option", { value: match.id }, match.title)));
  const show = (event) => {
    event.preventDefault();
    location.href = `compare?left=${encodeURIComponent(id)}&right=${encodeURIComponent(chosen.value)}`;
  };
  return element("details", { class: "card" }, element("summary", {}, "Show another match beside it"),
    element("form", { onsubmit: show }, chosen, element("button", { type: "submit" }, "Show")));
}

/** Buttons that start the next match: the same again, with the seats exchanged, and on the next seed. */
function nextMatch(game, header, problem) {
  const { match } = header;
  const players = match.seats.map((seat) => (seat.person ? { plugin: "human" } : {
    plugin: game.strategies.find((each) => each.id === seat.strategy)?.plugin ?? seat.strategy,
    options: Object.fromEntries(Object.entries(seat.options).filter(([name]) => !name.startsWith("limit."))) }));
  const start = (name, seed, seats, kept) => element("button", { type: "button", onclick: trying(problem, async () => {
    const parameters = {};
    for (const parameter of game.parameters) {
      const value = match.setup.parameters[parameter.name];
      if (value !== undefined && kept(parameter)) parameters[parameter.name] = value === true ? "yes" : value === false ? "no" : String(value);
    }
    await leaveFor(`match?id=${(await change("play", { game: match.game.id, seed: String(seed), parameters, seats })).id}`);
  }) }, name);
  const { seed } = match.setup;
  return [start("Rematch", seed, players, () => true),
    players.length > 1 && start("Swap sides", seed, [...players.slice(1), players[0]], () => true),
    start("Next seed", BigInt(seed) + 1n, players, ({ kind, default: usual }) => usual !== null || kind !== "text")];
}

export async function showServedMatch(main, query) {
  const id = query.get("id");
  if (id === null) throw new Error("The address names no match.");
  let header = await read("match", { id });
  document.title = `${header.title}, seed ${header.match.setup.seed} – Agon`;
  const load = (number) => read("block", { id, number });
  const present = () => view.shown?.turn === header.live?.turn;  // else the board is about to change
  const view = new MatchView(header, load, { onPick: (index) => present() && moves.pick(index),
    onPoint: (index) => present() && moves.point(index, (...shown) => view.board.preview(...shown)) });
  const moves = header.live && !query.has("embed") ? new MovePanel(id, view.status, () => view.playback.go(header.length)) : undefined;
  const turn = () => view.playback.turn;
  const use = (action, at) => header.live?.waits && at === header.length
    && element("button", { type: "button", onclick: () => moves.act(action) }, "Take it");
  const side = view.details;
  const download = shareCard(id, view);
  side.append(download);
  document.querySelector(".top").append(view.heading);
  put(main, view.root);
  if (moves) {
    side.prepend(moves.root);
    view.playback.root.before(moves.deck);
    view.boardOptions = (shown) => moves.boardOptions(shown.turn);
    view.onDrawn = (shown) => moves.look(view.playback.isBehind() ? header.length : shown.turn);
    moves.onChosen = () => {
      if (view.shown) view.draw(view.shown);
      if (moves.pointed !== undefined) moves.point(moves.pointed, (...shown) => view.board.preview(...shown));
    };
    moves.update(header);
  }
  let game;
  let hints;
  let guided;  // the turn of the last advice
  const guide = async () => {
    if (!query.has("guide") || !moves || !game || !header.live.waits || guided === header.live.turn) return;
    const turn = guided = header.live.turn;
    const hint = await change("hint", { id, turn, player: { plugin: adviser(game), options: {} } }).catch(() => ({}));
    if (hint.action === undefined || turn !== header.live.turn) return;
    view.hint(hint, turn);
    put(moves.advice, `${hint.name} would choose `, element("code", {}, hint.action), ". Choose that, or what you like better; the rules are on this page.");
  };
  const offerNext = () => {
    if (game && header.match.result && !view.next.hasChildNodes()) put(view.next, nextMatch(game, header, view.problem));
    else if (!header.match.result) put(view.next);
  };
  view.playback.begin(header.length);
  // A long match takes a moment to be replayed up to its end: until then its start is shown.
  if (header.loading) view.turns.at(0).then((start) => view.shown || view.draw(start)).catch(() => {});
  follow(id, (next) => {
    const rewritten = next.history !== header.history;
    view.turns.forget(rewritten ? 0 : view.turns.blockOf(header.length + 1));
    const shown = view.playback.turn;
    header = next;
    moves?.update(header);
    if (moves && view.shown && view.shown.turn !== header.live?.turn) view.draw(view.shown);  // nothing can be picked on the old board
    view.playback.paced = header.live?.players.some(({ person }) => person);
    view.update(header, Boolean(header.live));
    offerNext();
    guide();
    hints?.forget(header.length);
    if (rewritten || (shown === view.playback.turn && shown === header.length)) view.shownTurn.show(view.playback.turn);
    return !header.live && !header.loading;
  }, (problem) => view.showProblem(problem));
  // All else comes after the board: it takes a moment to look at all strategies.
  await view.turns.at(header.loading ? 0 : turn()).catch(() => {});
  await new Promise(requestAnimationFrame);
  const matches = await read("matches");
  const branches = matches.filter((match) => match.from?.id === id).map((match) => match.from.turn);
  view.list.mark(new Map(branches.map((at) => [at, branches.filter((other) => other === at).length])));
  for (const each of [branchTree(id, matches), besideForm(id, header, matches)]) if (each) download.before(each);
  game = (await read("games")).find((each) => each.id === header.match.game.id);
  if (game) {
    offerNext();
    download.before(element("details", { class: "card" }, element("summary", {}, "Rules"), element("p", { class: "rules" }, game.rules)));
    if (header.live) download.before(swapForms(game, header, id));
    hints = new HintPanel(withPlayers(game, header), id, turn, () => header.history, use, (hint, at) => view.hint(hint, at));
    download.before(hints.root);
    guide();
    moves?.buttons.append(element("button", { type: "button", onclick: hints.ask }, "Hint"));
    download.before(seatsForm(game, header, "Go on from this turn", "Start a branch here", async (seats) => {
      const branch = await change("branch", { id, turn: turn(), seats });
      await leaveFor(`match?id=${branch.id}`);
    }));
  }
}
