// Standings, of the data of host/report/standings_page.cpp. A section without data is undefined.

import { intervalChart, intervalText, spreadChart } from "./charts.js";
import { card, counted, element, fixedText, whenSeen } from "./dom.js";
import { command, endsText, folded, measuredText, paragraph, reportTable, scoreText } from "./tables.js";

const mostAtOnce = 50;  // strategies; with more, only the table is drawn before it is asked for: a matrix of 200 takes seconds
const mostDetailed = 6;  // strategies; with more, a cell of the matrix has space for only one number

const ratingText = (number, interval) => (interval ? measuredText(number, interval, 0) : fixedText(number, 0));
const signed = (number) => (number > 0 ? "+" : "") + scoreText(number);
const labelsOf = (data) => data.standings.strategies.map((each) => each.label);
const failuresOf = (each) => Object.values(each.failures).reduce((sum, count) => sum + count, 0);
/** Returns the share in %; halves go to the even number, as in the other reports, so that two shares make 100. */
const inPercent = (share) => String((share * 100) % 1 === 0.5 ? 2 * Math.round(share * 50) : Math.round(share * 100));
export const shareOf = ([wins, ties, losses]) => (wins + ties / 2) / (wins + ties + losses);
const list = (object, ...order) => Object.entries(object).map((entry) => order.map((i) => entry[i]).join(" ")).join(", ");

/** Returns a row for intervalChart(). */
function measure(each, name, rated) {
  return rated ? { name, value: each.rating, interval: each.rating_interval } : { name, value: each.mean_score, interval: each.mean_score_interval };
}

/** Returns a link to a page of the site, whose folder is at `up`; only the text if there is no page. */
export function pageLink(up, page, text) {
  return page ? element("a", { href: up + page }, text) : text;
}

export function standingsTable({ standings, seats, seat_names: seatNames, groups, players, up }) {
  const { strategies, contest } = standings;
  const versus = (players ?? strategies).length > 1;
  const rated = versus && seats > 1;
  const grouped = standings.rating_groups > 1;
  const columns = [["strategy", (each) => ({ text: pageLink(up, !players && each.page, each.label), below: each.version }), true], ["matches", (each) => each.matches],
    grouped && ["group", (each) => each.rating_group],
    rated && ["rating", (each) => ({ text: ratingText(each.rating, each.rating_interval), below: intervalText(each.rating_interval, (end) => ratingText(end, each.rating_interval)) })],
    strategies.some((each) => each.change !== undefined) && ["change", (each) => (each.change === null ? "new" : signed(Math.round(each.change)))],
    ["mean score", (each) => ({ text: scoreText(each.mean_score, each.mean_score_interval), below: intervalText(each.mean_score_interval, endsText(each.mean_score_interval)) })],
    [contest, (each) => ({ text: scoreText(each.contest), below: contest === "mean" ? "" : `${measuredText(each.contest_per_match, null, 3)} per match` })],
    versus && !rated && ["of the best", (each) => measuredText(each.relative_to_best, null, 3)],
    ...["wins", "ties", "losses"].map((name) => versus && [name, (each) => each[name]]),
    rated && ["wins by seat", (each) => seatNames.map((name, seat) => `${name}:\u00a0${each.by_seat[seat]?.wins ?? 0}`).join(", "), true],
    ["failures", (each) => ({ text: failuresOf(each), below: list(each.failures, 1, 0), bad: failuresOf(each) > 0 })],
    ["CPU s a match", (each) => fixedText(each.cpu_s_per_match, 6)]].filter(Boolean);
  return card(players ? "Results" : "Table", paragraph("In brackets: 95 % intervals, from a bootstrap over the seeds."), groups && paragraph(groups),
    reportTable(columns.map(([name, , text]) => ({ name, text })), strategies.map((each) => columns.map(([, cell]) => cell(each)))));
}

function intervals({ standings }) {
  const { strategies, rating_groups: groups } = standings;
  const rated = strategies[0].rating !== undefined;
  const title = rated ? "Ratings" : "Mean scores";
  const lines = "The lines are 95 % intervals, from a bootstrap over the seeds.";
  const zero = standings.anchor === null ? "0 is the mean of the strategies that took points of each other, weighed by their seeds" : `${standings.anchor} has the given rating`;
  const how = !rated ? lines : `One fit to all matches (Plackett-Luce model; with two seats Bradley-Terry), on the Elo scale. ${zero}. ${lines} A line with one end only is of a `
    + "strategy that lost hardly any point to the others, or won hardly any. One with fewer than six seeds has none.";
  return card(title, paragraph(how), intervalChart({ title, description: `${how} The numbers are in the table.`, axis: rated ? "Elo" : "mean score" },
    strategies.map((each) => measure(each, each.label + (groups > 1 ? ` (group ${each.rating_group})` : ""), rated))));
}

