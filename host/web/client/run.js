// The view of a run: standings, the strategies against each other, and its matches as a table to sort and to filter.

import { card, counted, element, keepingFocus, numberText, put, sortableHeads, trying, wordFilter } from "./dom.js";
import { Rate, refresh } from "./progress.js";
import { change, read } from "./server.js";
import { standingsSections } from "./standings.js";
import { renew } from "./tables.js";
import { previewed } from "./thumb.js";

const mostRows = 300;  // of the table of matches, until one asks for more
const mostSeeds = 200;  // of the heat map

/** Returns a link to a match, beside which its final position is shown if that needs no strategies. */
function matchLink(run, { number, kept }, text) {
  const id = `run-${run.id}-${number}`;
  const link = element("a", { href: `match?id=${id}` }, text);
  return kept ? previewed(link, id) : link;
}

/** The table of matches. The address keeps the reader's choice of order and filter. */
class MatchTable {
  constructor(run, query) {
    this.order = { column: query.get("order") ?? "number", down: query.get("down") === "yes" };
    this.rows = mostRows;
    const changed = () => {
      this.fill();
      this.name();
    };
    this.words = element("input", { type: "search", placeholder: "seed, strategy or outcome", "aria-label": "Filter matches", value: query.get("words") ?? "", oninput: changed });
    this.failures = element("input", { type: "checkbox", checked: query.get("failures") === "yes", onchange: changed });
    this.columns = [
      { name: "Match", key: (row) => row.number, number: true, id: "number" },
      { name: "Seed", key: (row) => BigInt(row.seed), number: true, id: "seed" },
      { name: "Strategies", key: (row) => row.names.join(), id: "names" },
      { name: "Scores", key: (row) => row.scores[0], number: true, id: "scores" },
      { name: "Difference", key: (row) => row.scores[0] - Math.max(...row.scores.slice(1)), number: true, id: "difference", versus: true },
      { name: "Outcome", key: (row) => row.outcomes.filter((kind) => kind !== "ok").join(), id: "outcome" },
      { name: "CPU s", key: (row) => row.cpu_s.reduce((sum, each) => sum + each, 0), number: true, id: "cpu" },
    ];
    this.columns = this.columns.filter((column) => !column.versus || run.table.some((row) => row.scores.length > 1));
    if (!this.columns.some(({ id }) => id === this.order.column)) this.order = { column: "number", down: false };
    this.heads = element("tr", {});
    this.body = element("tbody", {});
    this.note = element("p", { class: "soft", role: "status" });
    this.more = element("button", { type: "button", onclick: () => { this.rows *= 10; this.fill(); } }, "Show more");
    this.root = element("div", {}, element("div", { class: "tools" }, this.words, element("label", { class: "check" }, this.failures, "failures only"), this.note),
      element("div", { class: "scroll", role: "region", tabindex: "0", "aria-label": "Matches" }, element("table", { class: "seeds" }, element("thead", {}, this.heads), this.body)), this.more);
    this.update(run);
  }

  update(run) {
    this.run = run;
    this.pairUp();
    this.fill();
  }

  sortBy(column) {
    this.order = { column: column.id, down: this.order.column === column.id ? !this.order.down : Boolean(column.number) };
    this.fill();
    this.name();
    this.heads.querySelector("[aria-sort] button")?.focus();
  }

  /** Names order and filter in the address. */
  name() {
    const query = new URLSearchParams(location.search);
    const chosen = { words: this.words.value, failures: this.failures.checked ? "yes" : "", order: this.order.column === "number" ? "" : this.order.column, down: this.order.down ? "yes" : "" };
    for (const [name, value] of Object.entries(chosen)) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    history.replaceState(null, "", `${location.pathname}?${query}`);
  }

  fill() {
    put(this.heads, sortableHeads(this.columns, this.order, (column) => this.sortBy(column)), this.pairs.size ? element("th", { scope: "col" }, "Same seed") : "");
    const wanted = wordFilter(this.words.value);
    let rows = this.run.table.filter((row) => !this.failures.checked || row.outcomes.some((kind) => kind !== "ok"));
    rows = rows.filter((row) => wanted([row.seed, ...row.names, ...row.outcomes].join(" ")));
    const { key } = this.columns.find((column) => column.id === this.order.column);
    const sign = this.order.down ? -1 : 1;
    rows.sort((a, b) => (key(a) < key(b) ? -sign : key(a) > key(b) ? sign : a.number - b.number));
    put(this.body, rows.slice(0, this.rows).map((row) => this.row(row)));
    const all = this.run.matches;
    put(this.note, rows.length === all ? counted(all, "match") : `${numberText(rows.length)} of ${counted(all, "match")}`);
    this.more.hidden = rows.length <= this.rows;
  }

  /** Finds for each match the next one of its seed in which the fewest seats, but at least one, have another player. */
  pairUp() {
    const bySeed = new Map();
    for (const row of this.run.table) {
      if (!bySeed.has(row.seed)) bySeed.set(row.seed, []);
      bySeed.get(row.seed).push(row);
    }
    this.pairs = new Map();
    for (const rows of bySeed.values()) {
      rows.forEach((row, i) => {
        let fewest = Infinity;
        for (const other of [...rows.slice(i + 1), ...rows.slice(0, i)]) {
          const differences = other.names.filter((name, seat) => name !== row.names[seat]).length;
          if (differences === 0 || differences >= fewest) continue;
          fewest = differences;
          this.pairs.set(row.number, other);
        }
      });
    }
  }

