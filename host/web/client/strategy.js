// A strategy of a site of standings, of the data of host/report/standings_page.cpp.

import { card, counted, numberText } from "./dom.js";
import { failures, histories, pageLink, shareOf, standingsTable } from "./standings.js";
import { paragraph, reportTable } from "./tables.js";

function opponents({ players, records, seats, up }) {
  const rows = records.flatMap((record, i) => (record ? [[pageLink(up, players[i].page, players[i].label), ...record, Math.round(shareOf(record) * 100)]] : []));
  return rows.length === 0 ? undefined : card("Against each", paragraph(`By ${seats < 2 ? "the seeds that both played" : "the matches that both played in"}. A tie counts as half a win.`),
    reportTable([{ name: "strategy", text: true }, { name: "wins" }, { name: "ties" }, { name: "losses" }, { name: "points in %" }], rows));
}

function listed({ players, matches, seats, seat_names: seatNames, up }) {
  const columns = [{ name: "seed" }, seats > 1 && { name: "seat", text: true }, { name: "score" }, seats > 1 && { name: "against", text: true }, seats > 1 && { name: "their score" },
    { name: "failure", text: true }, { name: "replay", text: true }].filter(Boolean);
  const rows = matches.listed.map(([seed, seat, score, others, failure, page]) => [seed, ...(seats > 1 ? [seatNames[seat]] : []), numberText(score),
    ...(seats > 1 ? [others.map(([i]) => players[i]?.label).join(", "), others.map(([, theirs]) => numberText(theirs)).join(", ")] : []),
    { text: failure ?? "", bad: Boolean(failure) }, page ? pageLink(up, page, "watch") : "not stored"]);
  const more = matches.count > rows.length ? ` The first ${rows.length} are listed.` : "";
  return card("Matches", paragraph(`${counted(matches.count, "match")}.${more}`), reportTable(columns, rows));
}

/** The seeds on which it did best and worst: by its score, less the best of the others'. A seed leads to its first stored match. */
function seedEnds({ matches, up }) {
  const most = 5;
  const leads = new Map();
  const pages = new Map();
  for (const [seed, , score, others, , page] of matches.listed) {
    if (page && !pages.has(seed)) pages.set(seed, page);
    const theirs = others.length > 0 ? Math.max(...others.map(([, each]) => each)) : 0;
    leads.set(seed, [...(leads.get(seed) ?? []), score - theirs]);
  }
  const rows = [...leads].map(([seed, all]) => [seed, all.length, all.reduce((sum, each) => sum + each, 0) / all.length]).sort((a, b) => b[2] - a[2])
    .map(([seed, count, lead]) => [pageLink(up, pages.get(seed), seed), count, numberText(lead)]);
  if (rows.length < 2 * most) return undefined;
  const table = (title, some) => [paragraph(title), reportTable([{ name: "seed" }, { name: "matches" }, { name: "mean lead" }], some)];
  return card("Best and worst seeds", table("Best:", rows.slice(0, most)), table("Worst:", rows.slice(-most).reverse()));
}

/** Returns the table of an owner's versions in a league, whose site is at `up`. */
export function versionTable(versions, up) {
  const columns = [{ name: "version", text: true }, { name: "since", text: true }, { name: "state", text: true }, { name: "blocks" }, { name: "rating" }];
  return reportTable(columns, versions.map(({ name, page, since, state, blocks, rating }) =>
    [pageLink(up, page, name), since, state, blocks, rating === null ? "" : Math.round(rating)]));
}

/** Returns the sections of the page of a league's owner. */
export function ownerSections(data) {
  return [card("Versions", versionTable(data.owner.versions, data.up)), histories(data)];
}

/** Returns the sections of the page. */
export function strategySections(data) {
  return [standingsTable, opponents, failures, histories, seedEnds, listed].map((section) => section(data));
}
