// The first view: matches of files and of this session, and the runs in the results database.

import { card, element, numberText, put } from "./dom.js";
import { resultText } from "./match.js";
import { read } from "./server.js";

const refresh = 3000;  // milliseconds, while a run is played

function stateText(state) {
  return element("span", { class: `state ${state}` }, state);
}

function runRow(run) {
  return element("tr", {}, element("th", { scope: "row" }, element("a", { href: `run?id=${run.id}` }, `Run ${run.id}`)),
    element("td", {}, run.game), element("td", {}, stateText(run.state)), element("td", { class: "number" }, run.matches),
    element("td", {}, run.started), element("td", { class: "command" }, element("code", {}, run.command)));
}

function heads(...names) {
  return element("thead", {}, element("tr", {}, names.map((name) => element("th", { scope: "col", class: name === "Matches" ? "number" : undefined }, name))));
}

export async function showHome(main) {
  document.title = "Agon";
  const runs = element("tbody", {});
  const noRuns = element("p", { class: "soft" }, "No runs yet. Matches on several seeds are stored as runs, and appear here while they are played.");
  const runTable = element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Runs" }, element("table", {}, heads("Run", "Game", "State", "Matches", "Started", "Command"), runs));
  const matches = await read("matches");
  const results = matches.map((match) => element("span", {}, match.scores?.map(numberText).join(" : ") ?? ""));
  const list = matches.length
    ? element("ul", { class: "matches" }, matches.map((match, i) => element("li", {}, element("a", { href: `match?id=${encodeURIComponent(match.id)}` }, match.title),
        results[i], element("span", { class: "soft" }, match.file ?? "played here"))))
    : element("p", { class: "soft" }, "None yet. Start one with Play, or name files of transcripts on the command line.");
  const games = element("ul", { class: "gallery" });
  put(main, element("div", { class: "heading row" }, element("h1", {}, "Matches"), element("a", { class: "button primary", href: "play" }, "Play a match")),
    element("div", { class: "stack" }, card("Matches of this session", list), card("Runs", noRuns, runTable), card("Games", games)));
  const update = async () => {
    const all = await read("runs");
    put(runs, all.map(runRow));
    noRuns.hidden = all.length > 0;
    runTable.hidden = all.length === 0;
    if (all.some((run) => run.state === "running")) setTimeout(() => update().catch(() => {}), refresh);
  };
  await update();
  read("games").then((all) => put(games, all.map((game) => element("li", {}, element("a", { href: `play?game=${encodeURIComponent(game.id)}` }, game.title), element("p", { class: "soft small" }, game.summary)))));
  matches.forEach(async (match, i) => {
    if (match.scores) return;
    const header = await read("match", { id: match.id }).catch(() => undefined);
    if (header) put(results[i], resultText(header) || `turn ${header.length}`);
  });
}