function headToHead(data) {
  const labels = labelsOf(data);
  if (labels.length < 2) return undefined;
  const detailed = labels.length <= mostDetailed;
  const cell = (record, row, column) => {
    if (row === column) return element("td", { class: "none" });
    if (!record) return element("td", {}, "–");
    const [wins, ties, losses] = record;
    const made = element("td", { class: "share", title: `${labels[row]} against ${labels[column]}: ${wins} won, ${ties} tied, ${losses} lost` },
      inPercent(shareOf(record)), detailed && element("span", { class: "below" }, record.join("/")));
    made.style.setProperty("--share", shareOf(record));
    return made;
  };
  const matrix = element("table", { class: "matrix" },
    element("thead", {}, element("tr", {}, element("th", { scope: "col", class: "text" }, "strategy"), labels.map((title, i) => element("th", { scope: "col", title }, i + 1)))),
    element("tbody", {}, data.head_to_head.map((row, i) => element("tr", {}, element("th", { scope: "row", class: "text" }, `${i + 1} ${labels[i]}`), row.map((record, j) => cell(record, i, j))))));
  matrix.style.setProperty("--columns", labels.length);
  return card("Each against each", paragraph("How often the strategy of the row scores more than that of the column, in % of the "
    + `${data.seats < 2 ? "seeds that both played" : "matches that both played in"}. A tie counts as half a win.${detailed ? " Below: wins/ties/losses." : ""}`),
  element("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": "Each against each" }, matrix));
}

function parameters(data) {
  if (!data.parameters?.length) return undefined;
  const cell = (result) => (result ? { text: scoreText(result[0]), below: `${inPercent(result[1])} %`, share: result[1] } : "–");
  return card("By parameter", paragraph("Mean scores for each parameter that differs between matches. Below each score: "
    + (data.seats < 2 ? "the share of seeds with the best score." : "the share of wins; a tie counts as half a win.")),
  data.parameters.map(({ values, rows }) => reportTable([{ name: "strategy", text: true }, ...values.map((name) => ({ name }))],
    rows.map((row, i) => [labelsOf(data)[i], ...row.map(cell)]))));
}

function spreads(data) {
  const how = "How often each score was reached. The highest bars of all strategies have the same height.";
  return card("Scores", paragraph(how), spreadChart({ title: "Distribution of scores", description: how, axis: "score" },
    labelsOf(data).map((name, i) => ({ name, counts: data.spread.counts[i] })), data.spread.step));
}

/** Returns the command that plays a match again; null if nobody knows it. */
function again(phrases) {
  return phrases ? command(phrases) : paragraph("The command line of the run names several strategies with the same name, so it does not determine their seats.");
}

function historyOf({ strategy, builds }) {
  const rated = builds[0].standing.rating !== undefined;
  const columns = [{ name: "version", text: true }, { name: "first played", text: true }, { name: "matches" }, rated && { name: "rating" }, { name: "mean score" },
    { name: "of the best" }, { name: "failures" }].filter(Boolean);
  return [element("h3", {}, strategy), intervalChart({ title: `Versions of ${strategy}`, description: "The oldest version is the first. The numbers are in the table below.",
    axis: rated ? "Elo" : "mean score" }, builds.map(({ label, standing }) => measure(standing, label, rated))),
  reportTable(columns, builds.map(({ label, first_played: first, standing: each }) => [label, first, each.matches, ...(rated ? [ratingText(each.rating, each.rating_interval)] : []),
    scoreText(each.mean_score), measuredText(each.relative_to_best, null, 3), { text: failuresOf(each), bad: failuresOf(each) > 0 }]))];
}

/** Links the pages of a league's owners. */
function owners({ owners: all, up }) {
  return all?.length > 0 ? card("Owners", element("p", {}, all.flatMap(({ name, page }) => [pageLink(up, page, name), " "]))) : undefined;
}

/** Tells who does not take part in a league. */
function absent({ absent: all, up }) {
  if (!all?.length) return undefined;
  return card("Do not take part", reportTable([{ name: "version", text: true }, { name: "since", text: true }, { name: "why", text: true }],
    all.map(({ name, page, since, why }) => [pageLink(up, page, name), since, why])));
}

export function histories(data) {
  return data.histories.length === 0 ? undefined : card("Versions over time", paragraph("Bots with several versions, the oldest first."), data.histories.map(historyOf));
}

export function failures(data) {
  const { failures: kinds, failure_count: all } = data.standings;
  if (all === 0) return card("Failures", paragraph("None."));
  const versus = data.seats > 1;
  const columns = [{ name: "strategy", text: true }, { name: "failure", text: true }, { name: "count" }, { name: "first seed" }, versus && { name: "seat", text: true },
    { name: "run" }, { name: "match" }, { name: "first reason", text: true }].filter(Boolean);
  const rows = kinds.map((each, i) => {
    const { run, number, seat, log, again: phrases, page } = data.failed[i];
    const details = [log && folded("last lines of its log", element("pre", {}, log)), phrases !== undefined && folded("play it again", again(phrases))];
    return [each.strategy, { text: each.kind, bad: true }, each.count, each.seed, ...(versus ? [data.seat_names[seat]] : []), run, pageLink(data.up, page, number),
      { text: each.reason, more: details }];
  });
  return card("Failures", paragraph(`${counted(all, "failure")}.`), reportTable(columns, rows));
}

/** Returns the place of a section, which is drawn when the reader comes to it. */
function drawnWhenSeen(section, data) {
  const place = element("div", { class: "later" });
  return whenSeen(place, async () => place.replaceWith(section(data) ?? ""));
}

/** Returns the sections of a page that shows everything. */
export function standingsSections(data) {
  const many = data.standings.strategies.length > mostAtOnce;
  return [[standingsTable, absent, owners].map((section) => section(data)),
    [intervals, headToHead, parameters, spreads, histories, failures].map((section) => (many ? drawnWhenSeen(section, data) : section(data)))];
}