  row(row) {
    const id = `run-${this.run.id}-${row.number}`;
    const best = Math.max(...row.scores);
    const failed = row.outcomes.map((kind, seat) => (kind === "ok" ? "" : `${row.names[seat]}: ${kind}`)).filter(Boolean);
    const cells = {
      number: matchLink(this.run, row, row.number),
      seed: row.seed,
      names: row.names.join(" – "),
      scores: row.scores.map((score, i) => [i > 0 && " : ", row.scores.length > 1 && score === best ? element("b", {}, numberText(score)) : numberText(score)]),
      difference: numberText(row.scores[0] - Math.max(...row.scores.slice(1))),
      outcome: failed.length ? element("span", { class: "bad" }, failed.join(", ")) : "ok",
      cpu: row.cpu_s.reduce((sum, each) => sum + each, 0).toFixed(3),
    };
    const other = this.pairs.get(row.number);
    const pair = other ? element("a", { href: `compare?left=${id}&right=run-${this.run.id}-${other.number}` }, `beside ${other.names.join(" – ")}`) : "";
    return element("tr", {}, this.columns.map((column) => element("td", { class: column.number ? "number" : undefined }, cells[column.id])),
      this.pairs.size ? element("td", {}, pair) : "");
  }
}

/** Returns a heat map of the mean scores: a row for each seed, a column for each strategy. The best one of a seed is the darkest. */
function heatMap(run) {
  const strategies = [...new Set(run.table.flatMap((row) => row.names))];
  const seeds = new Map();  // to a map from strategies to [sum, count, match]
  for (const row of run.table) {
    if (!seeds.has(row.seed)) seeds.set(row.seed, new Map());
    row.names.forEach((name, seat) => {
      const [sum, count, match] = seeds.get(row.seed).get(name) ?? [0, 0, row];
      seeds.get(row.seed).set(name, [sum + row.scores[seat], count + 1, match]);
    });
  }
  if (strategies.length < 2 || seeds.size === 0) return undefined;
  const line = ([seed, results]) => {
    const means = strategies.map((name) => results.get(name)).map((found) => found && found[0] / found[1]);
    const known = means.filter((mean) => mean !== undefined);
    const [low, high] = [Math.min(...known), Math.max(...known)];
    return element("tr", {}, element("th", { scope: "row", class: "number" }, seed), means.map((mean, i) => {
      if (mean === undefined) return element("td", { class: "none" });
      const cell = element("td", { class: "share number" }, matchLink(run, results.get(strategies[i])[2], numberText(mean)));
      cell.style.setProperty("--share", high > low ? (mean - low) / (high - low) : 0);
      return cell;
    }));
  };
  const rows = [...seeds].slice(0, mostSeeds);
  return card("Seeds", element("p", { class: "soft" }, `Mean score of each strategy on each seed; the best of a seed is the darkest. A cell leads to the first of its matches.${
    rows.length < seeds.size ? ` The first ${rows.length} of ${counted(seeds.size, "seed")}.` : ""}`),
  element("div", { class: "scroll heat", role: "region", tabindex: "0", "aria-label": "Seeds" }, element("table", {}, element("thead", {}, element("tr", {}, element("th", { scope: "col", class: "number" }, "seed"),
    strategies.map((name) => element("th", { scope: "col", class: "number" }, name)))), element("tbody", {}, rows.map(line)))));
}

export async function showRun(main, query) {
  const id = query.get("id");
  if (id === null) throw new Error("The address names no run.");
  const all = query.get("all") === "yes" ? { all: "yes" } : {};
  const heading = element("div", { class: "heading" });
  const report = element("div", { class: "stack report" });
  let run = await read("run", { id, ...all });
  const rate = new Rate(run);
  document.title = `Run ${run.id}, ${run.game} – Agon`;
  const matches = new MatchTable(run, query);
  const [problem, lost] = [0, 1].map(() => element("p", { class: "problem", role: "alert" }));
  put(main, heading, element("div", { class: "stack" }, problem, lost, report, card("Matches", matches.root)));
  const other = all.all ? element("a", { href: `run?id=${encodeURIComponent(id)}` }, "Standings of this run alone")
    : element("a", { href: `run?id=${encodeURIComponent(id)}&all=yes` }, "Standings of all runs of the game");
  const stop = element("button", { type: "button", onclick: trying(problem, async () => {
    await change("stop", { id: run.id });
    stop.disabled = true;
  }) }, "Stop");
  const bar = element("progress", { "aria-label": "Matches" });
  const going = element("div", { class: "buttons left" }, bar, stop);
  const state = element("span", { role: "status" });
  put(heading, element("h1", {}, `Run ${run.id}: ${run.game}`), element("p", { class: "soft" }, state, run.search ? "" : other), going, element("pre", { tabindex: "0" }, run.command));
  let shown;
  const show = () => {
    Object.assign(bar, { max: run.schedule || 1, value: run.matches + run.faults });
    bar.hidden = run.schedule === 0;
    stop.hidden = !run.stoppable;
    going.hidden = run.state !== "running";
    put(state, element("span", { class: `state ${run.state}` }, run.state), ` ${rate.text(run)}, started ${run.started}. `);
    if (shown !== run.matches) keepingFocus(main, () => {
      if (shown !== undefined) matches.update(run);
      renew(report, run.search ? card("A trial of a search", element("p", { class: "soft" }, "Its points are no players to be ranked.")) : run.report ? [...standingsSections(run.report), heatMap(run)]
        : card("Standings", element("p", { class: "soft" }, "No match is over yet.")));
    });
    shown = run.matches;
    if (run.state !== "running") return;
    setTimeout(async () => {
      const before = Date.now();
      try {
        run = await read("run", { id, ...all });
        put(lost);
      } catch (failure) {
        put(lost, failure.message);
      }
      wait = Math.max(refresh, 5 * (Date.now() - before));
      if (run.state !== "running") document.title = `✓ ${document.title}`;
      show();
    }, wait);
  };
  let wait = refresh;
  show();
}
