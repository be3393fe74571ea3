// The first view: the games, the matches of files and those played here, and the runs in the results database.

import { card, element, keepingFocus, numberText, put, wordFilter } from "./dom.js";
import { resultText } from "./match.js";
import { Rate, refresh } from "./progress.js";
import { read } from "./server.js";
import { demoOf, thumbnail } from "./thumb.js";

const mostShown = 12;  // of matches and of runs, until one asks for more

function heads(...names) {
  return element("thead", {}, element("tr", {}, names.map((name) => element("th", { scope: "col", class: name === "Matches" ? "number" : undefined }, name))));
}

/** Returns what a match has come to. */
function stateOf({ scores, header }) {
  if (scores) return scores.map(numberText).join(" : ");
  return header.match ? resultText(header) : `turn ${header.length}`;
}

function matchRow(match) {
  const over = match.scores || match.header.match;  // others would go on if they were opened
  return element("li", {}, over ? thumbnail(match.id) : element("span", { class: "thumb" }), element("a", { href: `match?id=${encodeURIComponent(match.id)}` }, match.title),
    element("span", {}, stateOf(match)), element("span", { class: "soft" }, match.file ?? "played here"));
}

function gameItem(game) {
  const words = encodeURIComponent(game.id);
  return element("li", {}, demoOf(game), element("h2", {}, game.title), element("p", { class: "soft small" }, game.summary),
    element("div", { class: "buttons left" }, element("a", { class: "button primary", href: `play?game=${words}` }, "Play", element("span", { class: "unseen" }, ` ${game.title}`)),
      element("a", { class: "button", href: `play?game=${words}&guide=yes` }, "First match, guided")));
}

/** Shows the first of many rows, and a button for the rest. */
function shorten(list, all, rowOf) {
  put(list, all.slice(0, mostShown).map(rowOf));
  const more = element("button", { type: "button", hidden: all.length <= mostShown, onclick: () => {
    list.append(...all.slice(mostShown).map(rowOf));
    more.hidden = true;
  } }, `Show ${all.length - mostShown} more`);
  return more;
}

export async function showHome(main) {
  document.title = "Agon";
  const games = element("ul", { class: "gallery" });
  const matches = element("ul", { class: "matches" });
  const runs = element("tbody", {});
  const noRuns = element("p", { class: "soft" }, "No runs yet. Matches on several seeds are stored as runs, and appear here while they are played.");
  const words = element("input", { type: "search", hidden: true, placeholder: "game, state or strategy", "aria-label": "Filter runs", oninput: () => showRuns() });
  const runTable = element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Runs" }, element("table", {}, heads("Run", "Game", "State", "Matches", "Started", "Command"), runs));
  const rates = new Map();
  const runRow = (run) => {
    if (!rates.has(run.id)) rates.set(run.id, new Rate(run));
    return element("tr", {}, element("th", { scope: "row" }, element("a", { href: `run?id=${run.id}` }, `Run ${run.id}`)),
      element("td", {}, run.game), element("td", {}, element("span", { class: `state ${run.state}` }, run.state)),
      element("td", { class: "number" }, run.state === "running" ? rates.get(run.id).text(run) : run.matches),
      element("td", {}, run.started), element("td", { class: "command", title: run.command }, element("code", {}, run.command)));
  };
  const all = await read("matches");
  const moreMatches = shorten(matches, all, matchRow);
  const moreRuns = element("div", {});
  put(main, element("div", { class: "heading" }, element("h1", {}, "Games")),
    element("div", { class: "stack" }, games, card("Matches", all.length ? [matches, moreMatches] : element("p", { class: "soft" }, "None yet. Play one, or name files of transcripts on the command line.")),
      card("Runs", element("div", { class: "tools" }, element("a", { class: "button", href: "start" }, "Start a run"), words), noRuns, runTable, moreRuns)));
  let found = [];
  let shown = [];
  const wanted = () => found.filter(({ game, state, command }) => wordFilter(words.value)([game, state, command].join(" ")));
  const showRuns = () => {
    shown = wanted();
    put(moreRuns, shorten(runs, shown, runRow));
  };
  const update = async () => {
    found = await read("runs");
    noRuns.hidden = found.length > 0;
    runTable.hidden = words.hidden = found.length === 0;
    const rows = wanted();
    if (rows.map(({ id }) => id).join() === shown.map(({ id }) => id).join()) keepingFocus(runs, () => rows.forEach((run, i) => runs.children[i]?.replaceWith(runRow(run))));
    else showRuns();
  };
  const watch = () => found.some((run) => run.state === "running") && setTimeout(() => update().catch(() => {}).then(watch), refresh);
  await update();
  watch();
  put(games, (await read("games")).map(gameItem));
}
